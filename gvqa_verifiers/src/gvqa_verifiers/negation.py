"""Recognises the closed class of English words that deny something."""

from __future__ import annotations

import re

_DENIAL = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|no[ -]one|lacks?"
    r"|lacking)\b|n['’]t\b",
    re.IGNORECASE,
)

_MISSING = re.compile(r"\b(?:absent|missing|omitted|left out)\b", re.IGNORECASE)


def says_missing(text: str) -> bool:
    """Whether a sentence denies without any denying word: "the date is missing"."""
    return _MISSING.search(text) is not None


def says_absent(text: str) -> bool:
    """Whether a sentence denies something: "no car", "nobody", "does not"."""
    return _DENIAL.search(text) is not None


def denials(text: str) -> list[int]:
    """Where the denying words of a text begin."""
    return [match.start() for match in _DENIAL.finditer(text)]
