"""The answer by itself: does every verdict follow from the looks recorded for it?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gvqa_core.answering import as_claims
from gvqa_core.claims import prepare
from gvqa_core.types import BinaryLabel, NLILabel
from gvqa_core.verification import offsets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gvqa_core.audit.findings import Notes
    from gvqa_core.types import Answer, Claim, Evidence, Judgement, VerifiedClaim

_POSITIVE = (NLILabel.ENTAILMENT, BinaryLabel.SUPPORTED)


def check_logic(answer: Answer, notes: Notes) -> None:
    """Check each claim's verdict, looks and text against each other and the draft."""
    before = notes.bad
    interval = constant(answer, "interval")
    neighbours = constant(answer, "neighbours")
    if not interval or neighbours is None:
        notes.mismatch("provenance", "it does not tell the interval and neighbours that were used")
        return
    for number, claim in enumerate(answer.claims, start=1):
        for fault in _faults(claim, interval, int(neighbours), answer.video.duration):
            notes.mismatch(f"claim {number}", fault)
    _check_claims(answer, interval, notes)
    if notes.bad == before:
        notes.ok(
            "logic",
            f"{len(answer.claims)} of {len(answer.claims)} verdicts follow from their looks",
        )


def constant(answer: Answer, name: str) -> float | None:
    """A number of the method as the answer records it; None where it does not."""
    value: Any = answer.provenance.get(name)
    return float(value) if isinstance(value, int | float) and 0 <= value < math.inf else None


def _faults(
    claim: VerifiedClaim, interval: float, neighbours: int, duration: float
) -> Iterator[str]:
    looks = claim.looked_at
    if not looks:
        yield "nothing was looked at for it"
        return
    supports = [_supports(look) for look in looks]
    if claim.grounded != any(supports):
        yield f"its verdict is {claim.verdict}, which does not follow from its judgements"
    elif claim.evidence != looks[-1 if claim.grounded else 0]:
        yield "its evidence is not the look that decides"
    if any(supports[:-1]):
        yield "more was looked at after a look that supports it"
    for look in looks:
        if look.judgement is not None:
            yield from _label_faults(look.judgement)
    if claim.claim.channel == "said":
        return  # which passages are looked at, only the transcript tells
    wanted = _expected(claim, interval, neighbours, duration)
    if [(look.offset, look.timestamp) for look in looks] != wanted[: len(looks)]:
        yield "it was looked at other times than the method looks at"
    elif not any(supports) and looks[0].judgement is not None and len(looks) < len(wanted):
        yield f"it has {len(looks)} looks, and the method takes {len(wanted)} before it gives up"


def _supports(look: Evidence) -> bool:
    return look.judgement is not None and look.judgement.supports


def _label_faults(judgement: Judgement) -> Iterator[str]:
    label, scores = judgement.label, judgement.scores
    if judgement.supports and label is not None and label not in _POSITIVE:
        yield f"a judgement supports it although it is labelled {label}"
    if not judgement.supports and label in _POSITIVE and not judgement.reason:
        yield f"a judgement labelled {label} does not support it, and no reason is given"
    labels = [str(each) for each in NLILabel]
    if judgement.supports and all(name in scores for name in labels):
        best = max(labels, key=lambda name: scores[name])
        if best != NLILabel.ENTAILMENT:
            yield f"a judgement supports it although {best} scores highest"


def _expected(
    claim: VerifiedClaim, interval: float, neighbours: int, duration: float
) -> list[tuple[int, float]]:
    """Offset and time of every look that the method may take, in its order."""
    times = [(offset, claim.timestamp + offset * interval) for offset in offsets(neighbours)]
    return [each for each in times if each[0] == 0 or 0 <= each[1] <= duration]


def _check_claims(answer: Answer, interval: float, notes: Notes) -> None:
    """The claims must be those of the draft; without one, each must be read as it was."""
    given = [claim.claim for claim in answer.claims]
    speech = bool(answer.provenance.get("speech"))
    if answer.draft is None:
        read = as_claims([(c.text, c.timestamp) for c in given], interval)
        wanted: Sequence[Claim] = prepare(read, (), interval, speech=speech)
    else:
        wanted = prepare(answer.draft.claims, answer.hits, interval, speech=speech)
        if len(wanted) != len(given):
            notes.mismatch("draft", f"it has {len(wanted)} claims, and {len(given)} were checked")
    for number, (found, expected) in enumerate(zip(given, wanted, strict=False), start=1):
        if found != expected:
            source = "what it says" if answer.draft is None else "the draft"
            notes.mismatch(f"claim {number}", f"it was not read from {source} as the method reads")
