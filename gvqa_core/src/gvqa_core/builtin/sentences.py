"""Sentences and quotations of a text."""

from __future__ import annotations

import re

QUOTED = re.compile(r'"([^"\n]*)"|“([^”\n]*)”')
"""On-screen text as captions give it: between straight or curly double quotes."""

_END = re.compile(r"(?<=[.!?…])[\"”’)\]]*\s+(?=[^\s])|\n+")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|prof|st|vs|no|e\.g|i\.e|approx|fig)\.$", re.I)


def sentences(text: str) -> list[str]:
    """Split a text into sentences; what stands between double quotes is never split."""
    shielded = QUOTED.sub(lambda match: "\0" * len(match.group()), text)
    found: list[str] = []
    start = 0
    for match in _END.finditer(shielded):
        if _ABBREVIATION.search(shielded[start : match.start()]):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def quotations(text: str) -> list[str]:
    """What stands between double quotes, in order."""
    return [straight or curly for straight, curly in QUOTED.findall(text)]
