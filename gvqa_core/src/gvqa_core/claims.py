"""What a model wrote → claims: tolerant in reading, strict in what is taken.

The array of claim objects wins over every other bracket in the reply. An item
that is not exactly a sentence with a time is rejected with a reason, never
guessed. Cut-off output gives the whole claims before the cut. No claims is
`error` unless the model plainly wrote an empty array.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from gvqa_core.json_reading import Findings, Found, find_json
from gvqa_core.json_values import Array, Bare, Malformed, Mended, Object, Value
from gvqa_core.time_references import hypothesis, split_reference
from gvqa_core.times import read_time
from gvqa_core.types import Claim, Hit, RejectedClaim

__all__ = ["Reading", "hypothesis", "prepare", "read_claims", "read_time"]

CLAIM_KEYS = ("claim", "statement", "text")
TIME_KEYS = ("timestamp", "time")
LONGEST_CLAIM = 1000
"""Characters; judges read a few hundred words at most and drop the rest in silence."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BETWEEN_ITEMS = re.compile(r"[\s,;`~*•\-]*(?:json)?[\s`~]*\Z", re.IGNORECASE)
_QUOTED = 200
_NOT_A_CLAIM = "expected an object with 'claim' and 'timestamp'"


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


@define
class _Answer:
    """Neighbouring JSON values that together may be the answer; grows while they are grouped."""

    items: list[Value]
    is_array: bool
    cut: bool
    end: int

    @property
    def has_claims(self) -> bool:
        return any(_claims_something(item) for item in self.items)

    @property
    def has_content(self) -> bool:
        return any(isinstance(item, Object | str) for item in self.items)


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
    answers = _answers(clean, findings.found)
    if not any(answer.has_claims for answer in answers):
        unwrapped = _without_second_encoding(clean)
        if unwrapped is not None:
            findings = find_json(unwrapped)
            answers = _answers(unwrapped, findings.found)
    return evolve(_choose(answers, findings, duration), raw=text)


def prepare(claims: Sequence[Claim], hits: Sequence[Hit], interval: float) -> tuple[Claim, ...]:
    """Snap citations to retrieved segments and set what is judged.

    Args:
        claims: Claims as read or as another tool wrote them.
        hits: The retrieved captions; empty when nothing was retrieved for these
            claims, which then are left where they are and not marked.
        interval: Δt in seconds: a citation within Δt/2 of a retrieved segment is
            snapped to it; a stated time further than Δt from the citation contradicts it.

    Returns:
        The claims, in order, with `timestamp`, `cited`, `cites_unretrieved`,
        `hypothesis` and `stated_time` set.
    """
    times = sorted({hit.caption.timestamp for hit in hits})
    return tuple(_prepared(claim, times, interval) for claim in claims)


def _prepared(claim: Claim, times: Sequence[float], interval: float) -> Claim:
    cited = claim.timestamp if claim.cited is None else claim.cited
    nearest = min(times, key=lambda time: abs(time - cited), default=cited)
    retrieved = abs(nearest - cited) <= interval / 2
    judged, stated = split_reference(claim.text, cited=cited)
    contradicts = stated is not None and not (stated[0] - interval <= cited <= stated[1] + interval)
    return evolve(
        claim,
        timestamp=nearest if retrieved else cited,
        cited=cited,
        cites_unretrieved=not retrieved,
        hypothesis=judged,
        stated_time=stated[0] if contradicts and stated else None,
    )


def _choose(answers: Sequence[_Answer], findings: Findings, duration: float | None) -> Reading:
    """Pick the answer: arrays before bare objects, the last array of claims before others."""
    with_claims = [answer for answer in answers if answer.has_claims]
    arrays = [answer for answer in with_claims if answer.is_array]
    whole = [answer for answer in arrays if _whole_objects(answer)]
    chosen = whole[-1:] or arrays[-1:] or with_claims
    if not chosen:
        chosen = [answer for answer in answers if answer.has_content][-1:]
    # A later version may have been cut before its first claim.
    truncated = findings.gave_up or any(answer.cut for answer in answers)
    if chosen:
        kept = {id(answer) for answer in chosen}
        left_out = [answer for answer in with_claims if id(answer) not in kept]
        return _reading(chosen, left_out, duration, truncated=truncated)
    if any(answer.is_array and not answer.items and not answer.cut for answer in answers):
        return Reading()
    if truncated and not findings.gave_up:
        return Reading(truncated=True, error="the reply was cut off before its first whole claim")
    if findings.gave_up:
        return Reading(error="the reply is too tangled to be read")
    if findings.thinking_open:
        return Reading(error="the reply holds only thinking, no JSON array of claims")
    return Reading(error="the reply holds no JSON array of claims")


def _reading(
    chosen: Sequence[_Answer],
    left_out: Sequence[_Answer],
    duration: float | None,
    *,
    truncated: bool,
) -> Reading:
    claims: dict[tuple[str, float], Claim] = {}
    rejected: list[RejectedClaim] = []
    for item in (item for answer in chosen for item in answer.items):
        if isinstance(item, Object) and item.cut:
            continue
        read = _claim(item, duration)
        if isinstance(read, RejectedClaim):
            rejected.append(read)
        elif (read.text, read.timestamp) in claims:
            continue
        else:
            claims[read.text, read.timestamp] = read
    for item in (item for answer in left_out for item in answer.items):
        read = _claim(item, duration)
        if isinstance(read, Claim) and (read.text, read.timestamp) not in claims:
            rejected.append(RejectedClaim(read.text, "stands outside the array that is the answer"))
    error = None
    if not claims:
        if rejected:
            reasons = "; ".join(dict.fromkeys(item.reason for item in rejected[:3]))
            error = f"none of the {len(rejected)} items is a usable claim: {reasons}"
        else:
            error = "the reply was cut off before its first whole claim"
    return Reading(tuple(claims.values()), tuple(rejected), truncated, error)


