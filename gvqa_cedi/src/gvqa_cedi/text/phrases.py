"""Noun phrases: determiner, properties, the name of a thing."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from gvqa_cedi.text.verbs import verb_base
from gvqa_cedi.text.words import (
    ADJECTIVES,
    ADVERBS,
    ATTRIBUTES,
    AUXILIARIES,
    BREAKS,
    COMPOUNDS,
    CONJUNCTIONS,
    DETERMINERS,
    NOT_VALUES,
    NOUN_ADJECTIVES,
    NUMBERS,
    PREPOSITIONS,
    PRONOUNS,
)
from gvqa_cedi.wordnet import wordnet
from gvqa_cedi.wordnet.physical import ALLOWED

_FUNCTION = (
    (DETERMINERS | PRONOUNS | AUXILIARIES | CONJUNCTIONS | BREAKS | ADVERBS | frozenset(NUMBERS))
    | frozenset(p for p in PREPOSITIONS if " " not in p)
    | frozenset(("not", "yes", "please", "sorry", "ok", "okay", "etc"))
)
_NAME_OF = {value: name for name, values in ATTRIBUTES.items() for value in values}
_UNNAMED = frozenset(("other", "state", "number"))
_COLOURS = ATTRIBUTES["colour"]
SHADES = frozenset(("light", "dark", "bright", "pale", "deep"))
_ADJECTIVE_ENDINGS = ("y", "ish", "ful", "ous", "less", "ic", "ive", "able", "like")
_THINGS_IN_ING = frozenset(("building", "painting", "drawing", "dressing"))
_OPENERS = DETERMINERS | frozenset(("'s",))


@frozen
class Phrase:
    """A noun phrase.

    Attributes:
        name: What it names, in the base form; a compound is one name.
        values: (token, value, attribute's name or None) of its properties.
        start: First token.
        end: After its last token.
        head: The token of the name's last word.
        first: The token of the name's first word.
        determiner: Its first word when that is a determiner; empty when there is none.
        count: How many, where a number says so; else 1.
    """

    name: str
    values: tuple[tuple[int, str, str | None], ...]
    start: int
    end: int
    first: int
    head: int
    determiner: str = ""
    count: int = 1

    @property
    def definite(self) -> bool:
        """Whether it refers to something already known ("the", "this", "his")."""
        return self.determiner in (
            "the", "this", "these", "those", "that", "his", "her", "its", "their", "both", "'s",
        )  # fmt: skip

    @property
    def another(self) -> bool:
        """Whether it says that it is not the one mentioned before."""
        return self.determiner in ("another", "other")


def attribute_name(value: str) -> str | None:
    """Which attribute a value is of: "red" → "colour"; None when unknown."""
    name = _NAME_OF.get(value)
    return None if name in _UNNAMED else name


@lru_cache(maxsize=65536)
def is_adjective(word: str) -> bool:
    """Whether a word describes rather than names."""
    if word in _FUNCTION:
        return False
    if word in ADJECTIVES:
        return True
    return len(word) > 4 and word.endswith(_ADJECTIVE_ENDINGS) and not wordnet().known(word)


@lru_cache(maxsize=65536)
def is_noun(word: str) -> bool:
    """Whether a word may name a thing, whatever else it may be."""
    if word in _FUNCTION or not word[0].isalpha() or len(word) < 2:
        return False
    if word in ADJECTIVES and word not in NOUN_ADJECTIVES:
        return False
    return wordnet().known(word) or word in ALLOWED


@lru_cache(maxsize=65536)
def _is_compound(words: tuple[str, ...]) -> bool:
    if any(word in _FUNCTION or not word[0].isalpha() for word in words):
        return False
    if _compound_name(words) is not None:
        return True
    # Only names of things: WordNet also lists the "cat sleep" of "the cat sleeps".
    text = " ".join(words)
    return words[0] not in ADJECTIVES and wordnet().is_hypernym("object", text)


def _compound_name(words: tuple[str, ...]) -> str | None:
    """The compound of our list that the words are, also in the plural."""
    *before, last = words
    for base in (last, *wordnet().lemmas(last)):
        if (text := " ".join((*before, base.replace("_", " ")))) in COMPOUNDS:
            return text
    return None


def _name(words: list[str]) -> str:
    return _compound_name(tuple(words)) or wordnet().lemma(" ".join(words))


def phrase_from(words: list[str], at: int) -> Phrase | None:
    """Read a noun phrase that begins at `at`; None when none does.

    Args:
        words: The sentence.
        at: Where a phrase may begin: at the head of a clause, after a verb, a
            preposition or a conjunction.
    """
    return _Reader(words, at).read()


class _Reader:
    def __init__(self, words: list[str], at: int) -> None:
        self.words = words
        self.start = self.at = at
        self.determiner = ""
        self.count = 1
        self.opened = False
        self.values: list[tuple[int, str, str | None]] = []
        self.head: tuple[int, int] | None = None  # first and last token of the name

    def read(self) -> Phrase | None:
        self._determiners()
        while self.at < len(self.words) and self._step():
            pass
        if self.head is None:
            return None
        first, last = self.head
        return Phrase(
            name=_name(self.words[first : last + 1]),
            values=tuple(each for each in self.values if each[0] < first),
            start=self.start,
            end=last + 1,
            first=first,
            head=last,
            determiner=self.determiner,
            count=self.count,
        )

    def _word(self, at: int) -> str:
        return self.words[at] if at < len(self.words) else ""

    def _determiners(self) -> None:
        while word := self._word(self.at):
            if word in NUMBERS or word.isdecimal():
                self.count = NUMBERS[word] if word in NUMBERS else min(int(word[:4]), 99)
            elif word not in _OPENERS:
                break
            elif not self.determiner:
                self.determiner = word
            if word == "other":
                self.determiner = word
            self.opened = True
            self.at += 1

    def _step(self) -> bool:
        """Take one word or compound; False at the end of the phrase."""
        word = self.words[self.at]
        for length in (3, 2):
            words = tuple(self.words[self.at : self.at + length])
            if len(words) == length and _is_compound(words) and not self._is_verb(self.at):
                self.head = (self.at, self.at + length - 1)
                self.at += length
                return True
        if self._describes(self.at):
            if self.head is not None:
                return False
            self._take_value(word)
            self.opened = True
            self.at += 1
            return True
        if self.head is None and self._joins(self.at):
            self.at += 1
            return True
        if is_noun(word) and not self._is_verb(self.at):
            self.head = (self.at, self.at)
            self.at += 1
            return True
        return False

    def _take_value(self, word: str) -> None:
        if word in NOT_VALUES:
            return
        before = self.values[-1] if self.values else None
        if before and before[0] == self.at - 1 and before[1] in SHADES and word in _COLOURS:
            self.values[-1] = (self.at, f"{before[1]} {word}", "colour")  # "light blue"
        else:
            self.values.append((self.at, word, attribute_name(word)))

    def _describes(self, at: int) -> bool:
        """Whether the word is a property of what follows in this phrase."""
        word = self._word(at)
        after = self._word(at + 1)
        follows = self._names(at + 1) or (self._joins(at + 1) and is_adjective(self._word(at + 2)))
        if word in NOUN_ADJECTIVES:
            return follows or (after in ADJECTIVES and self._names(at + 2))
        if is_adjective(word):
            listed = after in ("and", ",") and is_adjective(self._word(at + 2))
            return follows or is_adjective(after) or (listed and self._describes(at + 2))
        if "-" in word and not is_noun(word):
            return self._names(at + 1)
        participle = word.endswith(("ing", "ed")) and verb_base(word) is not None
        return participle and self.opened and self._names(at + 1)

    def _names(self, at: int) -> bool:
        word = self._word(at)
        return bool(word) and (is_noun(word) or is_adjective(word)) and not self._is_form(word)

    @staticmethod
    def _is_form(word: str) -> bool:
        if word in ADJECTIVES or word in _THINGS_IN_ING:
            return False
        return word.endswith(("ing", "ed")) and verb_base(word) is not None

    def _joins(self, at: int) -> bool:
        """Whether the word joins properties, or strengthens one."""
        word = self._word(at)
        if word in ("and", ",") and self.values:
            return self._describes(at + 1)
        return word in ADVERBS and is_adjective(self._word(at + 1))

    def _is_verb(self, at: int) -> bool:
        """Whether the word is a verb here, though it may name a thing elsewhere."""
        word = self._word(at)
        if verb_base(word) is None or word in _THINGS_IN_ING:
            return False
        if self.head is not None:
            return True
        if self.opened:
            return False
        return word.endswith("ing") or (word.endswith("ed") and not wordnet().known(word))
