"""Splits a compound claim into parts that can be judged by themselves.

"A cat sleeps and a dog barks" holds if both halves hold. A claim is split only where
both sides are surely clauses, or a second predicate surely shares the subject; what is
doubtful stays whole, which costs a chance to be exact but never changes the meaning.
"""

from __future__ import annotations

import re

from gvqa_verifiers.language.words import (
    ARTICLES,
    AUXILIARIES,
    BE,
    CARDINALS,
    DETERMINERS,
    FUNCTION_WORDS,
    PREPOSITIONS,
    words,
)
from gvqa_verifiers.negation import says_absent

_JOINTS = re.compile(r"\s*(?:;|,?\s+(?:and|while|but|whereas)(?:\s+that)?)\s+", re.IGNORECASE)
_INSEPARABLE = re.compile(
    r"\b(?:between|both|together|each other|one another|either|neither|nor|or|if|unless|until"
    r"|before|after|because|than|same|alike|simultaneously)\b",
    re.IGNORECASE,
)
_ONE = frozenset(("a", "an", "one", "another", "each", "every", "he", "she", "it"))
_NOT_VERBS = ("ss", "us", "is")


def split_claim(claim: str) -> list[str]:
    """Split a claim into parts joined by AND.

    Args:
        claim: One sentence.

    Returns:
        The parts, each a sentence by itself; `[claim]` if it is simple or doubtful.
    """
    if _INSEPARABLE.search(claim):
        return [claim]
    for joint in _JOINTS.finditer(claim):
        left, right = claim[: joint.start()].strip(), claim[joint.end() :].strip()
        if is_clause(left) and is_clause(right):
            return [*split_claim(left), *split_claim(right)]
        shared = None if says_absent(claim) else with_subject(left, right)
        if shared and joint.group().strip() != ";":
            return [left, *split_claim(shared)]
    return [claim]


def is_clause(text: str) -> bool:
    """Whether a text surely has a subject and a finite verb of its own."""
    tokens = [token for token in words(text) if token.isalnum() or "-" in token]
    if len(tokens) < 2 or tokens[0] in AUXILIARIES | PREPOSITIONS:
        return False
    return _finite_verb(tokens) is not None


def _finite_verb(tokens: list[str]) -> int | None:
    """Where the first sure finite verb stands, behind at least one word of subject."""
    for position, token in enumerate(tokens[1:], start=1):
        if token in ("who", "that", "which", "whose", "where"):
            return None
        if token in AUXILIARIES:
            return position
        if _is_singular_verb(tokens, position):
            return position
    return None


def _is_singular_verb(tokens: list[str], position: int) -> bool:
    """Whether "barks" in "a dog barks" is a verb: after a singular subject -s ends no noun."""
    token = tokens[position]
    if not token.endswith("s") or token.endswith(_NOT_VERBS) or token in FUNCTION_WORDS:
        return False
    subject = tokens[:position]
    if any(word in CARDINALS and word != "one" for word in subject):
        return False
    if subject[0] in _ONE:
        # "A glass of apples": behind a preposition a plural may stand again.
        return not any(word in PREPOSITIONS for word in subject)
    following = tokens[position + 1] if position + 1 < len(tokens) else ""
    return (
        subject[0] in DETERMINERS
        and len(subject) > 1
        and not any(word in PREPOSITIONS for word in subject)
        and following in (ARTICLES | PREPOSITIONS | frozenset(("his", "her", "its", "their")))
    )


def with_subject(left: str, right: str) -> str | None:
    """The second half with the first half's subject, if it is surely a mere predicate.

    "A man is sitting" + "reading a book", "A man holds a cup" + "reads a book".
    """
    if not is_clause(left):
        return None
    original = left.split()
    tokens = words(left)
    rest = words(right)
    if len(tokens) < 2 or not rest:
        return None
    verb = _finite_verb(tokens)
    if verb is None or verb >= len(original) or original[verb].lower().strip(",.") != tokens[verb]:
        return None
    subject = " ".join(original[:verb])
    behind = tokens[verb + 1] if verb + 1 < len(tokens) else ""
    if tokens[verb] in BE and behind.endswith("ing") and rest[0].endswith("ing"):
        return f"{subject} {original[verb]} {right}"
    if rest[0] in AUXILIARIES:
        return f"{subject} {right}"
    if tokens[verb] not in AUXILIARIES and rest[0].endswith("s") and len(rest) > 1:
        opens_object = rest[1] in DETERMINERS or rest[1] in PREPOSITIONS
        if opens_object and rest[0] not in FUNCTION_WORDS and not rest[0].endswith(_NOT_VERBS):
            return f"{subject} {right}"
    return None
