"""When every frame of a video is shown: the times of all frames and of the key frames.

Times are seconds from the stream's start. They come from one pass over the
file's packets, without decoding; where the packets have no usable times, from
decoding once. Either way the index is only a plan: a decoder still proves each
frame it hands out by the frame's own time.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

TOLERANCE = 0.0006
"""Seconds within which two times are the same: Matroska rounds times to a millisecond."""


@frozen(eq=False)
class TimeIndex:
    """The times of a video's frames.

    Attributes:
        times: Presentation time of every frame, seconds, `float64`, strictly ascending.
        keys: Times of the frames at which decoding can begin, seconds, `float64`,
            ascending; a key frame that is itself hidden may lie before 0. Empty
            when the file cannot be seeked.
        end: When the last frame leaves the screen, seconds.
        decoded: Whether the times were found by decoding instead of from packets.
    """

    times: NDArray[np.float64]
    keys: NDArray[np.float64]
    end: float
    decoded: bool = False

    @classmethod
    def build(
        cls,
        times: array[float],
        keys: array[float],
        *,
        last_duration: float | None = None,
        decoded: bool = False,
    ) -> Self:
        """Put collected times in order.

        Args:
            times: Presentation times in any order, seconds.
            keys: Times of key frames in any order, seconds.
            last_duration: How long the last frame is shown, seconds; None or a
                senseless value makes it the usual distance between frames.
            decoded: Whether the times were found by decoding.

        Raises:
            ValueError: There are no times.
        """
        if not times:
            raise ValueError("a time index needs at least one frame")
        ordered = np.unique(np.frombuffer(times, dtype=np.float64))
        gap = float(np.median(np.diff(ordered))) if len(ordered) > 1 else 0.0
        if not last_duration or not 0 < last_duration < float("inf"):
            last_duration = gap
        return cls(
            times=ordered,
            keys=np.unique(np.array(keys, dtype=np.float64)),
            end=float(ordered[-1]) + last_duration,
            decoded=decoded,
        )

    def __len__(self) -> int:
        return len(self.times)

    @property
    def last(self) -> float:
        """Time of the last frame, seconds."""
        return self.shown_at(len(self) - 1)

    def number_at(self, time: float) -> int:
        """Return the number of the frame at a time: the last one shown at or before it."""
        return max(0, bisect_right(self.times, time + TOLERANCE) - 1)

    def shown_at(self, number: int) -> float:
        """Return when a frame appears, seconds; the first is shown from the start."""
        return float(self.times[number]) if number > 0 else 0.0

    def duration_of(self, number: int) -> float:
        """Return how long a frame stays on screen, seconds."""
        is_last = number + 1 >= len(self)
        return (self.end if is_last else float(self.times[number + 1])) - self.shown_at(number)

    def knows(self, time: float) -> bool:
        """Return whether a frame is shown at exactly this time (within the tolerance)."""
        nearest = bisect_right(self.times, time + TOLERANCE) - 1
        return nearest >= 0 and abs(float(self.times[nearest]) - time) <= TOLERANCE

    def keys_before(self, time: float) -> NDArray[np.float64]:
        """Return the key frames at or before a time, ascending, seconds."""
        return self.keys[: bisect_right(self.keys, time + TOLERANCE)]

    def key_after(self, time: float) -> float:
        """Return the first key frame after a time, seconds; infinity when there is none."""
        number = bisect_right(self.keys, time + TOLERANCE)
        return float(self.keys[number]) if number < len(self.keys) else float("inf")

    def part(self, first: float, last: float) -> TimeIndex:
        """Return the index of the frames from `first` to `last` only, seconds."""
        begin = bisect_left(self.times, first - TOLERANCE)
        stop = bisect_right(self.times, last + TOLERANCE)
        if begin == 0 and stop >= len(self):
            return self
        return TimeIndex(
            times=self.times[begin:stop].copy(),
            keys=self.keys_before(last).copy(),
            end=self.end if stop >= len(self) else float(self.times[stop]),
            decoded=self.decoded,
        )

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Return what rebuilds this index, for a store: name → array."""
        return {
            "times": self.times,
            "keys": self.keys,
            "end": np.array([self.end], dtype=np.float64),
            "decoded": np.array([self.decoded], dtype=np.bool_),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Rebuild an index from `arrays()`.

        Raises:
            ValueError: An array is missing, or its values make no index.
        """
        try:
            times = np.asarray(arrays["times"], dtype=np.float64)
            keys = np.asarray(arrays["keys"], dtype=np.float64)
            end = float(arrays["end"][0])
            decoded = bool(arrays["decoded"][0])
        except (KeyError, IndexError, TypeError) as error:
            raise ValueError(f"these arrays are no time index: {error!r}") from error
        ascending = all(
            values.ndim == 1 and np.isfinite(values).all() and (np.diff(values) > 0).all()
            for values in (times, keys)
        )
        if not ascending or not len(times) or not times[-1] <= end < float("inf"):
            raise ValueError("the times of a time index must ascend and end before its end")
        return cls(times=times, keys=keys, end=end, decoded=decoded)
