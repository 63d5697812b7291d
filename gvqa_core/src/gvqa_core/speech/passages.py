"""Cues → passages: what is shown in pieces is read, found and judged in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from gvqa_core.media import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 15.0
"""Seconds after which a passage ends although its sentence goes on."""

MOST_CHARACTERS = 300
"""Length at which it does."""

LARGEST_GAP = 2.0
"""Seconds of silence that end a passage."""

_ENDS = re.compile(r"[.!?…。！？][\"'”’)\]]*\Z")


def passages(cues: Sequence[Segment]) -> tuple[Segment, ...]:
    """Join cues into sentences.

    Lines that a cue repeats from the one before it, as live captions roll, count once;
    a cue of nothing else makes the passage last longer.

    Args:
        cues: By start; they may overlap.

    Returns:
        Passages by start, each on one line.
    """
    joined: list[Segment] = []
    for cue in _unrolled(cues):
        if joined and not cue.text:
            joined[-1] = evolve(joined[-1], end=max(joined[-1].end, cue.end))
        elif joined and _goes_on(joined[-1], cue):
            last = joined[-1]
            text = f"{last.text} {cue.text}"
            joined[-1] = Segment(last.start, max(last.end, cue.end), text, last.speaker)
        else:
            joined.append(cue)
    return tuple(joined)


def _goes_on(passage: Segment, cue: Segment) -> bool:
    return (
        not _ENDS.search(passage.text)
        and cue.speaker == passage.speaker
        and cue.start - passage.end <= LARGEST_GAP
        and cue.end - passage.start <= LONGEST
        and len(passage.text) + len(cue.text) < MOST_CHARACTERS
    )


def _unrolled(cues: Sequence[Segment]) -> Iterator[Segment]:
    """Each cue on one line, without the lines that stood in the one before it."""
    before: tuple[str, ...] = ()
    ended = float("-inf")
    for cue in cues:
        lines = tuple(cue.text.split("\n"))
        rolls = cue.start - ended <= LARGEST_GAP / 4
        fresh = [line for line in lines if not (rolls and line in before)]
        before, ended = lines, max(cue.end, ended)
        yield Segment(cue.start, cue.end, " ".join(fresh), cue.speaker)
