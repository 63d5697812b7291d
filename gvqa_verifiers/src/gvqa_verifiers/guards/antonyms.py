"""Guard `antonyms`: the caption says the opposite of a word of the claim."""

from __future__ import annotations

import re

from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.language.forms import stem
from gvqa_verifiers.language.phrases import bindings
from gvqa_verifiers.language.tables import are_opposites
from gvqa_verifiers.language.words import (
    ARTICLES,
    AUXILIARIES,
    CONVERSE_PREPOSITIONS,
    PRONOUNS,
    words,
)
from gvqa_verifiers.negation import says_absent

_IGNORED = ARTICLES | AUXILIARIES | PRONOUNS
_SPAN = re.compile(r"\b(\w+) to (\w+)\b")


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object to words that the caption has, but whose opposite it says of the same thing.

    Where the caption has only the opposite, the judge is asked the claim once more with
    that in place of the word: "a five year old child" is young all the same.
    """
    if says_absent(claim) or says_absent(premise):
        return []
    return [
        *_of_the_same_thing(premise, claim),
        *_instead(premise, claim),
        *_turned_round(premise, claim),
    ]


def _of_the_same_thing(premise: str, claim: str) -> list[Doubt]:
    said = bindings(premise)
    stems = {stem(word) for word in words(premise)}
    found: list[Doubt] = []
    for bound in bindings(claim):
        if bound.word in _IGNORED or stem(bound.word) not in stems:
            continue
        known = [other.word for other in said if other.thing == bound.thing]
        against = [word for word in known if are_opposites(bound.word, word)]
        if against and stem(bound.word) not in map(stem, known):
            found.append(
                Doubt(f'"{bound.word}" is claimed of what the caption calls "{against[0]}"')
            )
    return found


def _instead(premise: str, claim: str) -> list[Doubt]:
    there = words(premise)
    stems = {stem(word) for word in there}
    found: list[Doubt] = []
    claimed = words(claim)
    for word in dict.fromkeys(claimed):
        if word in _IGNORED or not word[0].isalpha() or stem(word) in stems:
            continue
        for other in dict.fromkeys(there):
            if other in claimed:
                continue  # "from March to May" has the "to" of the caption, and says more
            if other not in _IGNORED and (are_opposites(word, other) or _converse(word, other)):
                rival = re.sub(rf"\b{re.escape(word)}\b", other, claim, flags=re.IGNORECASE)
                found.append(Doubt(f'the caption says "{other}", not "{word}"', rival=rival))
    return found


def _turned_round(premise: str, claim: str) -> list[Doubt]:
    """Object to "from May to March" where the caption says "March to May"."""
    said = set(_SPAN.findall(premise.casefold()))
    return [
        Doubt(f'the caption says "{end} to {start}", not "{start} to {end}"')
        for start, end in dict.fromkeys(_SPAN.findall(claim.casefold()))
        if (end, start) in said and (start, end) not in said
    ]


def _converse(one: str, other: str) -> bool:
    return (one, other) in CONVERSE_PREPOSITIONS or (other, one) in CONVERSE_PREPOSITIONS
