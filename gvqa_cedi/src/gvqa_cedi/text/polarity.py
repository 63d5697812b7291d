"""Which words of a sentence are asserted, negated or hedged: cues and how far they reach."""

from __future__ import annotations

from enum import IntEnum

from gvqa_cedi.text.phrases import phrase_from
from gvqa_cedi.text.tokens import phrase_at
from gvqa_cedi.text.verbs import verb_base
from gvqa_cedi.text.words import (
    AUXILIARIES,
    HEDGES,
    NEGATIONS,
    PICTURE,
    PRONOUNS,
)


class Polarity(IntEnum):
    """How a statement was made; of two that meet, the greater one counts."""

    ASSERTED = 0
    HEDGED = 1
    NEGATED = 2


_STOPS = frozenset((".", ";", ":", "!", "?", "(", ")", "but", "however", "although", "though",
                    "while", "whereas", "because", "since", "nevertheless", "yet"))  # fmt: skip
_SHORT = frozenset(("without", "instead of", "rather than", "lacking", "lack", "lacks", "free of",
                    "devoid of", "absence of"))  # fmt: skip
# "A dog is not visible": the cue says it of what stands before it.
_SEEN = frozenset(
    ["visible", "present", "shown", "seen", "depicted", "pictured", "there", "included", "evident"]
)
EXPOSES = frozenset(
    ["see", "show", "feature", "depict", "contain", "include", "have", "appear", "mention"]
)
_RESUMES = frozenset(("only", "just", "instead", "rather", "it", "there", "they", "he", "she"))


def polarities(words: list[str]) -> list[Polarity]:
    """The polarity of each word, before it is asked whether a phrase is presupposed."""
    found = [Polarity.ASSERTED] * len(words)
    for at in range(len(words)):
        for cues, polarity in ((NEGATIONS, Polarity.NEGATED), (HEDGES, Polarity.HEDGED)):
            length = phrase_at(words, at, cues)
            if not length or _is_no_cue(words, at, length):
                continue
            cue = " ".join(words[at : at + length])
            start, end = _reach(words, at, length, cue)
            for place in range(start, end):
                found[place] = max(found[place], polarity)
    return found


def is_presupposed(words: list[str], start: int) -> bool:
    """Whether a definite phrase at `start` under a negation is taken to be there all the same.

    In "the man has no hat on the table" there is a table; in "I do not see the table"
    there is none.
    """
    for at in range(start - 1, -1, -1):
        if words[at] in _STOPS:
            return False
        if phrase_at(words, at, NEGATIONS):
            between = [verb_base(word) for word in words[at + 1 : start]]
            return not EXPOSES.intersection(filter(None, between))
    return False


def _is_no_cue(words: list[str], at: int, length: int) -> bool:
    after = words[at + length] if at + length < len(words) else ""
    word = words[at]
    if word in ("no", "nope", "not") and (at == 0 or words[at - 1] in ".!?;") and after in ",.!":
        return True  # "No, …": an answer, not a negation of what follows.
    if word == "not" and after in ("only", "just"):
        return True
    if word in ("likely", "appears", "appear") and after in ("not",):
        return False
    if word == "may" and after and after[0].isdigit():
        return True
    return word == "like" and at > 0 and words[at - 1] in ("looks", "look")


def _reach(words: list[str], at: int, length: int, cue: str) -> tuple[int, int]:
    """First and past-the-last word that a cue is about."""
    end = at + length
    while end < len(words) and words[end] not in _STOPS:
        if cue in _SHORT and end > at + length and (_is_finite(words, end) or words[end] == ","):
            break
        if words[end] in (",", "and") and _new_clause(words, end):
            break
        end += 1
    start = at
    if cue == "or":
        return _either(words, at), end
    if _says_it_of_the_subject(words, at + length):
        while (
            start > 0
            and words[start - 1] not in _STOPS
            and not (words[start - 1] == "," and _new_clause(words, start - 1))
        ):
            start -= 1
    return start, end


def _either(words: list[str], at: int) -> int:
    """Where the alternative before "or" begins."""
    for start in range(max(0, at - 5), at):
        phrase = phrase_from(words, start)
        if phrase is not None and phrase.end == at:
            return start
    return max(0, at - 1)


def _says_it_of_the_subject(words: list[str], at: int) -> bool:
    rest = [word for word in words[at : at + 5] if word not in ("be", "any", "clearly", "actually")]
    if not rest:
        return False
    if rest[0] in _SEEN:
        return True
    return rest[0] in ("in", "part") and any(word in PICTURE for word in rest[1:4])


def _new_clause(words: list[str], at: int) -> bool:
    """Whether what follows a comma or "and" has a subject of its own."""
    at += 1
    while at < len(words) and words[at] in ("and", "so", "then"):
        at += 1
    if at >= len(words):
        return False
    if words[at] in _RESUMES or (words[at] in PRONOUNS and words[at] not in ("that", "which")):
        return True
    phrase = phrase_from(words, at)
    return phrase is not None and phrase.end < len(words) and _is_finite(words, phrase.end)


def _is_finite(words: list[str], at: int) -> bool:
    word = words[at]
    if word in AUXILIARIES:
        return True
    base = verb_base(word)
    return base is not None and word != base and word.endswith("s")
