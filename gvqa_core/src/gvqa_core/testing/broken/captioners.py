"""Captioners that break their contract, each in one way."""

# ruff: noqa: D102 - the protocols document these methods
from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from gvqa_core.testing.broken._plain import Plain
from gvqa_core.types import (
    Frame,
)


class RedOrBlue(Plain):
    """A right captioner, from which the wrong ones are made."""

    batch_size = 4
    max_pixels: int | None = None

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return [self.describe(frame) for frame in frames]

    def describe(self, frame: Frame) -> str:
        red, _, blue = frame.image.reshape(-1, 3).mean(axis=0)
        return f"A {'red' if red > blue else 'blue'} square."


class BlindCaptioner(RedOrBlue):
    """Says the same of every picture: its pixels never reach it."""

    def describe(self, frame: Frame) -> str:
        return "A square."


class BgrCaptioner(RedOrBlue):
    """Takes red for blue."""

    def describe(self, frame: Frame) -> str:
        return super().describe(evolve(frame, image=frame.image[..., ::-1]))


class ShortCaptioner(RedOrBlue):
    """Loses the last frame of a batch."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return super().caption(frames[: max(1, len(frames) - 1)])


class SortedCaptioner(RedOrBlue):
    """Gives captions in an order of its own."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return sorted(super().caption(frames))


class BatchSensitiveCaptioner(RedOrBlue):
    """Says more about a frame that has company, as wrong padding does."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        extra = " It has company." if len(frames) > 1 else ""
        return [text + extra for text in super().caption(frames)]


class CountingCaptioner(RedOrBlue):
    """Never says the same twice."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def describe(self, frame: Frame) -> str:
        self._count += 1
        return f"{super().describe(frame)} Number {self._count}."


class OnceCaptioner(RedOrBlue):
    """Works only until it is closed for the first time."""

    def __init__(self) -> None:
        super().__init__()
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def describe(self, frame: Frame) -> str:
        return "" if self._closed else super().describe(frame)


class TalkativeIdentityCaptioner(RedOrBlue):
    """Puts its key into the identity, and so into every report."""

    @property
    def identity(self) -> Mapping[str, str]:
        return {"model": "red-or-blue", "api_key": "0123456789"}
