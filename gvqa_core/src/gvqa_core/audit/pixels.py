"""Are two pictures the same, the same through another decoder, or different?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALIKE, ALIKE_ANYWHERE = 34.0, 20.0
"""Least PSNR in dB of a whole picture and of its worst block, for two decoders' versions of it.

Decoders round colours differently, everywhere a little; a retouched word or digit is
far from the original somewhere, however large the picture around it.
"""

BLOCK = 8
"""Side of a block, pixels."""


@frozen
class Difference:
    """How far two pictures of one size are apart.

    Attributes:
        psnr: Peak signal-to-noise ratio over all pixels, dB; infinite when equal.
        worst: The same over the block where they differ most.
    """

    psnr: float
    worst: float

    @property
    def alike(self) -> bool:
        """Whether they can be one frame decoded in two ways."""
        return self.psnr >= ALIKE and self.worst >= ALIKE_ANYWHERE


def decoded(content: bytes) -> NDArray[np.uint8] | None:
    """Decode a picture file; None when it is none.

    Returns:
        `uint8`, `(H, W, 3)`, in OpenCV's order of colours (BGR).
    """
    import cv2
    import numpy as np

    if not content:
        return None
    image: NDArray[np.uint8] | None = cv2.imdecode(  # type: ignore[assignment]
        np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR
    )
    return image


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Difference:
    """Measure how far two pictures are apart; pictures of two sizes are infinitely far."""
    import numpy as np

    if one.shape != other.shape:
        return Difference(psnr=0.0, worst=0.0)
    squares = (one.astype(np.float32) - other.astype(np.float32)) ** 2
    squares = squares.mean(axis=2)
    height, width = squares.shape
    rows = np.add.reduceat(squares, range(0, height, BLOCK), axis=0)
    blocks = np.add.reduceat(rows, range(0, width, BLOCK), axis=1)
    tall = np.diff([*range(0, height, BLOCK), height])
    wide = np.diff([*range(0, width, BLOCK), width])
    worst = float((blocks / np.outer(tall, wide)).max())
    return Difference(psnr=_psnr(float(squares.mean())), worst=_psnr(worst))


def _psnr(mean_square: float) -> float:
    return math.inf if mean_square == 0 else 10 * math.log10(255**2 / mean_square)
