"""Asking a chat model for structured output: schema, tolerant reading, repair, typed failure.

A judge or parser that fails is counted as missing by whoever asked; a failure never
becomes a score.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from attrs import frozen

from gvqa_cedi.errors import JudgeError
from gvqa_core.reading.replies import text_of
from gvqa_core.reading.thinking import strip_thinking
from gvqa_core.types import Message

if TYPE_CHECKING:
    from gvqa_core.protocols import ChatModel

ResultT = TypeVar("ResultT")

_FENCES = ("```json", "```JSON", "```")


@frozen
class Reply(Generic[ResultT]):
    """What came of one question.

    Attributes:
        value: What was read; None when nothing could be.
        error: Why there is no value; empty when there is one.
        raw: All that the model wrote, one text for each attempt.
    """

    value: ResultT | None
    error: str = ""
    raw: tuple[str, ...] = ()


def ask(
    chat: ChatModel,
    conversations: Sequence[Sequence[Message]],
    *,
    schema: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], ResultT],
    max_tokens: int,
    repairs: int = 1,
    seed: int | None = None,
    parse: Callable[[str], Mapping[str, Any]] | None = None,
) -> list[Reply[ResultT]]:
    """Ask all conversations together; what cannot be read is asked again with the reason.

    Args:
        chat: The model, opened.
        conversations: One for each answer wanted.
        schema: JSON schema of an answer; a server may or may not enforce it.
        read: Takes the JSON object of an answer; raises `ValueError`, `TypeError` or
            `KeyError` when it is not what was asked for.
        max_tokens: Most tokens of an answer.
        repairs: How often an answer is asked for again, >= 0.
        seed: None decodes greedily.
        parse: Finds the object in what was written; `json_object` when left out.

    Returns:
        One reply for each conversation, in order. An exception of the model is the
        failure of what was asked, not of the run.
    """
    replies: list[Reply[ResultT]] = [Reply(None, "not asked")] * len(conversations)
    current = [list(turns) for turns in conversations]
    waiting = list(range(len(conversations)))
    for _ in range(repairs + 1):
        if not waiting:
            break
        texts = _generate(chat, [current[i] for i in waiting], max_tokens, schema, seed)
        left: list[int] = []
        for place, text in zip(waiting, texts, strict=True):
            reply = _read(text, parse or json_object, read, replies[place].raw)
            replies[place] = reply
            if reply.error:
                left.append(place)
                written = text if isinstance(text, str) else ""
                current[place] = [
                    *current[place],
                    Message("assistant", written[:2000] or "(nothing)"),
                    Message(
                        "user",
                        f"That could not be used: {reply.error}. Answer again with one JSON "
                        f"object of the form asked for, and nothing else.",
                    ),
                ]
        waiting = left
    return replies


def _generate(
    chat: ChatModel,
    conversations: list[list[Message]],
    max_tokens: int,
    schema: Mapping[str, Any],
    seed: int | None,
) -> list[str | Exception]:
    def generate(asked: list[list[Message]]) -> list[Any]:
        got: Any = chat.generate(asked, max_tokens=max_tokens, schema=schema, seed=seed)
        if isinstance(got, str) or len(got) != len(asked):
            raise JudgeError(f"the model returned {type(got).__name__}, not one text for each")
        return [text_of(each) for each in got]

    try:
        return generate(conversations)
    except Exception as error:  # noqa: BLE001 - any library may be behind a chat model
        if len(conversations) == 1:
            return [error]
    results: list[str | Exception] = []
    for turns in conversations:  # One of them may be at fault; the others are not lost.
        results += _generate(chat, [turns], max_tokens, schema, seed)
    return results


def _read(
    text: str | Exception,
    parse: Callable[[str], Mapping[str, Any]],
    read: Callable[[Mapping[str, Any]], ResultT],
    before: tuple[str, ...],
) -> Reply[ResultT]:
    if isinstance(text, Exception):
        return Reply(None, f"the model failed ({type(text).__name__}: {text})", before)
    raw = (*before, text)
    try:
        return Reply(read(parse(text)), "", raw)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        missing = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
        return Reply(None, missing or type(error).__name__, raw)


def json_object(text: str) -> Mapping[str, Any]:
    """The one JSON object in a reply: bare, in a fence, or after a block of thinking.

    Raises:
        ValueError: There is none, or it was cut off.
    """
    plain = strip_thinking(text).strip()
    for fence in _FENCES:
        if fence in plain:
            plain = plain.split(fence, 1)[1].split("```", 1)[0].strip()
            break
    if not plain:
        raise ValueError("the answer is empty")
    start = plain.find("{")
    if start < 0:
        raise ValueError("there is no JSON object in it")
    try:
        value, _ = json.JSONDecoder().raw_decode(plain, start)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not valid JSON, or was cut off ({error.msg})") from error
    return cast("Mapping[str, Any]", value)
