"""The six statistics of hallucination in labelled transcripts, as the CEDI paper gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from gvqa_cedi.annotation.labels import FAMILIES, ErrorSpan, Labels
from gvqa_cedi.text.sentences import split_sentences
from gvqa_cedi.transcripts import Transcript


@frozen
class SixStatistics:
    """How much of what was said is hallucinated; all are None when nothing was labelled.

    Attributes:
        samples: Share of conversations with a hallucination, in [0, 1].
        sentences: Share of sentences with one, in [0, 1].
        per_sample: Hallucinations for each conversation, >= 0.
        per_sentence: Hallucinations for each sentence, >= 0.
        per_1000_characters: Hallucinations for each 1,000 characters, >= 0.
        characters: Share of characters inside of one, in [0, 1].
    """

    samples: float | None
    sentences: float | None
    per_sample: float | None
    per_sentence: float | None
    per_1000_characters: float | None
    characters: float | None


@frozen
class _Counted:
    spans: int
    sentences: int
    bad_sentences: int
    characters: int
    bad_characters: int


def six_statistics(transcripts: Sequence[Transcript], labels: Labels) -> SixStatistics:
    """Count over the turns that were labelled; others are left out.

    Every span counts once, also where it runs over two sentences; both are then
    sentences with a hallucination. Characters marked twice count once.
    """
    by_conversation = counted(transcripts, labels)
    found = list(by_conversation.values())
    spans = sum(each.spans for each in found)
    sentences = sum(each.sentences for each in found)
    characters = sum(each.characters for each in found)
    return SixStatistics(
        samples=_share(sum(each.spans > 0 for each in found), len(found)),
        sentences=_share(sum(each.bad_sentences for each in found), sentences),
        per_sample=_share(spans, len(found)),
        per_sentence=_share(spans, sentences),
        per_1000_characters=_share(1000 * spans, characters),
        characters=_share(sum(each.bad_characters for each in found), characters),
    )


def by_family(labels: Labels) -> dict[str, int]:
    """How many hallucinations of each family were marked."""
    counts = Counter(span.family for spans in labels.spans.values() for span in spans)
    return {family: counts[family] for family in FAMILIES}


def counts_of_conversations(transcripts: Sequence[Transcript], labels: Labels) -> Mapping[int, int]:
    """Conversation → how many hallucinations; only those with a labelled turn."""
    return {place: each.spans for place, each in counted(transcripts, labels).items()}


def counted(transcripts: Sequence[Transcript], labels: Labels) -> dict[int, _Counted]:
    """Count each conversation that has a labelled turn."""
    found: dict[int, _Counted] = {}
    for (conversation, turn), spans in sorted(labels.spans.items()):
        mine = _count(transcripts[conversation].turns[turn].text, spans)
        before = found.get(conversation, _Counted(0, 0, 0, 0, 0))
        found[conversation] = _Counted(
            before.spans + mine.spans,
            before.sentences + mine.sentences,
            before.bad_sentences + mine.bad_sentences,
            before.characters + mine.characters,
            before.bad_characters + mine.bad_characters,
        )
    return found


def _count(text: str, spans: Sequence[ErrorSpan]) -> _Counted:
    sentences = split_sentences(text)
    bad = sum(
        any(span.start < sentence.end and sentence.start < span.end for span in spans)
        for sentence in sentences
    )
    marked = {place for span in spans for place in range(span.start, span.end)}
    return _Counted(len(spans), len(sentences), bad, len(text), len(marked))


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
