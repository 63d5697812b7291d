"""Looking at the video again: the real frame at a time, from the source, described blind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs
from attrs import define, field, frozen

from gvqa_core.captioning import batches, caption_batch
from gvqa_core.checking.evidence import picture_of
from gvqa_core.errors import GvqaError

if TYPE_CHECKING:
    from gvqa_core.captioning import CaptionCall
    from gvqa_core.crew import Crew
    from gvqa_core.protocols import Video
    from gvqa_core.types import Caption, Frame, Picture


@frozen
class Look:
    """What one look at one time gave, whoever asked.

    Attributes:
        timestamp: The time looked at, seconds.
        pts: Presentation time of the frame; None when it could not be read.
        picture: The frame, full size; None when it could not be read.
        caption: Its blind caption; None when none was wanted or none was usable.
        reason: Why there is no frame or no caption; None when nothing is missing.
    """

    timestamp: float
    pts: float | None = None
    picture: Picture | None = None
    caption: str | None = None
    reason: str | None = None


@define
class Looker:
    """Extracts frames from the source and describes each distinct one once.

    Attributes:
        video: The opened video.
        caption: The captioner's `caption`; None when the verifier wants pixels only.
        batch_size: Frames in one captioner call and alive at one time.
        max_pixels: The captioner's pixel budget; evidence pictures stay full size.
    """

    video: Video
    caption: CaptionCall | None
    batch_size: int
    max_pixels: int | None
    _looks: dict[float, Look] = field(factory=dict[float, Look], init=False)
    _captions: dict[float, Caption] = field(factory=dict[float, "Caption"], init=False)
    _pictures: dict[float, Picture] = field(factory=dict[float, "Picture"], init=False)

    def look(self, times: Sequence[float]) -> dict[float, Look]:
        """Look at each time, in batches; a time looked at before is not decoded again.

        Args:
            times: Seconds, ascending, distinct, inside the video.

        Returns:
            The look at each time.
        """
        new = [time for time in times if time not in self._looks]
        for batch in self.frames(new):
            self._describe(batch)
            for frame in batch:
                self._looks[frame.timestamp] = self._looked(frame)
        for time in new:
            if time not in self._looks:
                self._looks[time] = unreadable(time)
        return {time: self._looks[time] for time in times}

    def frames(self, times: Sequence[float]) -> Iterator[list[Frame]]:
        """Yield the frames at the times that can be read, full size, a batch at a time."""
        yield from batches(self.video.frames_at(times, errors="skip"), self.batch_size)

    def picture(self, frame: Frame) -> Picture:
        """Compress a frame, each distinct one once."""
        if frame.pts not in self._pictures:
            self._pictures[frame.pts] = picture_of(frame.image)
        return self._pictures[frame.pts]

    def _describe(self, batch: Sequence[Frame]) -> None:
        if self.caption is None:
            return
        new = {frame.pts: frame for frame in batch if frame.pts not in self._captions}
        frames = [self._within_budget(frame) for frame in new.values()]
        try:
            captions = caption_batch(self.caption, frames)
        except GvqaError as error:
            captions = [failed(frame, str(error)) for frame in frames]
        self._captions.update({caption.pts: caption for caption in captions})

    def _within_budget(self, frame: Frame) -> Frame:
        from gvqa_core.video.scaling import fit_to_budget

        if self.max_pixels is None:
            return frame
        return attrs.evolve(frame, image=fit_to_budget(frame.image, self.max_pixels))

    def _looked(self, frame: Frame) -> Look:
        caption = self._captions.get(frame.pts)
        return Look(
            timestamp=frame.timestamp,
            pts=frame.pts,
            picture=self.picture(frame),
            caption=caption.text if caption and caption.error is None else None,
            reason=caption.error if caption else None,
        )


def looker_of(crew: Crew, video: Video, *, pixels_only: bool = False) -> Looker:
    """A looker that describes frames with the captioner chosen for verification.

    Args:
        crew: The components.
        video: The opened video.
        pixels_only: Describe nothing, for a verifier that judges frames.
    """
    captioner = crew.unopened("verify.captioner")
    call = None if pixels_only else crew.caller("verify.captioner", "caption")
    return Looker(video, call, captioner.batch_size, captioner.max_pixels)


def unreadable(time: float) -> Look:
    """The look at a time whose frame cannot be decoded."""
    return Look(timestamp=time, reason=f"the frame at {time:g} s could not be decoded")


def failed(frame: Frame, reason: str) -> Caption:
    """The caption of a frame that could not be described."""
    from gvqa_core.types import Caption

    return Caption(timestamp=frame.timestamp, text="", pts=frame.pts, error=reason)
