"""Drawing a scene graph: flat shapes, no anti-aliasing, the same pixels everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import SceneGraph, SceneObject

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Colour = tuple[int, int, int]

COLOURS: Mapping[str, Colour] = {
    "red": (220, 30, 30),
    "green": (30, 180, 40),
    "blue": (30, 60, 220),
    "yellow": (230, 210, 30),
    "white": (245, 245, 245),
    "black": (10, 10, 10),
    "orange": (240, 140, 20),
    "purple": (140, 50, 180),
    "brown": (120, 75, 35),
}
DARK, LIGHT = 60, 175
_TRUNK: Colour = (110, 70, 30)
_WHEEL: Colour = (20, 20, 20)
_PANE: Colour = (190, 220, 240)


class Canvas:
    """One object's box; coordinates run from 0 to 1 in it, down and to the right.

    Args:
        picture: RGB `uint8` `(H, W, 3)`, drawn into.
        box: x, y, width, height in pixels.
    """

    def __init__(self, picture: Picture, box: tuple[float, float, float, float]) -> None:
        self._picture = picture
        x, y, width, height = box
        rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        self._u = (columns + 0.5 - x) / width
        self._v = (rows + 0.5 - y) / height

    def rectangle(self, x: float, y: float, w: float, h: float, colour: Colour) -> None:
        """Fill a rectangle."""
        u, v = self._u, self._v
        self._fill((u >= x) & (u < x + w) & (v >= y) & (v < y + h), colour)

    def disc(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        """Fill an ellipse around a point."""
        self._fill(((self._u - x) / rx) ** 2 + ((self._v - y) / ry) ** 2 <= 1, colour)

    def triangle(self, left: float, top: float, w: float, h: float, colour: Colour) -> None:
        """Fill a triangle that stands on its base."""
        down = (self._v - top) / h
        off = np.abs(self._u - left - w / 2)
        self._fill((down >= 0) & (down <= 1) & (off <= down * w / 2), colour)

    def _fill(self, mask: Mask, colour: Colour) -> None:
        self._picture[mask] = colour


def _square(c: Canvas, colour: Colour) -> None:
    c.rectangle(0, 0, 1, 1, colour)


def _ball(c: Canvas, colour: Colour) -> None:
    c.disc(0.5, 0.5, 0.5, 0.5, colour)


def _cone(c: Canvas, colour: Colour) -> None:
    c.triangle(0, 0, 1, 1, colour)


def _cup(c: Canvas, colour: Colour) -> None:
    c.disc(0.7, 0.5, 0.3, 0.3, colour)
    c.disc(0.7, 0.5, 0.16, 0.16, _PANE)
    c.rectangle(0, 0.05, 0.7, 0.95, colour)


def _hat(c: Canvas, colour: Colour) -> None:
    c.rectangle(0.25, 0, 0.5, 0.8, colour)
    c.rectangle(0, 0.75, 1, 0.25, colour)


def _table(c: Canvas, colour: Colour) -> None:
    c.rectangle(0, 0, 1, 0.22, colour)
    c.rectangle(0.06, 0.2, 0.1, 0.8, colour)
    c.rectangle(0.84, 0.2, 0.1, 0.8, colour)


def _house(c: Canvas, colour: Colour) -> None:
    c.triangle(0, 0, 1, 0.45, _TRUNK)
    c.rectangle(0.1, 0.45, 0.8, 0.55, colour)
    c.rectangle(0.4, 0.65, 0.2, 0.35, _TRUNK)


def _tree(c: Canvas, colour: Colour) -> None:
    c.rectangle(0.42, 0.6, 0.16, 0.4, _TRUNK)
    c.disc(0.5, 0.35, 0.5, 0.35, colour)


def _car(c: Canvas, colour: Colour) -> None:
    c.rectangle(0.22, 0, 0.5, 0.45, colour)
    c.rectangle(0.3, 0.1, 0.34, 0.25, _PANE)
    c.rectangle(0, 0.4, 1, 0.4, colour)
    c.disc(0.22, 0.82, 0.13, 0.18, _WHEEL)
    c.disc(0.78, 0.82, 0.13, 0.18, _WHEEL)


def _boat(c: Canvas, colour: Colour) -> None:
    c.triangle(0.25, 0, 0.5, 0.6, (240, 240, 240))
    c.rectangle(0, 0.62, 1, 0.2, colour)
    c.rectangle(0.12, 0.8, 0.76, 0.2, colour)


SHAPES: Mapping[str, Callable[[Canvas, Colour], None]] = {
    "square": _square,
    "ball": _ball,
    "cone": _cone,
    "cup": _cup,
    "hat": _hat,
    "table": _table,
    "house": _house,
    "tree": _tree,
    "car": _car,
    "boat": _boat,
    "sun": _ball,
}


def render(graph: SceneGraph, background: int) -> Picture:
    """Draw a scene graph.

    Args:
        graph: Its objects need boxes, a colour of `COLOURS` and a name of `SHAPES`.
        background: Grey level, 0 to 255.

    Returns:
        RGB `uint8` `(height, width, 3)`.

    Raises:
        GraphError: An object cannot be drawn.
    """
    picture = np.full((graph.height or 0, graph.width or 0, 3), background, np.uint8)
    for each in graph.objects:
        colour = next((COLOURS[value] for value in each.values if value in COLOURS), None)
        if each.name not in SHAPES or colour is None or each.box is None:
            raise GraphError(_cannot_draw(graph, each))
        box = each.box
        canvas = Canvas(picture, (box.x, box.y, box.width, box.height))
        SHAPES[each.name](canvas, colour)
    return picture


def _cannot_draw(graph: SceneGraph, each: SceneObject) -> str:
    return (
        f"Object '{each.id}' of image '{graph.image}' cannot be drawn: it needs a box, a colour "
        f"({', '.join(COLOURS)}) and one of the names {', '.join(SHAPES)}."
    )
