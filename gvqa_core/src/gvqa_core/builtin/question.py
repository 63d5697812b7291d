"""What a question asks for: its words, and the kind of thing that would answer it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from enum import Enum

from attrs import frozen

from gvqa_core.builtin.sentences import QUOTED
from gvqa_core.builtin.words import COLOURS, STOPWORDS, is_number, stem, stems, tokens, word_set

_ABOUT_THE_MEDIUM = frozenset(
    map(
        stem,
        word_set(
            "video clip film movie recording footage talk presentation show see display visible "
            "appear happen picture image frame scene screen slide describe tell thing something "
            "anything any please say read mention write contain text word now next side half"
        ),
    )
)
"""Stems with which people speak of the video itself; they do not tell captions apart."""

COLOUR_STEMS = frozenset(map(stem, COLOURS))


def is_about_the_medium(word: str) -> bool:
    """Whether a stem is one with which people speak of the video itself."""
    return word in _ABOUT_THE_MEDIUM


_HEADINGS = word_set("title headline")
"""What people ask for where a caption speaks of a heading."""


class Focus(Enum):
    """The kind of thing a question wants to hear."""

    ANYTHING = "anything"
    NUMBER = "number"
    COLOUR = "colour"
    TEXT = "text"


_FOCUS = (
    (Focus.NUMBER, re.compile(r"\bhow (?:many|much|often|long|old|far|large|big|high)\b|number")),
    (Focus.COLOUR, re.compile(r"\b(?:what|which) colou?rs?\b|\bcolou?r of\b")),
    (Focus.TEXT, re.compile(r"\b(?:say|says|read|reads|written|text|title|heading|called)\b")),
)


_COLOUR_OF_ALL = re.compile(
    r"\bcolou?rs? (?:is|are|of|has|have|does) (?:the |this |that )?(?:\w+ )?"
    r"(?:slide|picture|image|frame|screen|scene|video|background|page)\b"
)


@frozen
class Question:
    """A question, read.

    Attributes:
        words: Stems of the words that an answer should share.
        focus: What kind of thing it asks for.
        loose: Whether what it asks for may stand in another sentence than its words:
            "What colour is the slide that says thanks?", but not "What colour is the bus?"
    """

    words: frozenset[str]
    focus: Focus
    loose: bool = False

    def weights(self, captions: Sequence[Sequence[frozenset[str]]]) -> Mapping[str, float]:
        """Weigh each word by its rarity among the captions; a word in none weighs most."""
        total = len(captions)
        found = {
            word: sum(any(word in sentence for sentence in caption) for caption in captions)
            for word in self.words
        }
        return {word: 1.0 + math.log((total + 1) / (found[word] + 1)) for word in self.words}

    def coverage(self, words: frozenset[str], weights: Mapping[str, float]) -> float:
        """The part of the question's weight that `words` hold, 0 to 1."""
        total = sum(weights.values())
        return sum(weights[word] for word in self.words & words) / total if total else 0.0

    def answered_by(self, sentence: str) -> bool:
        """Whether a sentence holds the kind of thing asked for; any does when that is open."""
        found = set(stems(sentence)) - self.words
        match self.focus:
            case Focus.NUMBER:
                return any(is_number(token) for token in found)
            case Focus.COLOUR:
                return bool(found & COLOUR_STEMS)
            case Focus.TEXT:
                return QUOTED.search(sentence) is not None
            case Focus.ANYTHING:
                return True


def read_question(question: str) -> Question:
    """Find a question's content words and its focus."""
    folded = question.casefold()
    focus = next((f for f, pattern in _FOCUS if pattern.search(folded)), Focus.ANYTHING)
    words = frozenset(
        "heading" if token in _HEADINGS else stem(token)
        for token in tokens(question)
        if token not in STOPWORDS and stem(token) not in _ABOUT_THE_MEDIUM
    )
    if focus is Focus.COLOUR:
        words -= {"color"}
    if focus is Focus.NUMBER:
        words -= word_set("many much number often long old far large big high")
    loose = focus is Focus.TEXT or _COLOUR_OF_ALL.search(folded) is not None
    return Question(words, focus, loose)
