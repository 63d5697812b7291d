"""Video → captions: sampled, described, kept; only what is missing is decoded and described."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from gvqa_core.captioning import batches, caption_batch
from gvqa_core.errors import StoreError
from gvqa_core.events import StageEvent
from gvqa_core.protocols import PlanningSampler
from gvqa_core.store import content_key
from gvqa_core.threads.prefetch import ahead
from gvqa_core.types import Caption, VideoInfo, Window
from gvqa_core.unchanged import FileState, check_unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from gvqa_core.captioning import CaptionCall
    from gvqa_core.crew import Crew
    from gvqa_core.protocols import Sampler, Video
    from gvqa_core.speech.transcript import Transcript
    from gvqa_core.store import Store
    from gvqa_core.types import Frame

    Progress = Callable[[StageEvent], None]

_NO_END = math.inf


@frozen
class IngestedVideo:
    """A video whose frames have been described; what `VideoQA.ask` works on.

    Attributes:
        path: Absolute path of the file.
        info: Its facts.
        sha256: Content hash at ingest.
        key: Cache key of its captions.
        captions: Every caption in ascending time; failed ones have `error` set.
        window: The span that was ingested.
        warnings: What went less than well.
        state: File state when it was hashed.
        transcript: What is said in it; None where that is not known.
    """

    path: str
    info: VideoInfo
    sha256: str
    key: str
    captions: tuple[Caption, ...] = field(repr=False)
    window: Window
    warnings: tuple[str, ...] = ()
    state: FileState | None = field(default=None, repr=False, eq=False)
    transcript: Transcript | None = None

    @classmethod
    def of(
        cls,
        video: Video,
        sha256: str,
        key: str,
        captions: Sequence[Caption],
        window: Window,
        warnings: Sequence[str],
        state: FileState,
        transcript: Transcript | None,
    ) -> IngestedVideo:
        """Put together what is known of an opened video; `state` is from before it was read."""
        return cls(
            path=video.info.path,
            info=video.info,
            sha256=sha256,
            key=key,
            captions=tuple(captions),
            window=window,
            warnings=tuple(warnings),
            state=state,
            transcript=transcript,
        )

    @property
    def described(self) -> tuple[Caption, ...]:
        """The captions that have text."""
        return tuple(caption for caption in self.captions if caption.error is None)

    def check_unchanged(self) -> None:
        """Make sure the video and its subtitle file are still those that were ingested.

        Raises:
            VideoChangedError: One is gone or its content is another.
        """
        check_unchanged(self.path, self.sha256, self.state, what="the video")
        if self.transcript is not None:
            self.transcript.check_unchanged()


@frozen
class IngestPlan:
    """What an ingest would do.

    Attributes:
        info: The video's facts.
        frames: Frames to be described in all; None when only sampling can tell.
        cached: How many of them are already in the cache.
        seconds: Estimated time for the rest; None until this captioner was timed here.
    """

    info: VideoInfo
    frames: int | None
    cached: int
    seconds: float | None


def key_for(sha256: str, crew: Crew) -> str:
    """The cache key of a video's captions: content, sampler, captioner and all their options."""
    sampler, captioner = crew.identity("sampler"), crew.identity("captioner")
    return content_key(video=sha256, sampler=dict(sampler), captioner=dict(captioner))


