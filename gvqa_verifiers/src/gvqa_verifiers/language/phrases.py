"""Which word of a sentence belongs to which thing: "a red apple", "the door is open".

No parser is at work: phrases are what stands between the words of the closed classes,
and what is doubtful is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from gvqa_verifiers.language.forms import IRREGULAR_PLURALS, stem
from gvqa_verifiers.language.tables import basic_colours
from gvqa_verifiers.language.words import (
    ARTICLES,
    BE,
    CARDINALS,
    DETERMINERS,
    FUNCTION_WORDS,
    PREPOSITIONS,
    words,
)

_SINGULAR = frozenset(("a", "an", "one", "another", "each", "every", "this", "that"))
_SEVERAL = frozenset(("dozen", "few", "couple", "hundred", "thousand"))
_ADVERBS = frozenset(("very", "quite", "completely", "partly", "almost", "all", "still", "also"))


@frozen
class Phrase:
    """A thing a sentence speaks of.

    Attributes:
        start: Position of its first word.
        stop: Position behind its last word.
        determiner: The article, possessive or number that opens it; empty if none.
        modifiers: The words between that and the head: ("small", "red").
        head: Its last word: "apple".
    """

    start: int
    stop: int
    determiner: str
    modifiers: tuple[str, ...]
    head: str


@frozen
class Bound:
    """A word said of a thing.

    Attributes:
        word: The word: "red", "open", "two".
        thing: Stem of the thing's head.
    """

    word: str
    thing: str


def phrases(tokens: Sequence[str]) -> list[Phrase]:
    """Find the things a sentence speaks of.

    Args:
        tokens: As `words` cuts them.
    """
    found: list[Phrase] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        opens = token in DETERMINERS or is_number(token)
        start = position + opens
        stop = start
        while stop < len(tokens) and _continues(tokens, start, stop, token if opens else ""):
            stop += 1
        if stop > start:
            found.append(
                Phrase(
                    position,
                    stop,
                    token if opens else "",
                    tuple(tokens[start : stop - 1]),
                    tokens[stop - 1],
                )
            )
        position = max(stop, position + 1)
    return found


def is_number(token: str) -> bool:
    """Whether a word is a cardinal in letters or digits."""
    return token in CARDINALS or token[0].isdigit()


def _continues(tokens: Sequence[str], start: int, position: int, opening: str) -> bool:
    token = tokens[position]
    following = tokens[position + 1] if position + 1 < len(tokens) else ""
    before = tokens[position - 1] if position > start else ""
    if token in ("and", ","):
        # "a black and white dog": two colours of one thing.
        return bool(before and basic_colours(before) and following and basic_colours(following))
    if not token[0].isalnum() or (token in FUNCTION_WORDS and not is_number(token)):
        return False
    if not before:
        return True
    if _is_plural(before) or token.endswith("ing"):
        return False
    if token.endswith("s") and _is_plural(token):
        if opening in _SINGULAR and not any(word in _SEVERAL for word in tokens[start:position]):
            return False
        opens_object = following in ARTICLES or following in ("his", "her", "its", "their")
        if opens_object or (opening and following in PREPOSITIONS):
            return False
    return not (token.endswith("ed") and following in ARTICLES | PREPOSITIONS)


def _is_plural(word: str) -> bool:
    if word.endswith("s"):
        return not word.endswith(("ss", "us", "is"))
    return word in IRREGULAR_PLURALS


def bindings(text: str) -> list[Bound]:
    """Find what is said of which thing.

    Attributive words stand before the head ("a black and white dog"), predicative ones
    behind a form of to be ("the door is open").
    """
    tokens = words(text)
    things = phrases(tokens)
    found: list[Bound] = []
    owners: list[str] = []
    for number, thing in enumerate(things):
        head = stem(thing.head)
        found += [Bound(word, head) for word in (thing.determiner, *thing.modifiers) if word]
        linked = number and tokens[things[number - 1].stop : thing.start] == ["of"]
        # "The door of the shed is open" may be said of either.
        owners = [*owners, head] if linked else [head]
        found += [Bound(word, owner) for word in _predicates(tokens, thing) for owner in owners]
    return found


def _predicates(tokens: Sequence[str], thing: Phrase) -> list[str]:
    position = thing.stop
    if position >= len(tokens) or tokens[position] not in BE:
        return []
    position += 1
    while position < len(tokens) and tokens[position] in _ADVERBS:
        position += 1
    found: list[str] = []
    while position < len(tokens) and (tokens[position] not in DETERMINERS | {"not"}):
        if not tokens[position][0].isalnum() or tokens[position] in PREPOSITIONS - {"on", "off"}:
            break
        if tokens[position] not in ("and", "or"):
            found.append(tokens[position])
        position += 1
    return found
