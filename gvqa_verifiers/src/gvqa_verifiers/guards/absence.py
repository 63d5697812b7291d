"""Guard `absence`: what is said not to be on the screen or in the picture stands there.

A small model takes `"Tea: 12 people" is written` for bearing out "Tea is not on the slide".
"""

from __future__ import annotations

import re

from gvqa_core.builtin.sentences import quotations
from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.guards.negation import polarity
from gvqa_verifiers.language.forms import content_stems, stem
from gvqa_verifiers.language.words import PREPOSITIONS
from gvqa_verifiers.negation import says_absent, says_missing
from gvqa_verifiers.passages import passages

_SCREEN = "slide|screen|picture|image|frame|video|shot|scene|view|photo|page|caption|display"
_VERBS = (
    "show|see|visible|appear|write|mention|list|include|contain|present|display|depict|find|have|"
    "feature|read|say|state|word|text|name|term|phrase|anywhere"
)
_SHOWN_ON = frozenset(_SCREEN.split("|"))
_SHOWING = frozenset(_VERBS.split("|"))
_DENYING = frozenset(("lack", "absent", "miss", "omit", "leave", "no-one"))
_NEUTRAL = frozenset(map(stem, _SHOWN_ON | _SHOWING | _DENYING))
_PRESENCE = frozenset(map(stem, _SHOWN_ON | _SHOWING | _DENYING - {"leave"}))
_THERE = re.compile(r"\bthere\b", re.IGNORECASE)
_ON_SCREEN = re.compile(
    rf"\b(?:anywhere )?(?:on|in|at|from|of|within) (?:the|this|that) (?:{_SCREEN})\b",
    re.IGNORECASE,
)
_WHERE = re.compile(rf"\b(?:{'|'.join(sorted(PREPOSITIONS - {'without', 'about'}))})\b", re.I)
_SAID_TWICE = re.compile(r"\b(?:nothing but|not only|no longer|not just|no doubt)\b", re.I)


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object to a denial whose words all stand in one passage that does not deny them.

    That is asked of claims about what is there or shown, and of any denial where the
    passage quotes text; other denials are the guard `negation`'s.
    """
    if not (says_absent(claim) or says_missing(claim)) or _SAID_TWICE.search(claim):
        return []
    wanted = content_stems(claim) - _NEUTRAL
    # "No one is on the bench" says nothing of the bench but where no one is.
    core = content_stems(_WHERE.split(_ON_SCREEN.sub("", claim))[0]) - _NEUTRAL
    if not core:
        return []
    of_presence = bool(content_stems(claim) & _PRESENCE or _THERE.search(claim))
    for passage in passages(premise):
        if (of_presence or quotations(passage)) and wanted <= _said(passage):
            return [Doubt(f"it denies what the caption says: {passage.strip()}")]
    return []


def _said(passage: str) -> frozenset[str]:
    return frozenset() if says_missing(passage) else polarity(passage).said
