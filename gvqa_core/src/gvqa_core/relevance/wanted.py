"""What kind of thing a question wants to hear, and whether a claim says such a thing anew."""

from __future__ import annotations

import re
from enum import Enum

from gvqa_core.builtin.question import COLOUR_STEMS, is_about_the_medium
from gvqa_core.builtin.sentences import QUOTED
from gvqa_core.builtin.words import STOPWORDS, is_number, stems, word_set


class Wanted(Enum):
    """The kind of answer a question calls for."""

    YES_OR_NO = "yes or no"
    NUMBER = "number"
    COLOUR = "colour"
    TEXT = "text"
    PLACE = "place"
    TIME = "time"
    ANYTHING = "anything"


_KINDS = (
    (
        Wanted.YES_OR_NO,
        re.compile(
            r"^(?:and |so )?(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)\b"
        ),
    ),
    (Wanted.NUMBER, re.compile(r"\bhow (?:many|much|often)\b|\b(?:what|which) number\b")),
    (Wanted.COLOUR, re.compile(r"\b(?:what|which) colou?rs?\b")),
    (Wanted.TIME, re.compile(r"^when\b|\b(?:what|which) time\b|\bhow long\b|\bwhat day\b")),
    (Wanted.PLACE, re.compile(r"\bwhere\b|\b(?:in|on|at) (?:what|which) (?:place|room)\b")),
    (
        Wanted.TEXT,
        re.compile(
            r"\b(?:say|says|said|read|reads|written|text|title|caption|heading|called|words)\b"
        ),
    ),
)
_OCCURRENCES = re.compile(r"\bhow (?:often|many (?:times|scenes|shots))\b", re.IGNORECASE)
"""Where every occurrence is a part of the answer, and no claim need hold a number."""

_QUANTITIES = word_set("several many few dozen dozens pair couple both no none single")
_TIMES = word_set("morning noon afternoon evening night midnight dawn dusk sunset sunrise hour "
                  "minute second day week month year before after while until when then later "
                  "beginning start end middle")  # fmt: skip
_PLACED = re.compile(
    r"\b(?:in|on|at|under|over|above|below|beside|behind|near|by|inside|outside|into|onto|from"
    r"|between|among|along|across|around|through|against|to|towards?|upon|next to|in front of)\b"
    r"(?P<where>[^.;]*)",
    re.IGNORECASE,
)


def wanted(question: str) -> Wanted:
    """Read what kind of answer a question calls for."""
    folded = " ".join(question.casefold().split())
    return next((kind for kind, pattern in _KINDS if pattern.search(folded)), Wanted.ANYTHING)


def content(text: str) -> frozenset[str]:
    """Stems of the words of a text that tell of something in the video."""
    return frozenset(
        word for word in stems(text) if word not in STOPWORDS and not is_about_the_medium(word)
    )


def tells(claim: str, question: str) -> bool:
    """Whether a claim says something of the kind a question wants that is not in the question."""
    known = frozenset(stems(question))
    found = frozenset(stems(claim)) - known
    match wanted(question):
        case Wanted.YES_OR_NO:
            return True
        case Wanted.NUMBER if not _OCCURRENCES.search(question):
            return any(map(is_number, found)) or bool(found & _QUANTITIES)
        case Wanted.COLOUR:
            return bool(found & COLOUR_STEMS)
        case Wanted.TEXT:
            return QUOTED.search(claim) is not None
        case Wanted.PLACE:
            return any(content(place["where"]) - known for place in _PLACED.finditer(claim))
        case Wanted.TIME:
            return any(map(is_number, found)) or bool(found & _TIMES)
        case Wanted.NUMBER | Wanted.ANYTHING:
            return bool(content(claim) - known)
