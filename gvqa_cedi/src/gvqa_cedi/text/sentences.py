"""Splitting a response into sentences, with their places in it."""

from __future__ import annotations

import re

from attrs import frozen

_ABBREVIATIONS = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "vs",
        "e.g",
        "i.e",
        "etc",
        "approx",
        "no",
        "fig",
        "jr",
        "sr",
        "inc",
        "u.s",
        "u.k",
        "a.m",
        "p.m",
        "cf",
        "al",
    ]
)
# An end mark with closing quotes and brackets, or a line break; then the next sentence.
_END = re.compile(r"(?P<mark>[.!?。！？]+[\"'”’)\]*]*)(?=\s|$)|(?P<line>\s*\n\s*)")
_BULLET = re.compile(r"\s*(?:[-*•–]+|\d{1,3}[.)]|#+)\s+|[\s*_#]+")


@frozen
class Sentence:
    """A sentence and where it stands: `text == response[start:end]`."""

    text: str
    start: int
    end: int


def split_sentences(text: str) -> list[Sentence]:
    """Split a text at end marks and line breaks; bullets and numbering are left out.

    A dot inside a number, after an abbreviation or after a list number ends nothing.
    """
    found: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        if match["mark"] and not _ends(text, start, match.start(), match["mark"]):
            continue
        _append(found, text, start, match.end() if match["mark"] else match.start())
        start = match.end()
    _append(found, text, start, len(text))
    return found


def _ends(text: str, start: int, at: int, mark: str) -> bool:
    if mark != ".":
        return True
    word = text[max(start, at - 12) : at].split()[-1:] or [""]
    if word[0].lower().lstrip("(") in _ABBREVIATIONS:
        return False
    # "1." at the head of a line numbers it.
    return not re.fullmatch(r"[\s*_#]*\d{1,3}", text[start:at])


def _append(found: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and (match := _BULLET.match(text, start, end)) and match.end() > start:
        start = match.end()
    while end > start and text[end - 1].isspace():
        end -= 1
    if any(character.isalnum() for character in text[start:end]):
        found.append(Sentence(text[start:end], start, end))
