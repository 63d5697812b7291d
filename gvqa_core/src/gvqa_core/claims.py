"""What a model wrote → claims: tolerant in reading, strict in what is taken.

The array of claim objects wins over every other bracket in the reply. An item
that is not exactly a sentence with a time is rejected with a reason, never
guessed. Cut-off output gives the whole claims before the cut. No claims is
`error` unless the model plainly wrote an empty array.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence

from attrs import define, evolve, field, frozen

from gvqa_core.reading.claim_items import (
    claims_something,
    is_empty_array,
    is_wrapper,
    items_of,
    read_item,
)
from gvqa_core.reading.json_reading import Findings, Found, find_json
from gvqa_core.reading.json_values import Array, Bare, Object, Value
from gvqa_core.reading.time_references import hypothesis, split_reference
from gvqa_core.reading.times import read_time
from gvqa_core.speech.channel import in_channel
from gvqa_core.types import Claim, Hit, RejectedClaim

__all__ = ["Reading", "hypothesis", "prepare", "read_claims", "read_time"]

_SURROGATE = re.compile("[\ud800-\udfff]")
_BETWEEN_ITEMS = re.compile(r"[\s,;`~*•\-]*(?:json)?[\s`~]*\Z", re.IGNORECASE)
_CUT_TOO_SOON = "the reply was cut off before its first whole claim"


@frozen
class Reading:
    """What could be read of a reply.

    Attributes:
        claims: The claims, in the order written, each once.
        rejected: Items that are not usable claims, each with its reason.
        truncated: The output was cut off; only whole claims were kept.
        error: Why there are no claims; None when there are, and when the model
            wrote an empty array, which means "nothing found".
        raw: The text that was read.
    """

    claims: tuple[Claim, ...] = ()
    rejected: tuple[RejectedClaim, ...] = ()
    truncated: bool = False
    error: str | None = None
    raw: str = field(default="", repr=False)


def read_claims(text: str, *, duration: float | None = None) -> Reading:
    """Read the claims in a model's reply.

    Args:
        text: The reply, with whatever stands around its JSON.
        duration: Length of the video in seconds; with it, later times are rejected.

    Returns:
        Claims, rejected items with reasons, and an error where there is neither a
        claim nor an honest empty array. Never raises for what a model wrote.
    """
    clean = _SURROGATE.sub("\ufffd", text)
    findings = find_json(clean)
    answers = _answers(clean, findings.found, duration)
    if not any(answer.is_about_claims for answer in answers):
        unwrapped = _without_second_encoding(clean)
        if unwrapped is not None:
            findings = find_json(unwrapped)
            answers = _answers(unwrapped, findings.found, duration)
    return evolve(_choose(answers, findings), raw=text)


def prepare(
    claims: Sequence[Claim], hits: Sequence[Hit], interval: float, *, speech: bool = False
) -> tuple[Claim, ...]:
    """Snap citations to retrieved segments and set what is judged, and against what.

    Args:
        claims: Claims as read or as another tool wrote them.
        hits: The retrieved captions; empty when nothing was retrieved for these
            claims, which then are left where they are and not marked.
        interval: Δt in seconds: a citation within Δt/2 of a retrieved segment is
            snapped to it; a stated time further than Δt from the citation contradicts it.
        speech: Whether there is a transcript to hold claims about what is said against;
            without one every claim is held against frames.

    Returns:
        The claims, in order, with `timestamp`, `cited`, `cites_unretrieved`,
        `hypothesis`, `stated_time` and `channel` set.
    """
    stated = (_stated(claim, interval) for claim in claims)
    if speech:
        stated = (in_channel(claim, hits) for claim in stated)
    return tuple(_snapped(claim, hits, interval) for claim in stated)


def _stated(claim: Claim, interval: float) -> Claim:
    cited = claim.timestamp if claim.cited is None else claim.cited
    judged, stated = split_reference(claim.text, cited=cited)
    contradicts = stated is not None and not (stated[0] - interval <= cited <= stated[1] + interval)
    return evolve(
        claim, hypothesis=judged, stated_time=stated[0] if stated and contradicts else None
    )


def _snapped(claim: Claim, hits: Sequence[Hit], interval: float) -> Claim:
    if not hits:
        return claim
    cited = claim.timestamp if claim.cited is None else claim.cited
    # A passage of speech lasts: a citation inside it stays, one beside it goes to its edge.
    spans = {
        (hit.caption.timestamp, hit.caption.end or hit.caption.timestamp)
        for hit in hits
        if hit.caption.channel == claim.channel
    }
    times = [min(max(cited, start), end) for start, end in sorted(spans)]
    nearest = min(times, key=lambda time: abs(time - cited), default=math.inf)
    retrieved = abs(nearest - cited) <= interval / 2
    return evolve(
        claim,
        timestamp=nearest if retrieved else cited,
        cited=cited,
        cites_unretrieved=not retrieved,
    )


@define
class _Answer:
    """Neighbouring JSON values that together may be the answer.

    Attributes:
        values: The items found in them.
        is_array: They came in an array.
        is_empty: It is an array that plainly holds nothing.
        cut: The text ended inside.
        end: Where they end in the text.
        items: The values read as claims; set when the group is complete.
    """

    values: list[Value]
    is_array: bool
    is_empty: bool
    cut: bool
    end: int
    items: list[Claim | RejectedClaim] = field(factory=list[Claim | RejectedClaim])

    @property
    def is_about_claims(self) -> bool:
        return any(claims_something(value) for value in self.values)

    @property
    def has_content(self) -> bool:
        return any(isinstance(value, Object | str) for value in self.values)

    @property
    def has_claims(self) -> bool:
        return any(isinstance(item, Claim) for item in self.items)

    def read(self, duration: float | None) -> None:
        """Read the values; those cut off, and stray words between objects, are passed over."""
        has_objects = any(isinstance(value, Object) for value in self.values)
        for value in self.values:
            is_cut = isinstance(value, Array | Object) and value.cut
            if not is_cut and not (has_objects and isinstance(value, Bare)):
                self.items.append(read_item(value, duration))


def _answers(text: str, found: Sequence[Found], duration: float | None) -> list[_Answer]:
    """Group values with nothing but separators between them, and read each group."""
    answers: list[_Answer] = []
    for at in found:
        value = at.value
        fresh = _Answer(
            values=list(items_of(value)),
            is_array=isinstance(value, Array) or is_wrapper(value),
            is_empty=is_empty_array(value),
            cut=isinstance(value, Array | Object) and value.cut,
            end=at.end,
        )
        if answers and _belong_together(answers[-1], fresh, text[answers[-1].end : at.start]):
            answers[-1].values += fresh.values
            answers[-1].is_array |= fresh.is_array
            answers[-1].cut |= fresh.cut
            answers[-1].end = fresh.end
        else:
            answers.append(fresh)
    for answer in answers:
        answer.read(duration)
    return answers


def _belong_together(previous: _Answer, fresh: _Answer, gap: str) -> bool:
    return (
        len(gap) <= 40
        and _BETWEEN_ITEMS.match(gap) is not None
        and previous.is_about_claims
        and (fresh.is_about_claims or not fresh.values)
    )


def _choose(answers: Sequence[_Answer], findings: Findings) -> Reading:
    """Pick the answer: arrays before bare objects, the last array with a claim before others."""
    about_claims = [answer for answer in answers if answer.is_about_claims]
    arrays = [answer for answer in about_claims if answer.is_array]
    usable = [answer for answer in arrays if answer.has_claims]
    chosen = usable[-1:] or arrays[-1:] or about_claims
    if not chosen:
        chosen = [answer for answer in answers if answer.has_content][-1:]
    # A later version may have been cut before its first claim.
    truncated = findings.gave_up or any(answer.cut for answer in answers)
    if chosen:
        kept = {id(answer) for answer in chosen}
        left_out = [answer for answer in about_claims if id(answer) not in kept]
        return _reading(chosen, left_out, truncated=truncated)
    if any(answer.is_empty for answer in answers):
        return Reading()
    return Reading(truncated=truncated, error=_why_nothing(findings, cut=truncated))


def _why_nothing(findings: Findings, *, cut: bool) -> str:
    if findings.gave_up:
        return "the reply is too tangled to be read"
    if cut:
        return _CUT_TOO_SOON
    if findings.thinking_open:
        return "the reply holds only thinking, no JSON array of claims"
    return "the reply holds no JSON array of claims"


def _reading(chosen: Sequence[_Answer], left_out: Sequence[_Answer], *, truncated: bool) -> Reading:
    claims: dict[tuple[str, float], Claim] = {}
    rejected: list[RejectedClaim] = []
    for item in (item for answer in chosen for item in answer.items):
        if isinstance(item, Claim):
            claims.setdefault(_sameness(item), item)
        else:
            rejected.append(item)
    error = None if claims else _why_rejected(rejected)
    for item in (item for answer in left_out for item in answer.items):
        if isinstance(item, Claim) and _sameness(item) not in claims:
            rejected.append(RejectedClaim(item.text, "stands outside the array that is the answer"))
    return Reading(tuple(claims.values()), tuple(rejected), truncated, error)


def _why_rejected(rejected: Sequence[RejectedClaim]) -> str:
    if not rejected:
        return _CUT_TOO_SOON
    reasons = "; ".join(dict.fromkeys(item.reason for item in rejected[:3]))
    return f"none of the {len(rejected)} items is a usable claim: {reasons}"


def _sameness(claim: Claim) -> tuple[str, float]:
    """Small models repeat themselves, with and without the full stop."""
    return claim.text.rstrip(".! ").casefold(), claim.timestamp


def _without_second_encoding(text: str) -> str | None:
    """Undo JSON that was written into a JSON string; None when it was not."""
    inner = text.strip().strip("\ufeff").strip().removeprefix('"').removesuffix('"')
    if '\\"' not in inner:
        return None
    try:
        decoded = json.loads(f'"{inner}"', strict=False)
    except (ValueError, RecursionError):
        return None
    return _SURROGATE.sub("\ufffd", decoded)
