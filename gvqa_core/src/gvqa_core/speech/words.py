"""What words alone decide: whether a quotation, or a thing that is named, is in a passage."""

from __future__ import annotations

import re

from gvqa_core.builtin.words import STOPWORDS, stems, tokens

_AND = re.compile(r"\b(?:and|or)\b|,", re.IGNORECASE)


def quotes(passage: str, quotation: str) -> bool:
    """Whether a quotation stands in a passage word for word, case and marks aside."""
    wanted = tokens(quotation)
    return bool(wanted) and _holds(tokens(passage), wanted)


def names(passage: str, topic: str) -> bool:
    """Whether a passage names a topic, and all of "garlic and oil".

    The content words must follow each other as they do in the topic, inflection aside:
    "The president mourned a death" does not name "the death of the president".
    """
    words = _content(passage)
    parts = [_content(part) for part in _AND.split(topic)]
    return all(part and _holds(words, part) for part in parts)


def has_word(passage: str, word: str) -> bool:
    """Whether a passage has a word, inflection aside."""
    return set(stems(word)) <= set(stems(passage))


def _content(text: str) -> list[str]:
    return [word for word in stems(text) if word not in STOPWORDS]


def _holds(words: list[str], wanted: list[str]) -> bool:
    spans = range(len(words) - len(wanted) + 1)
    return any(words[at : at + len(wanted)] == wanted for at in spans)
