"""Plain position language in a question ("at the very end", "the first slide"), and no more."""

from __future__ import annotations

import re
from typing import Literal

Place = Literal["start", "end"]

_THING = (
    r"(?:slides?|frames?|scenes?|shots?|images?|pictures?|screens?|thing|moments?|parts?|"
    r"seconds?|minutes?|sentences?|words?)"
)
_WHOLE = r"(?:the |this |that )?(?:video|clip|film|movie|talk|recording|footage|presentation)"
_END_OF_PHRASE = rf"(?=\s*(?:$|[.,;:?!)]|of {_WHOLE}))"
_PLACES: tuple[tuple[Place, re.Pattern[str]], ...] = (
    (
        "end",
        re.compile(
            rf"\b(?:at|in|near|towards?|by|on) the (?:very )?(?:end|last)\b{_END_OF_PHRASE}"
            rf"|\b(?:last|final|closing) {_THING}\b"
            rf"|\b{_WHOLE} (?:ends?|finish(?:es)?|closes?)\b"
            r"|\b(?:shown|seen|happens?|comes|appears|displayed) last\b"
            rf"|\bends? (?:the|this) {_WHOLE}"
        ),
    ),
    (
        "start",
        re.compile(
            rf"\b(?:at|in|near|from) the (?:very )?(?:beginning|start|first)\b{_END_OF_PHRASE}"
            rf"|\b(?:first|opening|initial) {_THING}\b"
            rf"|\b{_WHOLE} (?:begins?|starts?|opens?)\b"
            r"|\b(?:shown|seen|happens?|comes|appears|displayed) first\b"
            rf"|\b(?:begins?|starts?|opens?) (?:the|this) {_WHOLE}"
        ),
    ),
)


def place(question: str) -> Place | None:
    """Tell whether a question asks for the start or the end of the video.

    "The end of the rope" and "the first quarter" name neither and give None.
    """
    for name, pattern in _PLACES:
        if pattern.search(question.casefold()):
            return name
    return None


def without_place(question: str) -> str:
    """The question without its position language, which no caption contains."""
    text = question.casefold()
    for _, pattern in _PLACES:
        text = pattern.sub(" ", text)
    return text
