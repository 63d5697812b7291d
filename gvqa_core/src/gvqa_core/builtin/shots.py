"""The sampler `shots`: one frame of each shot, found with PySceneDetect."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from gvqa_core.builtin.samplers import bounds
from gvqa_core.component import BaseComponent

if TYPE_CHECKING:
    from gvqa_core.protocols import Video
    from gvqa_core.types import Frame, Window

_LOOK_PIXELS = 320 * 180
"""Cuts are as plain to see in small pictures."""


@frozen(kw_only=True)
class ShotsOptions:
    """Options of the sampler `shots`.

    Attributes:
        threshold: Mean change of a picture, 0 to 255, that makes a cut.
        shortest: Seconds; cuts closer together are one.
        step: Seconds between the frames compared; a cut is found to within one step.
    """

    threshold: float = field(default=27.0, validator=validators.gt(0))
    shortest: float = field(default=0.6, validator=validators.ge(0))
    step: float = field(default=0.2, validator=validators.gt(0))


class ShotsSampler(BaseComponent[ShotsOptions]):
    """The frame in the middle of each shot.

    Reads the window twice: for the cuts, in small pictures, then for the frames.
    """

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        """Yield one frame for each shot of the window."""
        start, end = bounds(video, window)
        if start > end:
            return
        edges = [start, *self._cuts(video, start, end), end]
        middles = [(begin + finish) / 2 for begin, finish in pairwise(edges)]
        yield from video.frames_at(middles, max_pixels=max_pixels, errors="skip")

    def _cuts(self, video: Video, start: float, end: float) -> Iterator[float]:
        """Find the times at which a new shot begins, seconds, ascending."""
        import numpy as np
        from scenedetect import FrameTimecode
        from scenedetect.detectors import ContentDetector

        options = self.options
        detector: Any = ContentDetector(options.threshold, min_scene_len=float(options.shortest))
        for frame in video.sample(options.step, start, end, max_pixels=_LOOK_PIXELS):
            number = round((frame.timestamp - start) / options.step)
            bgr = np.ascontiguousarray(frame.image[..., ::-1])
            for cut in detector.process_frame(FrameTimecode(number, fps=1 / options.step), bgr):
                yield start + cut.frame_num * options.step
