"""Finds the JSON in what a model wrote around it: prose, fences, thinking, further turns."""

from __future__ import annotations

import re

from attrs import frozen

from gvqa_core.reading.json_values import (
    MAX_DEPTH,
    Array,
    CutOffError,
    Malformed,
    NotJSONError,
    Object,
    TooTangledError,
    Value,
    ValueReader,
)
from gvqa_core.reading.thinking import CLOSED, OPENED

_TURN = (
    r"<\|(?:im_start|im_end|endoftext|eot_id|end|start_header_id)\|>"
    r"|<(?:start|end)_of_turn>|</s>"
    r"|^(?:Question|User|Human|Captions|\#{2,3}\s?\w{1,20})\s{0,3}:"
)
_EVENT = re.compile(
    rf"(?P<opened>{OPENED.pattern})|(?P<closed>{CLOSED.pattern})|(?P<turn>{_TURN})|[\[{{]",
    re.IGNORECASE | re.MULTILINE,
)
_BRACKETS = re.compile(r"[\[\s]+")
_ARRAY_OF_OBJECTS = re.compile(r"\[[\[\s]*\{")


@frozen
class Found:
    """A JSON value and where it stands in the text."""

    value: Value
    start: int
    end: int


@frozen
class Findings:
    """All JSON found outside of thinking.

    Attributes:
        found: Values in the order written.
        thinking_open: A block of thinking was still open at the end.
        gave_up: The text was too tangled to be read to its end.
    """

    found: tuple[Found, ...] = ()
    thinking_open: bool = False
    gave_up: bool = False


def find_json(text: str) -> Findings:
    """Find every array and object that stands outside of thinking.

    Reading stops where a model, having answered, goes on to invent the next turn
    of the conversation.

    Args:
        text: A model's reply.

    Returns:
        What was found. Values inside a found value are not listed again.
    """
    reader = ValueReader(text)
    found: list[Found] = []
    position = 0
    try:
        while event := _EVENT.search(text, position):
            position = event.end()
            if event["closed"]:
                found.clear()  # all of it was thinking whose opening tag is missing
            elif event["opened"]:
                closed = CLOSED.search(text, position)
                if closed is None:
                    return Findings(tuple(found), thinking_open=True)
                position = closed.end()
            elif event["turn"]:
                if any(holds_objects(item.value) for item in found):
                    break
            else:
                start = _skip_deep_brackets(text, event.start())
                item, position = _read(reader, start)
                found.extend(item)
    except TooTangledError:
        return Findings(tuple(found), gave_up=True)
    return Findings(tuple(found))


def holds_objects(value: Value) -> bool:
    """Whether a value is, or has inside, an object that was not cut off, readable or not."""
    if isinstance(value, Array):
        return any(holds_objects(item) for item in value.items)
    if isinstance(value, Object):
        return not value.cut or any(holds_objects(member) for _, member in value.members)
    return isinstance(value, Malformed)


def _read(reader: ValueReader, start: int) -> tuple[list[Found], int]:
    """Read the value at a bracket; also returns where to look for the next one."""
    try:
        value, end = reader.read(start)
    except NotJSONError as error:
        end = max(error.position, start + 1)
        if reader.looks_like_claim(start):
            return [Found(reader.malformed(start, end, error.reason), start, end)], end
        return [], start + 1
    except CutOffError:
        return [], start + 1
    if isinstance(value, Array | Object) and value.cut and not holds_objects(value):
        # Nothing whole: it may be prose, so what follows the bracket is read again.
        is_claims = _ARRAY_OF_OBJECTS.match(reader.text, start) or reader.looks_like_claim(start)
        return ([Found(value, start, end)] if is_claims else []), start + 1
    return [Found(value, start, end)], end


def _skip_deep_brackets(text: str, start: int) -> int:
    """Of thousands of opening brackets in a row only the innermost few can be read."""
    run = _BRACKETS.match(text, start)
    if run is None or run.end() - start <= 4 * MAX_DEPTH:
        return start
    return max(start, text.rfind("[", start, run.end()) - MAX_DEPTH // 2)
