"""A frame counter burnt into pictures, so that a test can tell which frame it was given.

A panel of 8 × 3 black and white cells in the upper left corner holds 16 bits of
counter and 8 bits of check. It survives lossy coding, palettes and scaling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COLUMNS, _ROWS = 8, 3
_PANEL = 0.6
"""Width of the panel as a part of the picture's width."""


def burn_counter(image: NDArray[np.uint8], number: int) -> None:
    """Write a number from 0 to 65535 into a picture `(H, W, 3)`, in place.

    Raises:
        ValueError: The number or the picture's shape leaves no room.
    """
    height, width = image.shape[:2]
    cell = _cell(width)
    if not 0 <= number < 1 << 16:
        raise ValueError(f"a counter must lie in 0 … 65535, got {number}")
    if cell < 4 or cell * (_ROWS + 1) > height:
        raise ValueError(f"a picture of {width}×{height} has no room for a counter")
    bits = np.array([number >> 8, number & 0xFF, _check(number)], dtype=np.uint8)
    cells = np.unpackbits(bits).reshape(_ROWS, _COLUMNS) * 219 + 16
    panel = np.kron(cells, np.ones((cell, cell))).astype(np.uint8)
    margin = cell // 2
    image[: panel.shape[0] + 2 * margin, : panel.shape[1] + 2 * margin] = 128
    image[margin : margin + panel.shape[0], margin : margin + panel.shape[1]] = panel[..., None]


def read_counter(image: NDArray[np.uint8]) -> int | None:
    """Read the number from a picture `(H, W, 3)`; None when the check fails."""
    cell = _cell(image.shape[1])
    margin, inner = cell // 2, max(1, cell // 4)
    grey = image[: cell * (_ROWS + 1), : cell * (_COLUMNS + 1)].mean(axis=2)
    bits = np.zeros((_ROWS, _COLUMNS), dtype=np.uint8)
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            top, left = margin + row * cell, margin + column * cell
            middle = grey[top + inner : top + cell - inner, left + inner : left + cell - inner]
            bits[row, column] = middle.size > 0 and middle.mean() > 128
    high, low, check = (int(value) for value in np.packbits(bits, axis=1)[:, 0])
    number = high << 8 | low
    return number if check == _check(number) else None


def _cell(width: int) -> int:
    return int(width * _PANEL) // (_COLUMNS + 1)


def _check(number: int) -> int:
    return ((number >> 8) * 31 ^ (number & 0xFF) * 7 ^ 0x5A) & 0xFF
