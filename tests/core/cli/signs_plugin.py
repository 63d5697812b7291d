"""A captioner that knows the slides of the test talk by their ground colour.

It stands in for a model where the command line is under test: quick to load, and
its texts can be made hostile, slow or broken from outside.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from gvqa_core.component import BaseComponent, ComponentSpec
from gvqa_core.hookspecs import hookimpl
from gvqa_core.types import Frame

SLIDES = (
    ("Frames every 5 seconds", (250, 250, 250)),
    ("3 billion parameters", (250, 230, 120)),
    ("Thank you", (150, 220, 150)),
)


@frozen
class SignsOptions:
    """What it says, and how.

    Attributes:
        texts: A JSON file with one caption for each slide; empty for what they say.
        delay: Seconds spent on each frame.
        fails_at: The time from which on it raises.
    """

    texts: str = ""
    delay: float = 0.0
    fails_at: float = float("inf")


class Signs(BaseComponent[SignsOptions]):
    batch_size = 2
    max_pixels = None

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        texts = [f'The slide says "{line}".' for line, _ in SLIDES]
        if self.options.texts:
            texts = json.loads(Path(self.options.texts).read_text(encoding="utf-8"))
        return [texts[self._slide(frame)] for frame in frames]

    def _slide(self, frame: Frame) -> int:
        time.sleep(self.options.delay)
        if frame.timestamp >= self.options.fails_at:
            raise ValueError("boom")
        ground = frame.image[:20, :20].mean(axis=(0, 1))
        distances = [abs(ground - colour).sum() for _, colour in SLIDES]
        return distances.index(min(distances))


@hookimpl
def gvqa_captioners() -> list[ComponentSpec]:
    return [
        ComponentSpec(
            kind="captioner",
            name="signs",
            factory="signs_plugin:Signs",
            options="signs_plugin:SignsOptions",
            priority=-1,
        )
    ]
