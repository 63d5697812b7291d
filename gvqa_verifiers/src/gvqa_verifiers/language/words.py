"""Closed classes of English words, and cutting a sentence into words.

These classes have few members and take no new ones, so a list is complete in a way
that a list of nouns could never be.
"""

from __future__ import annotations

import re


def _of(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _counted(text: str) -> dict[str, int]:
    return {word: value for value, word in enumerate(text.split())}


ARTICLES = _of("a an the")
DETERMINERS = ARTICLES | _of(
    "this that these those his her its their my your our some any no each every another both"
    " either neither several many few most all"
)
CARDINALS = {
    **_counted(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty"
    ),
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
    "thousand": 1000,
}
ORDINALS = _counted(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
)
PREPOSITIONS = _of(
    "about above across after against along among around as at atop before behind below beneath"
    " beside besides between beyond by down during except for from in inside into like near next of"
    " off on onto out outside over past per through throughout to toward towards under underneath"
    " until up upon via with within without"
)
CONVERSE_PREPOSITIONS = (
    ("into", "out"),
    ("in", "out"),
    ("inside", "outside"),
    ("on", "off"),
    ("onto", "off"),
    ("up", "down"),
    ("above", "below"),
    ("over", "under"),
    ("before", "behind"),
    ("front", "behind"),
    ("left", "right"),
    ("to", "from"),
    ("towards", "from"),
    ("with", "without"),
)
BE = _of("is are was were be been being am")
AUXILIARIES = BE | _of("has have had does do did can could will would shall should may might must")
PRONOUNS = _of(
    "i you he she it we they him them me us himself herself itself themselves someone somebody"
    " something anyone anybody anything nobody nothing everyone everybody everything one other"
    " others each there here"
)
RELATIVES = _of("who whom whose which that where when")
CONJUNCTIONS = _of(
    "and or but nor while whereas although though because since so as if when than yet"
)
FUNCTION_WORDS = (
    DETERMINERS
    | PREPOSITIONS
    | AUXILIARIES
    | PRONOUNS
    | RELATIVES
    | CONJUNCTIONS
    | _of("not never also just only too very then away back together")
)

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[a-z]+(?:-[a-z]+)*|['’]s\b|n['’]t\b|[.,;:!?]", re.IGNORECASE)
_CONTRACTED = re.compile(r"n['’]t\b", re.IGNORECASE)
PUNCTUATION = frozenset(".,;:!?")


def words(text: str) -> list[str]:
    """Cut a text into lower-case words and punctuation; "isn't" becomes "is", "not"."""
    plain = _CONTRACTED.sub(" not", text.replace("can't", "can not").replace("won't", "will not"))
    plain = re.sub(r"\bcannot\b", "can not", plain, flags=re.IGNORECASE)
    return [match.lower().replace("’", "'") for match in _WORD.findall(plain)]
