"""Samplers that break their contract, each in one way."""

# ruff: noqa: D102 - the protocols document these methods
from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from gvqa_core.protocols import Video
from gvqa_core.testing.broken._plain import Plain
from gvqa_core.types import (
    Frame,
    Window,
)


class EveryThreeSeconds(Plain):
    """A right sampler, from which the wrong ones are made."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        yield from video.sample(3.0, window.start, window.end, max_pixels=max_pixels)


class BackwardSampler(EveryThreeSeconds):
    """Yields the last frame first."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        yield from reversed(list(super().sample(video, window, max_pixels=max_pixels)))


class HoardingSampler(EveryThreeSeconds):
    """Decodes everything before it yields anything."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        frames = list(super().sample(video, window, max_pixels=max_pixels))
        yield from frames


class WindowlessSampler(EveryThreeSeconds):
    """Does not care for the window."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        yield from super().sample(video, Window(), max_pixels=max_pixels)


class GreyscaleSampler(EveryThreeSeconds):
    """Hands out pictures with one channel."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        for frame in super().sample(video, window, max_pixels=max_pixels):
            yield evolve(frame, image=frame.image[..., :1])
