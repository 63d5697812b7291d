"""Reads YES or NO out of what a general model wrote, or says that it cannot be read."""

from __future__ import annotations

import re

_OPENING = re.compile(r"^\W*(yes|no)\b(?!\s+(?:one|longer|doubt))", re.IGNORECASE)
_LABELLED = re.compile(
    r"^\W*(?:final\s+)?(?:answer|verdict|judge?ment|decision)\W+(?:is\W+)?(yes|no)\b", re.IGNORECASE
)
_CONTRADICTED = re.compile(r"^\W*(?:yes|no)\s*(?:/|or|and)\s*(?:yes|no)\b", re.IGNORECASE)
_DENIAL = re.compile(
    r"^\W*(?:there|it|the|this|that|he|she|they|we|i|you)\b[^.!?]*?\b(?:is|are|was|were|do|does|did"
    r"|can|could|has|have)(?:n['’]t|\s+not|\s+no)\b",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r"\b(yes|no)\W*$", re.IGNORECASE)


def read_yes_no(text: str) -> bool | None:
    """Read a judge's answer.

    In this order: a YES or NO that opens the text or one of its lines, perhaps behind
    "Answer:"; a first sentence that denies ("There isn't…") is NO; a YES or NO that
    closes the text. Opening and closing words that disagree are not readable.

    Args:
        text: What the model wrote.

    Returns:
        True for YES, False for NO, None if it cannot be read.
    """
    lines = [line for line in (raw.strip() for raw in text.splitlines()) if line]
    if not lines or any(_CONTRADICTED.match(line) for line in lines):
        return None
    stated = {found for line in lines if (found := _stated(line)) is not None}
    if stated:
        return stated.pop() if len(stated) == 1 else None
    closing = _LAST_WORD.search(text.strip())
    denied = _DENIAL.match(lines[0]) is not None
    if denied:
        return None if closing and closing.group(1).lower() == "yes" else False
    return closing.group(1).lower() == "yes" if closing else None


def _stated(line: str) -> bool | None:
    match = _LABELLED.match(line) or _OPENING.match(line)
    return match.group(1).lower() == "yes" if match else None
