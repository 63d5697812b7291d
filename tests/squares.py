"""Pictures of the kind the tiny vision model knows: a coloured square on a dark or light ground."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gvqa_core.types import Frame

COLOURS = {
    "red": (220, 30, 30),
    "green": (30, 180, 40),
    "blue": (30, 60, 220),
    "yellow": (230, 210, 30),
    "white": (245, 245, 245),
    "black": (10, 10, 10),
}
GROUNDS = {"dark": (40, 80), "light": (150, 200)}
ALL = tuple((colour, ground) for colour in COLOURS for ground in GROUNDS)


def sentence(colour: str, ground: str) -> str:
    """What is right to say of it."""
    return f"A {colour} square on a {ground} background."


def picture(
    colour: str, ground: str, rng: np.random.Generator, side: int = 112
) -> NDArray[np.uint8]:
    """RGB; place, size and shade are drawn anew, so no two are alike."""
    shade = int(rng.integers(*GROUNDS[ground]))
    noise = rng.integers(-12, 13, (112, 112, 3))
    image = np.clip(shade + noise, 0, 255).astype(np.uint8)
    half = int(rng.integers(20, 40))
    x, y = (int(value) for value in rng.integers(half, 112 - half, 2))
    cv2.rectangle(image, (x - half, y - half), (x + half, y + half), COLOURS[colour], -1)
    return image if side == 112 else cv2.resize(image, (side, side))


def frame(colour: str, ground: str, seed: int = 0, side: int = 112) -> Frame:
    """The same as a frame."""
    return Frame(picture(colour, ground, np.random.default_rng(seed), side), 0.0, 0.0)


def write_clip(path: Path, squares: list[tuple[str, str]], seed: int) -> Path:
    """Write a clip that shows each square for five seconds, 4 frames a second."""
    rng = np.random.default_rng(seed)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, (224, 224))
    for colour, ground in squares:
        image = picture(colour, ground, rng, 224)
        for _ in range(20):
            writer.write(image[:, :, ::-1])
    writer.release()
    return path
