"""The set as it ships: graphs in our own format, pictures as PNG."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.graph_json import from_json
from gvqa_cedi.synthetic.drawing import DARK, LIGHT

_DATA = files("gvqa_cedi.synthetic").joinpath("data")


@cache
def graphs() -> tuple[SceneGraph, ...]:
    """The scene graphs, named `synthetic/000` and so on."""
    text = _DATA.joinpath("graphs.jsonl").read_text(encoding="utf-8")
    return tuple(from_json(json.loads(line)) for line in text.splitlines())


def picture_bytes(name: str) -> bytes:
    """The PNG file of a picture.

    Args:
        name: For example `synthetic/017`.

    Raises:
        GraphError: The set has no such picture.
    """
    number = name.removeprefix("synthetic/")
    path = _DATA.joinpath("images", f"{number}.png")
    if not number.isdecimal() or not path.is_file():
        raise GraphError(f"The synthetic set has no picture '{name}'; it has synthetic/000 to 095.")
    return path.read_bytes()


def image(name: str) -> NDArray[np.uint8]:
    """A picture of the set.

    Args:
        name: For example `synthetic/017`.

    Returns:
        RGB `uint8` `(112, 112, 3)`.

    Raises:
        GraphError: The set has no such picture.
    """
    import cv2

    encoded = np.frombuffer(picture_bytes(name), np.uint8)
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    if decoded is None:
        raise GraphError(f"The picture '{name}' of the synthetic set is damaged; reinstall.")
    return np.ascontiguousarray(decoded[:, :, ::-1], dtype=np.uint8)


def background_of(name: str) -> int:
    """The grey level behind a picture: even numbers are dark, odd ones light."""
    return LIGHT if int(name[-1]) % 2 else DARK