@frozen(kw_only=True)
class Ingest:
    """One run over one video.

    Attributes:
        video: The opened video.
        sampler: Chooses frames.
        caption: The captioner's `caption`.
        batch_size: Frames in one captioner call.
        max_pixels: The captioner's pixel budget.
        store: Keeps captions as they arrive.
        key: Their cache key.
        captioner: The captioner's name with its model, for timing estimates.
        window: The span to ingest.
        progress: Told of each batch.
    """

    video: Video
    sampler: Sampler
    caption: CaptionCall
    batch_size: int
    max_pixels: int | None
    store: Store
    key: str
    captioner: str
    window: Window
    progress: Progress

    @classmethod
    def of(
        cls, video: Video, key: str, window: Window, crew: Crew, store: Store, progress: Progress
    ) -> Ingest:
        """Set a run up with a crew's sampler and captioner."""
        captioner = crew.unopened("captioner")
        return cls(
            video=video,
            sampler=crew.unopened("sampler"),
            caption=crew.caller("captioner", "caption"),
            batch_size=captioner.batch_size,
            max_pixels=captioner.max_pixels,
            store=store,
            key=key,
            captioner=crew.title("captioner"),
            window=window,
            progress=progress,
        )

    def run(self) -> tuple[tuple[Caption, ...], tuple[str, ...]]:
        """Describe every sampled frame that is not yet in the store.

        Returns:
            All captions of the window in ascending time, and warnings.
        """
        kept = self.store.captions(self.key)
        span = (self.window.start, _NO_END if self.window.end is None else self.window.end)
        notes = self.store.finished(self.key, *span)
        if notes is not None:
            return tuple(c for t, c in kept.items() if inside(self.window, t)), notes
        planned = planned_times(self.sampler, self.video, self.window)
        fresh = self._describe(kept, planned)
        notes = (*self.video.info.warnings, *self._missing(fresh, kept, planned))
        captions = [c for t, c in kept.items() if inside(self.window, t) and t not in fresh]
        captions += fresh.values()
        if all(caption.error is None for caption in captions):
            self._keep(lambda: self.store.finish(self.key, *span, notes))
        return tuple(sorted(captions, key=lambda caption: caption.timestamp)), notes

    def _describe(
        self, kept: Mapping[float, Caption], planned: Sequence[float] | None
    ) -> dict[float, Caption]:
        total = None if planned is None else len(planned)
        done = 0 if planned is None else sum(time in kept for time in planned)
        begun = time.perf_counter()
        fresh: dict[float, Caption] = {}
        spent = 0.0
        for batch in ahead(batches(self._frames(kept, planned), self.batch_size)):
            started = time.perf_counter()
            captions = caption_batch(self.caption, batch)
            spent += time.perf_counter() - started
            self._keep(lambda captions=captions: self.store.add_captions(self.key, captions))
            fresh.update({caption.timestamp: caption for caption in captions})
            self.progress(
                StageEvent(
                    stage="caption",
                    done=done + len(fresh),
                    total=total,
                    seconds=time.perf_counter() - begun,
                )
            )
        if fresh:
            self._keep(lambda: self.store.add_rate(self.captioner, len(fresh), spent))
        return fresh

    def _frames(
        self, kept: Mapping[float, Caption], planned: Sequence[float] | None
    ) -> Iterator[Frame]:
        if planned is not None:
            missing = [time for time in planned if time not in kept]
            return self.video.frames_at(missing, max_pixels=self.max_pixels, errors="skip")
        frames = self.sampler.sample(self.video, self.window, max_pixels=self.max_pixels)
        return (frame for frame in frames if frame.timestamp not in kept)

    def _missing(
        self,
        fresh: Mapping[float, Caption],
        kept: Mapping[float, Caption],
        planned: Sequence[float] | None,
    ) -> list[str]:
        notes: list[str] = []
        lost = [time for time in planned or () if time not in fresh and time not in kept]
        if lost:
            notes.append(f"{len(lost)} frames could not be decoded, the first at {lost[0]:g} s")
        failed = [caption for caption in fresh.values() if caption.error is not None]
        if failed:
            first = failed[0]
            notes.append(
                f"{len(failed)} frames have no caption, the first at {first.timestamp:g} s: "
                f"{first.error}; they are tried again at the next ingest"
            )
        return notes

    def _keep(self, write: Callable[[], None]) -> None:
        """Write to the store; when it fails the work goes on, only uncached."""
        try:
            write()
        except StoreError as error:
            warnings.warn(f"captions are not being cached: {error}", stacklevel=2)


def plan(video: Video, sha256: str, crew: Crew, store: Store, window: Window) -> IngestPlan:
    """Tell what an ingest would do, without describing anything."""
    key = key_for(sha256, crew)
    kept = [time for time in store.captions(key) if inside(window, time)]
    times = planned_times(crew.unopened("sampler"), video, window)
    frames = None if times is None else len(times)
    rate = store.seconds_per_frame(crew.title("captioner"))
    left = None if frames is None else max(0, frames - len(kept))
    seconds = None if rate is None or left is None else rate * left
    return IngestPlan(info=video.info, frames=frames, cached=len(kept), seconds=seconds)


def described(video: IngestedVideo, window: Window | None) -> list[Caption]:
    """The usable captions of a span of a video, in ascending time."""
    return [c for c in video.described if window is None or inside(window, c.timestamp)]


def inside(window: Window, time: float) -> bool:
    """Whether a time lies in a window, both ends included."""
    return window.start <= time <= (_NO_END if window.end is None else window.end)


def planned_times(sampler: Sampler, video: Video, window: Window) -> list[float] | None:
    """The times a sampler will choose, if it can tell without decoding."""
    if not isinstance(sampler, PlanningSampler):
        return None
    times = sampler.plan(video, window)
    return None if times is None else list(times)
