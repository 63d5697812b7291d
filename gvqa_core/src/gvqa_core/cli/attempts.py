"""What `gvqa doctor` lets the chosen captioner and drafter do: one small job, and its cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from gvqa_core.types import Frame


@frozen
class Attempt:
    """A job for one component.

    Attributes:
        says: What is shown by it, put before the component's name.
        run: Does it with the built component; returns whether all is well, and what came out.
    """

    says: str
    run: Callable[[Any], tuple[bool, str]]


def _caption(captioner: Any) -> tuple[bool, str]:
    """Two plainly different pictures must be described differently."""
    start = time.monotonic()
    with captioner:
        opened = time.monotonic()
        texts = captioner.caption(_two_pictures())
        end = time.monotonic()
    cost = f"opened in {opened - start:.1f} s, {(end - opened) / 2:.2f} s a frame"
    if len(texts) == 2 and texts[0] != texts[1] and all(texts):
        return True, f"{texts[0]!r} and {texts[1]!r}; {cost}"
    return False, f"a red and a blue picture are described alike: {texts!r}"


def _draft(drafter: Any) -> tuple[bool, str]:
    """A question that one of three captions answers."""
    from gvqa_core.types import Caption, Hit

    texts = (
        "A woman in a red coat opens a door.",
        "A brown dog sleeps on a sofa.",
        "A cyclist waits at a traffic light.",
    )
    hits = [Hit(Caption(5.0 * n, text, 5.0 * n), 1.0 - n / 10, n) for n, text in enumerate(texts)]
    start = time.monotonic()
    with drafter:
        opened = time.monotonic()
        draft = drafter.draft("What does the dog do?", hits)
        end = time.monotonic()
    said = draft.error or "; ".join(repr(claim.text) for claim in draft.claims) or "no claim"
    return True, f"{said}; opened in {opened - start:.1f} s, {end - opened:.1f} s a draft"


try_captioner = Attempt("pixels reach captioner", _caption)
try_drafter = Attempt("a question reaches drafter", _draft)


def _two_pictures() -> list[Frame]:
    import numpy as np

    from gvqa_core.types import Frame

    shades = (((20, 20, 20), (220, 20, 20)), ((235, 235, 235), (20, 40, 220)))
    frames: list[Frame] = []
    for number, (ground, square) in enumerate(shades):
        image = np.full((224, 224, 3), ground, np.uint8)
        image[56:168, 56:168] = square
        frames.append(Frame(image=image, timestamp=float(number), pts=float(number)))
    return frames
