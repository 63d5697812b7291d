"""Long texts in pieces that a model can read whole."""

from __future__ import annotations

from collections.abc import Callable

from gvqa_core.builtin.sentences import sentences


def windows(text: str, count: Callable[[str], int], limit: int) -> list[str]:
    """Cut a text into pieces of whole sentences, each within `limit` tokens.

    A sentence that is too long by itself is cut between words, and a word that is
    too long (a script without spaces, a web address) in halves.

    Args:
        text: Any text.
        count: How many tokens the model makes of a text.
        limit: How many it reads, >= 1.

    Returns:
        At least one piece; the text itself when it fits.
    """
    if count(text) <= limit:
        return [text]
    parts = [part for sentence in sentences(text) for part in _parts(sentence, count, limit)]
    pieces: list[str] = []
    current, length = "", 0
    for part in parts:
        size = count(part)
        if current and length + size > limit:
            pieces.append(current)
            current, length = "", 0
        current = f"{current} {part}" if current else part
        length += size
    return [*pieces, current] if current else pieces or [text]


def _parts(text: str, count: Callable[[str], int], limit: int) -> list[str]:
    if count(text) <= limit or len(text) < 2:
        return [text]
    words = text.split()
    if len(words) == 1:
        middle = len(text) // 2
        words = [text[:middle], text[middle:]]
    return [part for word in words for part in _parts(word, count, limit)]
