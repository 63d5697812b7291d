"""Guard `negation`: the caption says what the claim denies, or denies what it says."""

from __future__ import annotations

import re

from attrs import frozen

from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.language.forms import content_stems, stem
from gvqa_verifiers.language.phrases import phrases
from gvqa_verifiers.language.words import PREPOSITIONS, words
from gvqa_verifiers.negation import denials, says_absent, says_missing

_BREAK = re.compile(r"[.,;:!?]|\b(?:and|but|while|although|though|because|who|which)\b", re.I)
_DEFINITE = frozenset(("the", "this", "that", "these", "those", "his", "her", "its", "their"))
_PLACE = re.compile(rf"\b(?:{'|'.join(sorted(PREPOSITIONS - {'without'}))})\b", re.I)
_SAID_TWICE = re.compile(r"\b(?:nothing but|not only|no longer|not just|no doubt)\b", re.I)


@frozen
class Polarity:
    """The content words of a text by whether it says or denies them.

    Attributes:
        said: Stems outside every denial.
        denied: Stems inside one, and not outside.
        clauses: Stems said, clause by clause.
    """

    said: frozenset[str]
    denied: frozenset[str]
    clauses: tuple[frozenset[str], ...]


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object where caption and claim say the same with opposite polarity."""
    if _SAID_TWICE.search(premise) or _SAID_TWICE.search(claim):
        return []
    caption = polarity(premise)
    wanted = content_stems(claim) | _particle(claim)
    if says_absent(claim):
        # "No one is on the bench" says nothing of the bench but where no one is.
        core = content_stems(_PLACE.split(claim)[0]) | _particle(claim)
        said = any(wanted <= clause for clause in caption.clauses)
        return [Doubt("it denies what the caption says")] if core and said else []
    if says_missing(claim):
        return []  # "the date is missing" agrees with "there is no date"
    against = sorted(wanted & caption.denied)
    return [Doubt("it says what the caption denies")] if against else []


def polarity(text: str) -> Polarity:
    """Tell what a text says from what it denies.

    A denial reaches from its word to the end of the clause, but never over a thing that
    is taken for granted: "no one is on the bench" does not deny the bench.
    """
    said: list[frozenset[str]] = []
    denied: frozenset[str] = frozenset()
    for clause in _BREAK.split(text):
        starts = denials(clause)
        if not starts:
            said.append(content_stems(clause) | (PREPOSITIONS & set(words(clause))))
            continue
        before, behind = clause[: starts[0]], clause[starts[0] :]
        granted = _granted(behind)
        particles = PREPOSITIONS & set(words(before))
        said.append(content_stems(before) | granted | particles)
        denied |= content_stems(behind) - granted
    everything = frozenset[str]().union(*said)
    return Polarity(everything, denied - everything, tuple(said))


def _granted(text: str) -> frozenset[str]:
    """Stems of the things spoken of as known: "the empty bench"."""
    known = (thing for thing in phrases(words(text)) if thing.determiner in _DEFINITE)
    return frozenset(stem(word) for thing in known for word in (*thing.modifiers, thing.head))


def _particle(claim: str) -> frozenset[str]:
    """The closing particle, which is what is said in "the lights are not on"."""
    last = [word for word in words(claim) if word[0].isalnum()][-1:]
    return frozenset(last) & PREPOSITIONS
