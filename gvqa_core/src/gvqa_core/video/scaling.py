"""Fits pictures to what a vision model accepts: a pixel budget, a least side, a greatest aspect."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MIN_SIDE = 28
"""Pixels: models of the Qwen2-VL family refuse a shorter side."""
MAX_ASPECT = 199
"""Longer by shorter side: the same models refuse 200 and more."""


def fit_to_budget(
    image: NDArray[np.uint8],
    max_pixels: int,
    min_side: int = MIN_SIDE,
    max_aspect: float = MAX_ASPECT,
) -> NDArray[np.uint8]:
    """Scale a picture down and pad it, without distorting it, until a model accepts it.

    The picture is never enlarged. Where it is too narrow or too low, black is
    added at the right or at the bottom. A budget below `min_side` squared has no
    room for padding: then the picture is only scaled.

    Args:
        image: `uint8` `(H, W, 3)`.
        max_pixels: Largest width × height of the result, >= 1.
        min_side: Least width and least height of the result, pixels.
        max_aspect: Largest quotient of the longer and the shorter side of the result.

    Returns:
        The same array when it fits as it is, else a new one.

    Raises:
        ValueError: `max_pixels` is not positive.
    """
    if max_pixels < 1:
        raise ValueError(f"max_pixels must be at least 1, got {max_pixels}")
    if max_pixels < min_side * min_side:
        min_side, max_aspect = 1, float("inf")
    height, width = image.shape[:2]
    scale = min(1.0, sqrt(max_pixels / (width * height)))
    while True:
        size = max(1, int(width * scale)), max(1, int(height * scale))
        canvas = _canvas(size, min_side, max_aspect)
        area = canvas[0] * canvas[1]
        if area <= max_pixels or size == (1, 1):
            break
        scale *= min(0.99, sqrt(max_pixels / area))
    return _pad(_resize(image, size), canvas)


def _canvas(size: tuple[int, int], min_side: int, max_aspect: float) -> tuple[int, int]:
    """Return the least (width, height) that holds `size` and keeps both limits."""
    longer = max(*size, min_side)
    shortest = max(min_side, ceil(longer / max_aspect))
    return max(size[0], shortest), max(size[1], shortest)


def _resize(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    if size == (image.shape[1], image.shape[0]):
        return image
    import cv2

    scaled = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(scaled, dtype=np.uint8)


def _pad(image: NDArray[np.uint8], canvas: tuple[int, int]) -> NDArray[np.uint8]:
    height, width = image.shape[:2]
    if canvas == (width, height):
        return image
    padded = np.zeros((canvas[1], canvas[0], 3), dtype=np.uint8)
    padded[:height, :width] = image
    return padded
