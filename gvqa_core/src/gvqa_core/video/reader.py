"""The video a user holds: sampling and random access over any decoder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from math import isfinite
from threading import RLock
from typing import TYPE_CHECKING, Literal

from attrs import evolve

from gvqa_core.errors import (
    DecoderError,
    FrameUnreadableError,
    TimeOutsideVideoError,
    VideoError,
)
from gvqa_core.types import Frame, VideoInfo
from gvqa_core.video.finder import FrameFinder, IndexContradictedError, index_by_decoding
from gvqa_core.video.index import TOLERANCE, TimeIndex
from gvqa_core.video.scaling import fit_to_budget

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.video.decoder import Decoder

_HELD_BYTES = 24 << 20
"""Pictures held back at most when times are asked out of order."""
_ENDS_EARLY = 1.0
"""Seconds that may be missing at the end before a user is told."""


class FileVideo:
    """An opened video file; implements `gvqa_core.protocols.Video`.

    Args:
        path: Absolute path.
        decoder: Walks over the frames; owned and closed by this video.
        reason: Why that decoder.
        index: An index read earlier from the same content; None reads it now.

    Raises:
        DecoderError: Not one frame can be decoded.
    """

    def __init__(
        self, path: str, decoder: Decoder, reason: str, index: TimeIndex | None = None
    ) -> None:
        self._lock = RLock()
        self._closed = False
        self._decoder = decoder
        self._unreadable: set[float] = set()
        self._finder = FrameFinder(decoder, index or self._read_index())
        self._info = VideoInfo(
            path=path,
            duration=0.0,
            last_timestamp=0.0,
            width=decoder.facts.width,
            height=decoder.facts.height,
            codec=decoder.facts.codec,
            rotation=decoder.facts.rotation,
            decoder=decoder.name,
            decoder_reason=reason,
        )
        if index is None:
            self._prove_ends()

    @property
    def index(self) -> TimeIndex:
        """When each frame is shown; may be kept and given to `open_video` later."""
        return self._finder.index

    @property
    def info(self) -> VideoInfo:
        """The facts of the file; `warnings` grows while frames are read."""
        index = self.index
        span = float(index.times[-1] - index.times[0])
        return evolve(
            self._info,
            duration=index.end,
            last_timestamp=index.last,
            fps=(len(index) - 1) / span if span > 0 else None,
            frame_count=len(index),
            warnings=tuple(self._warnings()),
        )

    def sample(
        self,
        interval: float,
        start: float = 0.0,
        end: float | None = None,
        *,
        max_pixels: int | None = None,
    ) -> Iterator[Frame]:
        """Yield the frame at start, start + interval, …; see `gvqa_core.protocols.Video`."""
        if not (isfinite(interval) and interval > 0):
            raise ValueError(f"interval must be a positive number of seconds, got {interval}")
        if not (isfinite(start) and start >= 0):
            raise ValueError(f"start must be 0 or more seconds, got {start}")
        if end is not None and not end >= start:
            raise ValueError(f"end ({end}) must not come before start ({start})")
        return self._sample(interval, start, end, max_pixels)

    def _sample(
        self, interval: float, start: float, end: float | None, max_pixels: int | None
    ) -> Iterator[Frame]:
        for number in count():
            # Multiplying, not adding: thousands of additions would drift.
            time = start + number * interval
            last = self.index.last if end is None else min(end, self.index.last)
            if time > last + TOLERANCE:
                return
            frame = self._frame(time, time + interval, max_pixels)
            if frame is None:
                self._unreadable.add(time)
            else:
                yield frame

    def frames_at(
        self,
        times: Sequence[float],
        *,
        max_pixels: int | None = None,
        errors: Literal["raise", "skip"] = "raise",
    ) -> Iterator[Frame]:
        """Yield the frame at each time, in the order asked; see `gvqa_core.protocols.Video`.

        Times are checked before anything is decoded.
        """
        asked = [float(time) for time in times]
        inside = [time for time in asked if self._inside(time)]
        if errors == "raise" and len(inside) < len(asked):
            wrong = next(time for time in asked if not self._inside(time))
            raise TimeOutsideVideoError(
                f"expected a time from 0 to {self.index.end:.3f} s, got {wrong}"
            )
        return self._frames_at(inside, max_pixels, errors)

    def _inside(self, time: float) -> bool:
        return isfinite(time) and 0 <= time <= self.index.end + TOLERANCE

    def _frames_at(
        self, times: list[float], max_pixels: int | None, errors: Literal["raise", "skip"]
    ) -> Iterator[Frame]:
        size = self._held_at_once(max_pixels)
        for begin in range(0, len(times), size):
            for time, frame in self._in_order(times[begin : begin + size], max_pixels):
                if frame is not None:
                    yield frame
                elif errors == "raise":
                    raise FrameUnreadableError(f"the frame at {time:.3f} s cannot be decoded")

    def _in_order(
        self, times: list[float], max_pixels: int | None
    ) -> Iterator[tuple[float, Frame | None]]:
        """Decode in ascending order, yield in the order asked, hold only what came early."""
        waiting = Counter(times)
        ascending = sorted(waiting)
        following = dict(pairwise(ascending))
        todo = iter(ascending)
        held: dict[float, Frame | None] = {}
        for time in times:
            while time not in held:
                early = next(todo)
                held[early] = self._frame(early, following.get(early), max_pixels)
            waiting[time] -= 1
            yield time, held[time] if waiting[time] else held.pop(time)

    def _held_at_once(self, max_pixels: int | None) -> int:
        pixels = self._info.width * self._info.height
        if max_pixels is not None:
            pixels = min(pixels, max_pixels)
        return max(1, _HELD_BYTES // (3 * pixels))

    def _frame(self, time: float, next_time: float | None, max_pixels: int | None) -> Frame | None:
        """Return the frame at a time, None when it cannot be decoded."""
        with self._lock:
            image = self._image(time, next_time)
            index = self.index
            number = index.number_at(time)
        if image is None:
            return None
        if max_pixels is not None:
            image = fit_to_budget(image, max_pixels)
        return Frame(
            image=image,
            timestamp=time,
            pts=index.shown_at(number),
            duration=index.duration_of(number),
        )

    def _image(self, time: float, next_time: float | None) -> NDArray[np.uint8] | None:
        if self._closed:
            raise VideoError(f"this video has been closed: {self._info.path}")
        for _ in range(2):
            index = self.index
            wanted = float(index.times[index.number_at(time)])
            upcoming = None
            if next_time is not None:
                upcoming = float(index.times[index.number_at(next_time)])
            try:
                return self._finder.find(wanted, upcoming)
            except IndexContradictedError:
                if index.decoded:
                    return None
                self._finder.index = self._index_by_decoding()
        return None

    def _read_index(self) -> TimeIndex:
        try:
            return self._decoder.read_index()
        except ValueError:
            return self._index_by_decoding()

    def _index_by_decoding(self) -> TimeIndex:
        try:
            return index_by_decoding(self._decoder, None)
        except ValueError as error:
            raise DecoderError(
                f"no frame of this {self._decoder.facts.codec} video can be decoded "
                f"({self._decoder.name})"
            ) from error

    def _prove_ends(self) -> None:
        """Decode the first and the last frame of a new index; drop what is never shown."""
        first = self._decoder.now  # a fresh decoder stands on its first frame
        if first is None or not self.index.knows(first):
            self._finder.index = self._index_by_decoding()
            return
        self._finder.index = self.index.part(first, float("inf"))
        if self._image(self.index.last, None) is None:
            last = self._finder.last_readable()
            if last is None:
                raise DecoderError(f"no frame can be decoded: {self._info.path}")
            self._finder.index = self.index.part(first, last)
        elif self._decoder.advance() is not None:
            self._finder.index = self._index_by_decoding()

    def _warnings(self) -> Iterator[str]:
        index, promised = self.index, self._decoder.facts.promised
        if index.decoded:
            yield "the file's own frame times cannot be used; they were found by decoding it once"
        if promised is not None and index.end < promised - _ENDS_EARLY:
            yield (
                f"the file ends early: its header promises {promised:.1f} s, frames can be shown "
                f"up to {index.last:.1f} s (cut short, damaged, or hidden by an edit list)"
            )
        if self._unreadable:
            first = min(self._unreadable)
            yield (
                f"{len(self._unreadable)} samples were left out, the first at {first:.1f} s: "
                "the file is damaged there"
            )

    def close(self) -> None:
        """Release the file; may be called twice."""
        with self._lock:
            self._closed = True
            self._decoder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
