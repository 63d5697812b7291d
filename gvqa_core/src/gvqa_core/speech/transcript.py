"""What is said in a video, with where that is known from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import field, frozen

from gvqa_core.types import Caption, Segment
from gvqa_core.unchanged import FileState, check_unchanged

if TYPE_CHECKING:
    from gvqa_core.types import Window

Origin: TypeAlias = Literal["file", "track", "recognised"]


INSIDE = 0.001
"""Seconds into a passage at which it is cited: at its very start a frame may have been sampled,
and a citation would not tell which of the two is meant."""

MOST_AT_ONCE = 8
"""Passages taken as spoken at one time: people talk at once, a broken file has thousands."""


@frozen
class Transcript:
    """The speech of one video.

    Attributes:
        segments: Passages, by start; they may overlap.
        origin: A subtitle `file`, a subtitle `track` of the video, or `recognised` speech.
        source: The file's path, the track, or the model that recognised it.
        sha256: Content hash of the subtitle file; of the video for the others.
        language: Language code where it is known; else empty.
        warnings: What a user should know of it.
        state: State of the subtitle file when it was read; None for the others.
    """

    segments: tuple[Segment, ...] = field(repr=False)
    origin: Origin
    source: str
    sha256: str
    language: str = ""
    warnings: tuple[str, ...] = ()
    state: FileState | None = field(default=None, repr=False, eq=False)

    def check_unchanged(self) -> None:
        """Make sure a subtitle file is still the one that was read.

        Raises:
            VideoChangedError: It is gone or its content is another.
        """
        if self.origin == "file":
            check_unchanged(self.source, self.sha256, self.state, what="the subtitle file")

    def captions(self, window: Window | None = None) -> list[Caption]:
        """The passages that overlap a span, as a retriever takes them; `pts` is their start."""
        start = 0.0 if window is None else window.start
        end = float("inf") if window is None or window.end is None else window.end
        return [
            Caption(
                s.start + INSIDE, s.text, s.start, channel="said", end=max(s.end, s.start + INSIDE)
            )
            for s in self.segments
            if s.end >= start and s.start <= end
        ]

    def described(self) -> dict[str, Any]:
        """Where it is from, for an answer's provenance."""
        return {
            "origin": self.origin,
            "source": self.source,
            "sha256": self.sha256,
            "language": self.language,
            "passages": len(self.segments),
        }


def spoken_at(segments: Sequence[Segment], time: float, reach: float) -> range:
    """The passages that are spoken at a time, else those nearest to it.

    Args:
        segments: By start; they may overlap.
        time: Seconds.
        reach: How far the nearest one may be away, seconds.

    Returns:
        Their positions, neighbours all and the latest `MOST_AT_ONCE`; empty when nothing
        is said within `reach`.
    """
    gaps = [max(s.start - time, time - s.end, 0.0) for s in segments]
    nearest = min(gaps, default=float("inf"))
    if not nearest <= reach:
        return range(0)
    found = [position for position, gap in enumerate(gaps) if gap == nearest]
    return range(max(found[0], found[-1] + 1 - MOST_AT_ONCE), found[-1] + 1)
