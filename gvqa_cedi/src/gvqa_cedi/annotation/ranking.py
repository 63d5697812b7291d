"""What people said of examiners: how realistic their conversations are, how relevant they ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gvqa_cedi.annotation.labels import Labels
from gvqa_cedi.transcripts import Transcript

UNNAMED = "(no examiner named)"


def mean_ranks(transcripts: Sequence[Transcript], labels: Labels) -> dict[str, float | None]:
    """Examiner → mean rank of its conversations, 1 the most realistic."""
    ranks: defaultdict[str, list[int]] = defaultdict(list)
    for conversation, rank in labels.realism.items():
        if conversation < len(transcripts):
            ranks[transcripts[conversation].examiner or UNNAMED].append(rank)
    return {name: sum(found) / len(found) for name, found in sorted(ranks.items())}


def relevance(transcripts: Sequence[Transcript], labels: Labels) -> dict[str, float | None]:
    """Examiner → share of its questions that are relevant, in [0, 1]."""
    marks: defaultdict[str, list[bool]] = defaultdict(list)
    for (conversation, _), relevant in labels.relevant.items():
        if conversation < len(transcripts):
            marks[transcripts[conversation].examiner or UNNAMED].append(relevant)
    return {name: sum(found) / len(found) for name, found in sorted(marks.items())}
