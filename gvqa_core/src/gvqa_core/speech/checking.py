"""Is each claim about what is said supported by the transcript at the time it cites?

The counterpart of Algorithm 1 for speech. For a claim (c, t): take the passages spoken
at t and judge what c says is said. Not supported: the same passages with the i-th one
before, then with the i-th one after, i = 1 … n. None supports it: Unverified.

A quotation must stand there word for word and a topic must be named; a statement must be
entailed, for which questions count as nothing said. Who speaks, and that it is a promise or
a warning, is believed only where the transcript tells it. That something is *not* said is
never taken as shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from gvqa_core.builtin.sentences import sentences
from gvqa_core.checking.judging import judge_pairs
from gvqa_core.reading.time_references import hypothesis
from gvqa_core.speech.channel import Report, names_no_one, report
from gvqa_core.speech.transcript import spoken_at
from gvqa_core.speech.words import has_word, names, quotes
from gvqa_core.text import clock
from gvqa_core.types import Evidence, Judgement, Verdict, VerifiedClaim
from gvqa_core.verification import offsets, why_not

if TYPE_CHECKING:
    from gvqa_core.checking.judging import JudgeCall
    from gvqa_core.types import Caption, Claim, Pair, Segment

BY_WORDS = "words of the transcript"
"""Name of the judge where words alone decide."""

_DENIED = "that something is not said cannot be shown by a passage"
_NO_READER = "the verifier judges frames, and what is said needs one that reads text"
_ONLY_ASKED = "only questions are asked there, and a question states nothing"
_SAID_BUT = "it is said there, but the transcript does not tell"


@frozen(kw_only=True)
class SpeechProcedure:
    """What the check of speech works with.

    Attributes:
        segments: The transcript's passages, by start.
        judge: The verifier's `judge`; None when it judges frames.
        interval: Δt, seconds: how far from a citation the nearest passage may be.
        neighbours: n, passages taken in addition on each side.
        moments: For each claim, the passages retrieved for its question, among which
            another one is sought that holds an Unverified claim; empty seeks none.
    """

    segments: Sequence[Segment]
    judge: JudgeCall | None
    interval: float
    neighbours: int
    moments: Sequence[Sequence[Caption]] = ()

    def run(self, claims: Mapping[int, Claim]) -> Iterator[tuple[int, VerifiedClaim]]:
        """Verify claims about what is said.

        Args:
            claims: By position, with `hypothesis` prepared.

        Yields:
            (position, verified claim).
        """
        reports = {position: _report(claim) for position, claim in claims.items()}
        looked: dict[int, list[Evidence]] = {position: [] for position in claims}
        for offset in offsets(self.neighbours):
            wanted = {
                position: found
                for position in looked
                if (found := self._passages(claims[position].timestamp, offset)) or offset == 0
            }
            evidence = self._look(claims, reports, wanted, offset)
            for position, look in evidence.items():
                looked[position].append(look)
                if offset == 0 and look.judgement is None:
                    yield position, _unverified(claims[position], looked.pop(position))
                elif look.judgement is not None and look.judgement.supports:
                    yield position, _grounded(claims[position], looked.pop(position))
        for position, looks in looked.items():
            offer = self._elsewhere(position, claims[position], reports[position], looks[0])
            yield position, _unverified(claims[position], looks, offer)

    def states(self, claims: Mapping[int, Claim]) -> dict[int, Evidence]:
        """Where what claims say, seen or not, is *said* at the times they cite.

        Returns:
            Position → the passages that entail it; absent where none do.
        """
        if self.judge is None:
            return {}
        wanted = {
            position: found
            for position, claim in claims.items()
            if (found := self._passages(claim.timestamp, 0))
        }
        reports = {p: Report("", claims[p].hypothesis, "statement") for p in wanted}
        looks = self._look(claims, reports, wanted, 0)
        return {p: look for p, look in looks.items() if look.judgement and look.judgement.supports}

    def _passages(self, time: float, offset: int) -> tuple[Segment, ...]:
        """The passages at a time, and `offset` more of them before or after; empty for none."""
        here = spoken_at(self.segments, time, self.interval)
        if not here:
            return ()
        start, stop = here.start + min(offset, 0), here.stop + max(offset, 0)
        if start < 0 or stop > len(self.segments):
            return ()
        return tuple(self.segments[start:stop])

    def _look(
        self,
        claims: Mapping[int, Claim],
        reports: Mapping[int, Report],
        wanted: Mapping[int, tuple[Segment, ...]],
        offset: int,
    ) -> dict[int, Evidence]:
        """Judge each claim by its passages, all that need the verifier in one call."""
        decided: dict[int, Judgement | str] = {}
        pairs: dict[int, Pair] = {}
        for position, passages in wanted.items():
            answer = self._without_verifier(claims[position], reports[position], passages)
            if answer is not None:
                decided[position] = answer
            else:
                pairs[position] = (_stated(passages), reports[position].content)
        if self.judge is not None:
            judged = judge_pairs(self.judge, list(pairs.values()))
            decided |= dict(zip(pairs, judged, strict=True))
        evidence: dict[int, Evidence] = {}
        for position, passages in wanted.items():
            answer = decided[position]
            if isinstance(answer, Judgement):
                answer = _as_told(answer, reports[position], passages)
            evidence[position] = Evidence(
                timestamp=passages[0].start if passages else claims[position].timestamp,
                offset=offset,
                judgement=answer if isinstance(answer, Judgement) else None,
                reason=answer if isinstance(answer, str) else None,
                spoken=passages,
            )
        return evidence

    def _without_verifier(
        self, claim: Claim, said: Report, passages: Sequence[Segment]
    ) -> Judgement | str | None:
        """What needs no verifier: a judgement by words, or why there is none; else None."""
        if not passages:
            return f"nothing is said at {clock(claim.timestamp)} or near it"
        if said.denied:
            return _DENIED
        if said.form != "statement":
            return _by_words(said, passages)
        if self.judge is None:
            return _NO_READER
        return None if _stated(passages) else _ONLY_ASKED

    def _elsewhere(
        self, position: int, claim: Claim, said: Report, cited: Evidence
    ) -> Evidence | None:
        """Another passage at which an Unverified claim holds: retrieved, or with its words."""
        if not self.moments or position >= len(self.moments):
            return None
        others = [segment for segment in self.segments if segment not in cited.spoken]
        if said.form == "statement":
            times = {c.pts for c in self.moments[position] if c.channel == "said"}
            others = [segment for segment in others if segment.start in times]
        places = {place: (segment,) for place, segment in enumerate(others)}
        looks = self._look(
            dict.fromkeys(places, claim), dict.fromkeys(places, said), places, offset=0
        )
        supporting = (look for look in looks.values() if look.judgement and look.judgement.supports)
        return next(supporting, None)


def _report(claim: Claim) -> Report:
    found = report(hypothesis(claim.text, cited=claim.cited))
    if found is None:
        return Report("", claim.hypothesis, "statement")
    return attrs.evolve(found, content=claim.hypothesis)


def _stated(passages: Sequence[Segment]) -> str:
    """What the passages state: their sentences without the questions."""
    every = sentences(" ".join(passage.text for passage in passages))
    return " ".join(s for s in every if not s.rstrip('"”’)] ').endswith("?"))


def _by_words(said: Report, passages: Sequence[Segment]) -> Judgement:
    text = " ".join(passage.text for passage in passages)
    if said.form == "quote":
        holds, lack = quotes(text, said.content), "these words are not said there"
    else:
        holds, lack = names(text, said.content), "it is not named there"
    return Judgement(supports=holds, reason=None if holds else lack, judge=BY_WORDS)


def _as_told(judgement: Judgement, said: Report, passages: Sequence[Segment]) -> Judgement:
    """Withdraw support where a sentence tells who speaks, or how, and the transcript does not."""
    if not judgement.supports:
        return judgement
    lacking = ""
    if not names_no_one(said.speaker) and not all(_speaks(p, said.speaker) for p in passages):
        lacking = f"who says it: {said.speaker}"
    elif said.manner and not _in_manner(said, passages):
        lacking = f"how it is meant: {said.manner}"
    if not lacking:
        return judgement
    return attrs.evolve(judgement, supports=False, reason=f"{_SAID_BUT} {lacking}")


def _in_manner(said: Report, passages: Sequence[Segment]) -> bool:
    """Whether the words themselves show the verb: "I promise", or a question that is asked."""
    if said.manner.startswith("ask"):
        return said.content.rstrip().endswith("?")
    return any(has_word(passage.text, said.manner) for passage in passages)


def _speaks(passage: Segment, speaker: str) -> bool:
    name = speaker.casefold().removeprefix("the ")
    told = passage.speaker or passage.text.partition(":")[0]
    return told.casefold().removeprefix("the ") == name


def _grounded(claim: Claim, looked: Sequence[Evidence]) -> VerifiedClaim:
    return VerifiedClaim(claim, Verdict.GROUNDED, looked[-1], tuple(looked))


def _unverified(
    claim: Claim, looked: Sequence[Evidence], offer: Evidence | None = None
) -> VerifiedClaim:
    reason = _why_not(looked)
    if offer is not None:
        reason += f"; it is said at {clock(offer.timestamp)}"
    return VerifiedClaim(
        claim, Verdict.UNVERIFIED, looked[0], tuple(looked), reason=reason, entailed_at=offer
    )


def _why_not(looked: Sequence[Evidence]) -> str:
    # A neighbour may have the words that the cited passage lacks, and only who speaks be open.
    telling = next((look for look in looked if _is_said(look)), looked[0])
    return why_not(telling, "said")


def _is_said(look: Evidence) -> bool:
    reason = look.judgement.reason if look.judgement else None
    return reason is not None and reason.startswith(_SAID_BUT)
