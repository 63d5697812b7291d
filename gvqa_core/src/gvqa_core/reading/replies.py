"""Takes the text out of whatever a model library calls a reply.

Entry points of the same library return a text, a tuple with statistics, an
object with `.text`, or token ids that begin with the prompt's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_KEYS = ("text", "generated_text", "content")


def text_of(result: Any, *, prompt: str = "") -> str:
    """Return the text of one reply.

    Args:
        result: A text; a tuple or list whose first item is a reply; a mapping or an
            object with `text`, `generated_text` or `content`; bytes in UTF-8; None.
        prompt: The prompt as it was given to the model; taken off when the reply
            begins with it.

    Returns:
        The text; empty when there is none.
    """
    text = _text(result)
    return text[len(prompt) :] if prompt and text.startswith(prompt) else text


def completion_ids(ids: Sequence[int], prompt_ids: Sequence[int]) -> list[int]:
    """Return the token ids a model added, whether or not the prompt's come with them.

    Args:
        ids: Token ids as the library returned them.
        prompt_ids: Token ids of the prompt.
    """
    generated, prompt = list(ids), list(prompt_ids)
    if prompt and generated[: len(prompt)] == prompt:
        return generated[len(prompt) :]
    return generated


def _text(result: Any, depth: int = 0) -> str:
    if isinstance(result, str):
        return result
    if isinstance(result, bytes):
        return result.decode("utf-8", errors="replace")
    if result is None or depth > 4:
        return ""
    if isinstance(result, Mapping):
        return _text(next((result[key] for key in _KEYS if key in result), None), depth + 1)
    for key in _KEYS:
        if hasattr(result, key):
            return _text(getattr(result, key), depth + 1)
    if isinstance(result, Sequence) and len(result) > 0:
        return _text(result[0], depth + 1)
    return ""
