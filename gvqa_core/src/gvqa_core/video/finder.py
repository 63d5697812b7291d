"""From a time in the index to the proven frame: walk on, or seek where that saves decoding."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING

from gvqa_core.video.decoder import ELSEWHERE
from gvqa_core.video.index import TOLERANCE, TimeIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.video.decoder import Decoder

_BEGINNING = float("-inf")
_KEYS_TRIED = 3
"""Some containers land past the key frame asked for; further back than this we start over."""


class IndexContradictedError(Exception):
    """The decoder shows frames that the index does not know, or not those it names."""


class _Outcome(Enum):
    FOUND = auto()
    OVERSHOT = auto()  # the first frame seen is already later than the wanted one
    PASSED = auto()  # earlier and later frames were seen, the wanted one was not
    BROKEN = auto()  # the file ends or is damaged before the wanted frame
    NOTHING = auto()  # the same, before any frame: perhaps the seek went too far


class FrameFinder:
    """Finds frames by time and accepts one only when its own time is the wanted one.

    Args:
        decoder: Walks over the frames.
        index: When each frame is shown.
    """

    def __init__(self, decoder: Decoder, index: TimeIndex) -> None:
        self.decoder = decoder
        self.index = index
        self._damaged: list[tuple[float, float]] = []

    def find(self, time: float, upcoming: float | None = None) -> NDArray[np.uint8] | None:
        """Decode the frame that the index shows at exactly `time`.

        Args:
            time: A time of the index, seconds.
            upcoming: The time that will be wanted next, if known.

        Returns:
            The picture; None when the file is damaged there.

        Raises:
            IndexContradictedError: The decoder disagrees with the index.
        """
        decoder = self.decoder
        if decoder.now is not None and abs(decoder.now - time) <= TOLERANCE:
            return decoder.image()
        if any(begin < time < end for begin, end in self._damaged):
            return None
        if upcoming is not None and self._lies_behind_a_key(upcoming, time):
            upcoming = ELSEWHERE
        outcome = _Outcome.OVERSHOT
        if self._should_walk_on(time):
            outcome = self._walk(time, upcoming)
        if outcome in (_Outcome.OVERSHOT, _Outcome.PASSED):
            for start in self._starts(time):
                self._go(start)
                outcome = self._walk(time, upcoming)
                if outcome not in (_Outcome.OVERSHOT, _Outcome.NOTHING):
                    break
        if outcome is _Outcome.FOUND:
            return decoder.image()
        if outcome in (_Outcome.BROKEN, _Outcome.NOTHING):
            return None
        raise IndexContradictedError(f"no frame is shown at {time:.3f} s")

    def last_readable(self) -> float | None:
        """Return the time of the last frame that can be decoded, seconds; None when none can."""
        for start in self._starts(self.index.last, tries=None):
            self._go(start)
            last = None
            while (now := self.decoder.advance()) is not None:
                last = now
            if last is not None:
                return last
        return None

    def _should_walk_on(self, time: float) -> bool:
        if self.decoder.now is None or not self.decoder.reaches(time):
            return False
        return not self._lies_behind_a_key(time, self.decoder.now)

    def _lies_behind_a_key(self, time: float, now: float) -> bool:
        """Return whether seeking to a time saves decoding, seen from the frame at `now`."""
        keys = self.index.keys_before(time - self.decoder.lead)
        return len(keys) > 0 and float(keys[-1]) > now + TOLERANCE

    def _starts(self, time: float, tries: int | None = _KEYS_TRIED) -> Iterator[float]:
        keys = self.index.keys_before(time - self.decoder.lead)[::-1]
        yield from (float(key) for key in keys[:tries])
        yield _BEGINNING

    def _go(self, start: float) -> None:
        if start == _BEGINNING:
            self.decoder.restart()
        else:
            self.decoder.seek(start)

    def _walk(self, time: float, upcoming: float | None) -> _Outcome:
        seen = self.decoder.now
        while (now := self.decoder.advance(time, upcoming)) is not None:
            if abs(now - time) <= TOLERANCE:
                return _Outcome.FOUND
            if not self.index.knows(now):
                raise IndexContradictedError(f"a frame is shown at {now:.3f} s")
            if now > time:
                return _Outcome.OVERSHOT if seen is None else _Outcome.PASSED
            seen = now
        if seen is None:
            return _Outcome.NOTHING
        # Nothing can be decoded from there until another key frame serves: do not try again.
        lead = self.decoder.lead
        recovery = self.index.key_after(time - lead) + lead
        self._damaged.append((time - TOLERANCE, recovery - TOLERANCE))
        return _Outcome.BROKEN


def index_by_decoding(decoder: Decoder, end: float | None) -> TimeIndex:
    """Find the time of every frame by decoding the whole file once, in bounded memory.

    Args:
        decoder: Walks over the frames.
        end: When the video ends, seconds, if a better source knows it.

    Raises:
        ValueError: No frame can be decoded.
    """
    times, keys = array("d"), array("d")
    decoder.restart()
    while True:
        now = decoder.advance()
        if now is not None:
            times.append(now)
            if decoder.is_key():
                keys.append(now)
        elif decoder.ended:
            break
    last_duration = end - max(times) if end is not None and times else None
    return TimeIndex.build(times, keys, last_duration=last_duration, decoded=True)
