"""How bright and how sharp a picture is, and whether there is anything on it."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

_WIDTH = 480
"""Pictures are brought to this width first, so that the measures do not depend on resolution."""


@frozen
class Light:
    """Measures of a picture.

    Attributes:
        brightness: Mean luma, 0 to 255.
        value: Mean of each pixel's largest channel, 0 to 255; pure blue has little luma
            and is not dark.
        contrast: Standard deviation of luma, 0 to 127.5.
        sharpness: Spread of the strongest fine detail (99.5th percentile of the
            absolute Laplacian), 0 and up; about 10 where nothing has a sharp edge.
    """

    brightness: float
    value: float
    contrast: float
    sharpness: float

    @property
    def blank(self) -> bool:
        """Whether the picture is one even area."""
        return self.contrast < 3.0 and self.sharpness < 12.0

    @property
    def blurred(self) -> bool:
        """Whether there is something to see, but no sharp edge anywhere."""
        return not self.blank and self.contrast >= 8.0 and self.sharpness < 12.0

    @property
    def words(self) -> str:
        """`dark`, `bright`, or nothing for a picture in between."""
        if self.brightness < 60 and self.value < 100:
            return "dark"
        return "bright" if self.brightness > 190 else ""


def measure(image: NDArray[np.uint8]) -> Light:
    """Measure an RGB `uint8 (H, W, 3)` picture."""
    import cv2

    luma = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    if luma.shape[1] > _WIDTH:
        height = max(1, round(luma.shape[0] * _WIDTH / luma.shape[1]))
        luma = cv2.resize(luma, (_WIDTH, height), interpolation=cv2.INTER_AREA)
    detail = np.abs(cv2.Laplacian(luma, cv2.CV_32F))
    return Light(
        brightness=float(luma.mean()),
        value=float(image.max(axis=2).mean()),
        contrast=float(luma.std()),
        sharpness=float(np.percentile(detail, 99.5)),
    )
