"""Which colours a picture has, by their everyday names, and where they are."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

SIZE = (160, 96)
"""Columns and rows of the grid of pixels whose colours are named. Pixels are picked, not
averaged: the average of black letters on white paper is a grey that is not there."""

NAMES = (
    "black",
    "dark grey",
    "grey",
    "light grey",
    "white",
    "red",
    "orange",
    "yellow",
    "green",
    "cyan",
    "blue",
    "purple",
    "pink",
    "brown",
    "dark red",
    "dark green",
    "dark cyan",
    "dark blue",
    "dark purple",
    "light blue",
    "light green",
)
_INDEX = {name: number for number, name in enumerate(NAMES)}
_BASES = tuple(name.split()[-1] for name in NAMES)
_ONE_SHADE = 0.75
"""Part of a colour that one shade must make up for the colour to be called after it."""

# Upper hue bound in OpenCV's half degrees (0 to 179) → name.
_HUES = (
    (8, "red"),
    (20, "orange"),
    (34, "yellow"),
    (80, "green"),
    (98, "cyan"),
    (128, "blue"),
    (150, "purple"),
    (170, "pink"),
    (180, "red"),
)

_HALVES = (
    ("on the left", np.s_[:, : SIZE[0] // 2]),
    ("on the right", np.s_[:, SIZE[0] // 2 :]),
    ("at the top", np.s_[: SIZE[1] // 2, :]),
    ("at the bottom", np.s_[SIZE[1] // 2 :, :]),
)


@frozen
class ColourArea:
    """One colour of a picture.

    Attributes:
        name: One of `NAMES`; shades of one colour count as one, under the shade that
            makes up most of it, or under the plain colour where none does.
        share: Its part of the picture's area, 0 to 1.
        where: "on the left", "in the middle", …; empty when it is spread out, or
            thin as the strokes of letters are.
    """

    name: str
    share: float
    where: str

    @property
    def colour(self) -> str:
        """The name without its shade: "blue" for "dark blue"."""
        return self.name.split()[-1]


def colour_areas(image: NDArray[np.uint8], smallest: float = 0.02) -> list[ColourArea]:
    """Name the colours of a picture.

    Args:
        image: RGB `uint8 (H, W, 3)`.
        smallest: Colours with a smaller share of the area are left out.

    Returns:
        Colours by falling share; equal shares in the order of `NAMES`.
    """
    import cv2

    grid = cv2.resize(image, SIZE, interpolation=cv2.INTER_NEAREST)
    names = name_pixels(np.asarray(grid, dtype=np.uint8))
    counts = np.bincount(names.ravel(), minlength=len(NAMES))
    found: list[ColourArea] = []
    for colour in dict.fromkeys(_BASES):
        shades = [i for i, base in enumerate(_BASES) if base == colour and counts[i]]
        total = int(sum(counts[i] for i in shades))
        if total < max(1.0, smallest * names.size):
            continue
        main = max(shades, key=lambda i: int(counts[i]))
        name = NAMES[main] if counts[main] >= _ONE_SHADE * total else colour
        found.append(ColourArea(name, total / names.size, _where(np.isin(names, shades))))
    return sorted(found, key=lambda area: -area.share)


def name_pixels(image: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Give each pixel of an RGB picture the number of its colour in `NAMES`."""
    import cv2

    hsv = cv2.cvtColor(image, cv2.COLOR_RGB2HSV).astype(np.int64)
    hue, saturation, value = hsv[..., 0], hsv[..., 1], hsv[..., 2]
    names = np.full(hue.shape, _INDEX["red"])
    for bound, name in reversed(_HUES):
        names[hue < bound] = _INDEX[name]

    def rename(old: str, new: str, where: NDArray[np.bool_]) -> None:
        names[(names == _INDEX[old]) & where] = _INDEX[new]

    dark, pale = value < 150, (saturation < 120) & (value > 190)
    rename("red", "pink", pale)
    rename("blue", "light blue", pale)
    rename("cyan", "light blue", pale)
    rename("green", "light green", pale)
    rename("orange", "brown", value < 170)
    rename("yellow", "brown", (value < 120) & (hue < 26))
    for name in ("red", "green", "cyan", "blue", "purple"):
        rename(name, f"dark {name}", dark)
    rename("pink", "purple", dark)

    # Little saturation is no colour; the darker a pixel, the less its hue can be seen.
    colourless = saturation * value < 30 * 255
    for bound, name in ((256, "white"), (225, "light grey"), (165, "grey"), (100, "dark grey")):
        names[colourless & (value < bound)] = _INDEX[name]
    names[colourless & (value < 45)] = _INDEX["black"]
    return names


def _where(mask: NDArray[np.bool_]) -> str:
    import cv2

    total = int(mask.sum())
    solid = cv2.erode(mask.astype(np.uint8), np.ones((3, 3), dtype=np.uint8))
    if int(solid.sum()) < 0.4 * total:
        return ""
    height, width = mask.shape
    middle = mask[height // 4 : -(height // 4), width // 4 : -(width // 4)]
    if total < 0.6 * mask.size and int(middle.sum()) >= 0.9 * total:
        return "in the middle"
    for words, part in _HALVES:
        if int(mask[part].sum()) >= 0.95 * total:
            return words
    return ""
