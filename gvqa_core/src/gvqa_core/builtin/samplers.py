"""The built-in samplers: which frames of a video are captioned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from gvqa_core.component import BaseComponent, ComponentSpec
from gvqa_core.config import INTERVAL, check_interval

if TYPE_CHECKING:
    from gvqa_core.protocols import Video
    from gvqa_core.types import Frame, Window

_HERE = "gvqa_core.builtin.samplers"


@frozen(kw_only=True)
class IntervalOptions:
    """Options of the sampler `interval`.

    Attributes:
        interval: Seconds between samples.
        dedupe: Leave out a sample that shows the same frame as the one before it
            (a slide held for longer than the interval).
    """

    interval: float = field(default=INTERVAL, validator=check_interval)
    dedupe: bool = False


class IntervalSampler(BaseComponent[IntervalOptions]):
    """One frame every `interval` seconds, the first at the start of the window."""

    def plan(self, video: Video, window: Window) -> list[float] | None:
        """Return the times of all steps; None with `dedupe`, which has to see the frames."""
        from gvqa_core.video.index import TOLERANCE

        if self.options.dedupe:
            return None
        last = video.info.last_timestamp
        last = last if window.end is None else min(window.end, last)
        steps = int((last + TOLERANCE - window.start) // self.options.interval) + 1
        return [window.start + step * self.options.interval for step in range(max(0, steps))]

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        """Yield the frame at each step while it lies in the window and the video."""
        shown: float | None = None
        for frame in video.sample(
            self.options.interval, window.start, window.end, max_pixels=max_pixels
        ):
            if self.options.dedupe and frame.pts == shown:
                continue
            shown = frame.pts
            yield frame


@frozen(kw_only=True)
class UniformOptions:
    """Options of the sampler `uniform`.

    Attributes:
        frames: How many frames to take.
    """

    frames: int = field(default=32, validator=validators.ge(1))


class UniformSampler(BaseComponent[UniformOptions]):
    """A fixed number of frames, each from the middle of an equal part of the window."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        """Yield the frames at the parts' middles; parts that share a frame give it once."""
        start, end = bounds(video, window)
        if start > end:
            return
        part = (end - start) / self.options.frames
        times = [start + (number + 0.5) * part for number in range(self.options.frames)]
        shown: float | None = None
        for frame in video.frames_at(times, max_pixels=max_pixels, errors="skip"):
            if frame.pts != shown:
                shown = frame.pts
                yield frame


def bounds(video: Video, window: Window) -> tuple[float, float]:
    """Return the part of the window that lies in the video, seconds."""
    end = video.info.duration
    return window.start, end if window.end is None else min(end, window.end)


SPECS: tuple[ComponentSpec, ...] = (
    ComponentSpec(
        kind="sampler",
        name="interval",
        factory=f"{_HERE}:IntervalSampler",
        options=f"{_HERE}:IntervalOptions",
        priority=10,
        summary="one frame every few seconds (Δt, 5 s by default)",
    ),
    ComponentSpec(
        kind="sampler",
        name="uniform",
        factory=f"{_HERE}:UniformSampler",
        options=f"{_HERE}:UniformOptions",
        summary="a fixed number of frames spread evenly over the video",
    ),
    ComponentSpec(
        kind="sampler",
        name="shots",
        factory="gvqa_core.builtin.shots:ShotsSampler",
        options="gvqa_core.builtin.shots:ShotsOptions",
        requires=("scenedetect>=0.7",),
        install="pip install 'gvqa-core[shots]'",
        summary="one frame of each shot (PySceneDetect)",
    ),
)
"""What `gvqa_core.builtin.plugin` declares."""