def _answers(text: str, found: Sequence[Found]) -> list[_Answer]:
    """Group values with nothing but separators between them."""
    answers: list[_Answer] = []
    for value in found:
        gap = text[answers[-1].end : value.start] if answers else ""
        items = list(_items(value.value))
        cut = isinstance(value.value, Array | Object) and value.value.cut
        is_array = isinstance(value.value, Array) or _is_wrapper(value.value)
        fresh = _Answer(items, is_array, cut, value.end)
        previous = answers[-1] if answers else None
        if (
            previous is not None
            and len(gap) <= 40
            and _BETWEEN_ITEMS.match(gap)
            and previous.has_claims
            and (fresh.has_claims or not items)
        ):
            previous.items += items
            previous.is_array |= is_array
            previous.cut |= cut
            previous.end = value.end
        else:
            answers.append(fresh)
    return answers


def _items(value: Value) -> Iterator[Value]:
    """The items of a value that may be claims: nested arrays and wrappers are opened."""
    if isinstance(value, Array):
        for item in value.items:
            yield from _items(item) if isinstance(item, Array) or _is_wrapper(item) else (item,)
    elif isinstance(value, Object) and _is_wrapper(value):
        inner = [member for _, member in value.members if isinstance(member, Array | Object)]
        named = [member for key, member in value.members if key.strip().lower() == "claims"]
        for member in named or inner:
            yield from _items(member)
    elif isinstance(value, Object | Malformed):
        yield value


def _is_wrapper(value: Value) -> bool:
    """Whether an object is no claim itself but has arrays or objects inside."""
    if not isinstance(value, Object):
        return False
    keys = {key.strip().lower() for key, _ in value.members}
    if keys & {*CLAIM_KEYS, *TIME_KEYS}:
        return False
    return any(isinstance(member, Array | Object) for _, member in value.members)


def _claims_something(item: Value) -> bool:
    if isinstance(item, Malformed):
        return True
    return isinstance(item, Object) and any(
        key.strip().lower() in (*CLAIM_KEYS, *TIME_KEYS) for key, _ in item.members
    )


def _whole_objects(answer: _Answer) -> bool:
    return any(isinstance(item, Object) and not item.cut for item in answer.items)


def _claim(item: Value, duration: float | None) -> Claim | RejectedClaim:
    if isinstance(item, Malformed):
        return RejectedClaim(item.text, f"could not be read: {item.reason}")
    if not isinstance(item, Object):
        return RejectedClaim(_shown(item), _NOT_A_CLAIM)
    try:
        members = _members(item)
        text = _first(members, CLAIM_KEYS)
        if not isinstance(text, str):
            found = "no 'claim'" if text is None else "a 'claim' that is not text"
            raise ValueError(f"{_NOT_A_CLAIM}, found {found}")
    except ValueError as error:
        return RejectedClaim(_shown(item), str(error))
    sentence = " ".join(_CONTROL.sub("", text).split())
    try:
        return Claim(_checked(sentence), _time(members, duration))
    except ValueError as error:
        return RejectedClaim(sentence[:_QUOTED], str(error))


def _members(item: Object) -> dict[str, Value]:
    """Members by lower-cased key.

    Raises:
        ValueError: A key has two values, or it is not sure where a text ends.
    """
    members: dict[str, Value] = {}
    for key, value in item.members:
        name = key.strip().lower()
        if name in members and members[name] != value:
            raise ValueError(f"the key {name!r} stands twice with two values")
        members[name] = value
    if len(members) > 2 and any(isinstance(value, Mended) for value in members.values()):
        raise ValueError("quotation marks inside the text are not escaped")
    return members


def _checked(sentence: str) -> str:
    if not any(character.isalnum() for character in sentence):
        raise ValueError("the claim has no words")
    if len(sentence) > LONGEST_CLAIM:
        raise ValueError(f"the claim is longer than {LONGEST_CLAIM} characters")
    return sentence


def _time(members: dict[str, Value], duration: float | None) -> float:
    if not any(key in members for key in TIME_KEYS):
        raise ValueError(f"{_NOT_A_CLAIM}, found no 'timestamp'")
    timestamp = read_time(_plain(_first(members, TIME_KEYS)))
    if duration is not None and timestamp > duration:
        raise ValueError(f"timestamp is after the end of the video ({duration:g} s)")
    return timestamp


def _first(members: dict[str, Value], keys: Sequence[str]) -> Value:
    return next((members[key] for key in keys if key in members), None)


def _plain(value: Value) -> Any:
    """A value as plain Python data, repeated keys overwritten."""
    if isinstance(value, Array):
        return [_plain(item) for item in value.items]
    if isinstance(value, Object):
        return {key: _plain(member) for key, member in value.members}
    if isinstance(value, Bare | Malformed):
        return value.text
    return value


def _shown(value: Value) -> str:
    plain = _plain(value)
    text = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"


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
