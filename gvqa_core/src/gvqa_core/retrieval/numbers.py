"""Amounts of time as people write them in questions: "3:20", "two minutes", "second 40"."""

from __future__ import annotations

import re

from gvqa_core.reading.times import read_time

_UP_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
_TENS = {"thirty": 30, "forty": 40, "forty-five": 45, "fifty": 50, "sixty": 60, "ninety": 90}
_WORDS = {word: value for value, word in enumerate(_UP_TO_TWENTY.split())} | _TENS

NUMBER_WORD = rf"(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
NUMBER = rf"(?:\d{{1,5}}(?:\.\d+)?|{NUMBER_WORD}\b)"
"""A number in digits or as a word, in lower case."""


def number(text: str) -> float | None:
    """Read a bare number; None when there is more than that."""
    text = text.strip()
    if text in _WORDS:
        return float(_WORDS[text])
    return float(text) if re.fullmatch(r"\d{1,5}(?:\.\d+)?", text) else None


def amount(text: str) -> float | None:
    """Read an amount of time.

    Args:
        text: Lower case, for example "3:20", "two minutes and 5 seconds", "minute 3".

    Returns:
        Seconds, or None when it cannot be read.
    """
    text = text.strip().replace("-", " ")
    named = re.fullmatch(rf"(?P<unit>second|minute) (?P<number>{NUMBER})", text)
    if named:
        text = f"{named['number']} {named['unit']}s"
    for word, value in sorted(_WORDS.items(), key=lambda pair: -len(pair[0])):
        text = re.sub(rf"\b{word.replace('-', ' ')}\b", str(value), text)
    try:
        return read_time(text)
    except ValueError:
        return None
