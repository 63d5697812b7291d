"""What a captioner promises."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gvqa_core.testing.checks.checklist import Checklist, expect
from gvqa_core.types import Frame

METHODS = {
    "identity": False,
    "batch_size": False,
    "max_pixels": False,
    "open": True,
    "close": True,
    "caption": True,
}

RED, BLUE = (220, 30, 30), (30, 60, 220)


def square(colour: tuple[int, int, int], width: int = 320, height: int = 240) -> Frame:
    """A square of one colour on a dark background."""
    image: NDArray[np.uint8] = np.full((height, width, 3), 24, dtype=np.uint8)
    image[height // 4 : -(height // 4), width // 4 : -(width // 4)] = colour
    image.flags.writeable = False
    return Frame(image=image, timestamp=1.0, pts=1.0)


def outputs(component: Any) -> object:
    """What must be the same after the component was closed and opened again."""
    return component.caption([square(RED), square(BLUE)])


def check(component: Any, checklist: Checklist) -> None:
    """Check an opened captioner."""
    red, blue = square(RED), square(BLUE)
    with checklist.item("batch_size and max_pixels are positive"):
        expect(component.batch_size >= 1, f"batch_size is {component.batch_size!r}")
        pixels = component.max_pixels
        expect(pixels is None or pixels >= 1, f"max_pixels is {pixels!r}")
    with checklist.item("no frames give no captions"):
        expect(component.caption([]) == [], "something else than []")
    with checklist.item("each frame gets one text"):
        texts = component.caption([red, blue, red])
        expect(isinstance(texts, list), f"a {type(texts).__name__} instead of a list")
        expect(len(texts) == 3, f"{len(texts)} texts for 3 frames")
        expect(all(isinstance(text, str) for text in texts), f"not all texts: {texts!r}")
    with checklist.item("the pixels reach the captioner: two different pictures, two captions"):
        texts = component.caption([red, blue])
        expect(texts[0] != texts[1], f"a red and a blue square are both {texts[0]!r}")
    with checklist.item("pixels are read as red, green, blue"):
        for text, right, wrong in zip(
            component.caption([red, blue]), ("red", "blue"), ("blue", "red"), strict=True
        ):
            words = text.casefold().replace(".", " ").replace(",", " ").split()
            swapped = wrong in words and right not in words
            expect(not swapped, f"a {right} square is described as {text!r}")
    with checklist.item("captions come in the order of the frames"):
        forth, back = component.caption([red, blue]), component.caption([blue, red])
        expect(forth == back[::-1], f"{forth} forwards, {back} backwards")
    with checklist.item("a batch equals its frames one by one"):
        batch = component.caption([red, blue, red])
        singles = [component.caption([frame])[0] for frame in (red, blue, red)]
        expect(batch == singles, f"{batch} together, {singles} one by one")
    with checklist.item("the same frame gets the same text again"):
        expect(component.caption([blue]) == component.caption([blue]), "two texts differ")
    with checklist.item("frames of different sizes go in one call"):
        texts = component.caption([square(RED, 20, 400), square(BLUE, 640, 360)])
        expect(len(texts) == 2, f"{len(texts)} texts for 2 frames")
    with checklist.item("the frames are left as they were"):
        fresh = square(RED)
        before = fresh.image.copy()
        component.caption([fresh])
        expect(bool(np.array_equal(before, fresh.image)), "the picture was changed")
