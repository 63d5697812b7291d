"""One item of a model's reply → a claim, or the reason why it is none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from gvqa_core.reading.json_values import Array, Bare, Malformed, Mended, Object, Value
from gvqa_core.reading.times import read_time
from gvqa_core.types import Claim, RejectedClaim

CLAIM_KEYS = ("claim", "statement", "text")
TIME_KEYS = ("timestamp", "time")
"""Keys in any case; the first of each is the one that prompts ask for."""

LONGEST_CLAIM = 1000
"""Characters; judges read a few hundred words at most and drop the rest in silence."""

_QUOTED = 200
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufeff]")
_EXPECTED = "expected an object with 'claim' and 'timestamp'"


def fault_of(text: Any) -> str | None:
    """What makes a given claim's text unfit to be judged, as in "has no text"; None if nothing."""
    if not isinstance(text, str) or not text.strip():
        return "has no text"
    if len(text) > LONGEST_CLAIM:
        return (
            f"has {len(text)} characters; a claim is one statement of at most {LONGEST_CLAIM}: "
            "split it"
        )
    return None


def items_of(value: Value) -> Iterator[Value]:
    """Yield what may be claims inside a value: nested arrays and wrappers are opened."""
    if isinstance(value, Array):
        for item in value.items:
            yield from items_of(item) if isinstance(item, Array) or is_wrapper(item) else (item,)
    elif isinstance(value, Object) and is_wrapper(value):
        inner = [member for _, member in value.members if isinstance(member, Array | Object)]
        for member in _member(value, "claims") or inner:
            yield from items_of(member)
    elif isinstance(value, Object | Malformed):
        yield value


def is_wrapper(value: Value) -> bool:
    """Whether a value is an object that is no claim itself but has arrays or objects inside."""
    return (
        isinstance(value, Object)
        and not _keys(value) & {*CLAIM_KEYS, *TIME_KEYS}
        and any(isinstance(member, Array | Object) for _, member in value.members)
    )


def is_empty_array(value: Value) -> bool:
    """Whether a value plainly says "no claims": `[]`, `[[]]` or `{"claims": []}`."""
    if isinstance(value, Array):
        return not value.cut and all(is_empty_array(item) for item in value.items)
    if isinstance(value, Object) and not value.cut:
        claims = _member(value, "claims") or [m for _, m in value.members if len(_keys(value)) == 1]
        return bool(claims) and all(isinstance(c, Array) and is_empty_array(c) for c in claims)
    return False


def claims_something(item: Value) -> bool:
    """Whether an item was meant as a claim, usable or not."""
    if isinstance(item, Object):
        return bool(_keys(item) & {*CLAIM_KEYS, *TIME_KEYS})
    return isinstance(item, Malformed)


def read_item(item: Value, duration: float | None) -> Claim | RejectedClaim:
    """Read one item.

    Args:
        item: A whole value, not one that was cut off.
        duration: Length of the video in seconds; None when it is not known.
    """
    if isinstance(item, Malformed):
        return RejectedClaim(item.text, f"could not be read: {item.reason}")
    if not isinstance(item, Object):
        return RejectedClaim(_shown(item), _EXPECTED)
    try:
        members = _members(item)
        text = _first(members, CLAIM_KEYS)
        if not isinstance(text, str):
            found = "no 'claim'" if text is None else "a 'claim' that is not text"
            raise ValueError(f"{_EXPECTED}, found {found}")
    except ValueError as error:
        return RejectedClaim(_shown(item), str(error))
    sentence = " ".join(_CONTROL.sub("", text).split())
    try:
        return Claim(_checked(sentence), _time(members, duration))
    except ValueError as error:
        return RejectedClaim(sentence[:_QUOTED], str(error))


def _keys(item: Object) -> set[str]:
    return {key.strip().lower() for key, _ in item.members}


def _member(item: Object, name: str) -> list[Value]:
    return [member for key, member in item.members if key.strip().lower() == name]


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
        raise ValueError(f"{_EXPECTED}, found no 'timestamp'")
    timestamp = read_time(_plain(_first(members, TIME_KEYS)))
    if duration is not None and timestamp > duration:
        raise ValueError(f"timestamp is after the end of the video ({duration:g} s)")
    return timestamp


def _first(members: dict[str, Value], keys: Sequence[str]) -> Value:
    return next((members[key] for key in keys if key in members), None)


def _plain(value: Value) -> Any:
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
