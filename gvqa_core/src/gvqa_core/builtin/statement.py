"""A sentence taken apart just far enough to compare two of them: phrases and reservations.

This is no parser. Function words (articles, prepositions, conjunctions) cut a
sentence into phrases; what the cut cannot decide is left undecided, and the
verifier then does not support the claim.
"""

from __future__ import annotations

import re
from itertools import pairwise

from attrs import evolve, frozen

from gvqa_core.builtin.sentences import QUOTED, sentences
from gvqa_core.builtin.words import COLOURS, NEGATIONS, is_number, stem, tokens, word_set

MEDIUM = r"(?:picture|image|photo|photograph|frame|video|scene|screen|slide|clip|shot|footage|page)"

_ARTICLES = word_set("a an the this that these those some his her its their my our your")
_SINGULAR = frozenset({"a", "an"})
_BE = word_set("is are was were be been being am do does did")
_LINKS = word_set(
    "in on at of to for from by with into onto about above below under over behind beside near "
    "between through across against inside outside before after during along around beneath "
    "toward towards as than like who which whose where"
)
_SHADES = frozenset({"dark", "light", "bright", "pale"})
COLOUR_STEMS = frozenset(stem(colour) for colour in COLOURS) | _SHADES
_HEDGES = word_set(
    "or if unless may might could would should can maybe perhaps possibly probably seem seems "
    "apparently almost nearly fake toy former mock imitation pretend supposedly unlike except "
    "but instead think thinks believe believes claim claims deny denies want wants try tries"
)
"""Words after which a statement may not be so."""

_LEAD = re.compile(
    rf"^(?:(?:in|on) (?:the|this) {MEDIUM},? )?"
    rf"(?:(?:the|this|an?) {MEDIUM} (?:shows?|depicts?|displays?|features?|contains?|captures?) "
    r"|(?:there|here) (?:is|are|was|were) |(?:we|you|one) (?:can )?see )",
    re.I,
)
_TRAIL = re.compile(
    r" (?:(?:is|are|was|were) (?:also |clearly )?"
    r"(?:visible|shown|seen|displayed|pictured|present|depicted)|can be seen|appears?)"
    rf"(?: (?:in|on) (?:the|this) {MEDIUM})?[.!]*$",
    re.I,
)
_CLAUSES = re.compile(r";|:\s|,\s\bbut\b\s|,?\s\b(?:while|whereas|although)\b\s", re.I)


@frozen
class Phrase:
    """Words between two function words.

    Attributes:
        link: The preposition or conjunction before them, or empty.
        words: Stems, at least one.
        ends: Positions after which the noun group may end (before "is", a verb in
            -ing or -ed, or the verb after "a dog").
        copula: Position before which a form of "be" stood; None without one.
    """

    link: str
    words: tuple[str, ...]
    ends: frozenset[int] = frozenset()
    copula: int | None = None


@frozen
class Statement:
    """One clause.

    Attributes:
        phrases: In order.
        sequence: All stems with negations and hedges, articles and "be" left out.
        negations: How many negations it holds.
        hedged: Whether it holds a word after which it may not be so, or asks.
        existence: Whether it says no more than that something is there.
        definite_colour: Whether it gives "the" thing a colour ("the bus is red").
    """

    phrases: tuple[Phrase, ...]
    sequence: tuple[str, ...]
    negations: int = 0
    hedged: bool = False
    existence: bool = False
    definite_colour: bool = False


def statements(text: str) -> list[Statement]:
    """Take every clause of a text apart."""
    return [
        _statement(clause, asks=sentence.rstrip().endswith("?"))
        for sentence in sentences(text)
        for clause in _clauses(sentence)
    ]


def masked(statement: Statement) -> Statement:
    """The statement with each number and each colour replaced by a sign for its kind."""

    def mask(word: str) -> str:
        if is_number(word):
            return "#number"
        return "#colour" if word in COLOUR_STEMS else word

    return evolve(
        statement,
        phrases=tuple(evolve(p, words=tuple(map(mask, p.words))) for p in statement.phrases),
    )


def _clauses(sentence: str) -> list[str]:
    """Cut at semicolons, colons and contrasting conjunctions outside quotations."""
    shielded = QUOTED.sub(lambda match: "_" * len(match.group()), sentence)
    cuts = [0, *(match.end() for match in _CLAUSES.finditer(shielded)), len(sentence)]
    return [sentence[a:b] for a, b in pairwise(cuts) if sentence[a:b].strip()]


def _statement(clause: str, *, asks: bool) -> Statement:
    text = re.sub(r"\bcan['’]t\b", "cannot", clause.strip(), flags=re.IGNORECASE)
    text = re.sub(r"n['’]t\b", " not", text)
    lead = _LEAD.match(text)
    trail = _TRAIL.search(text, lead.end() if lead else 0)
    text = text[lead.end() if lead else 0 : trail.start() if trail else len(text)]
    builder = _Builder()
    for word in _stream(text):
        builder.add(word)
    phrases = builder.finished()
    recoloured = tuple(_colour_first(phrase) for phrase in phrases)
    return Statement(
        phrases=recoloured,
        sequence=tuple(builder.sequence),
        negations=builder.negations,
        hedged=asks or builder.hedged,
        existence=lead is not None or trail is not None or recoloured != phrases,
        definite_colour=recoloured != phrases,
    )


def _stream(text: str) -> list[str]:
    """Words, commas, and each quotation as one word that begins with a quotation mark."""
    found: list[str] = []
    position = 0
    for match in QUOTED.finditer(text):
        found += _plain_stream(text[position : match.start()])
        found.append('"' + normal_quote(match.group()))
        position = match.end()
    return found + _plain_stream(text[position:])


def _plain_stream(text: str) -> list[str]:
    found: list[str] = []
    for number, piece in enumerate(re.split(r",(?!\d)", text)):
        found += ([","] if number else []) + tokens(piece)
    return found


def normal_quote(quoted: str) -> str:
    """A quotation in lower case, with single spaces and without its marks."""
    text = quoted.strip('"“”').replace("’", "'").replace('"', "'")
    return " ".join(text.casefold().split())


class _Builder:
    """Collects the words of one clause into phrases."""

    def __init__(self) -> None:
        self.sequence: list[str] = []
        self.negations = 0
        self.hedged = False
        self._phrases: list[Phrase] = []
        self._link = ""
        self._words: list[str] = []
        self._ends: set[int] = set()
        self._copula: int | None = None
        self._singular = False

    def add(self, word: str) -> None:
        """Take the next word of the clause."""
        if word in _ARTICLES:
            self._close()
            self._singular = word in _SINGULAR
        elif word in _BE:
            self._end_noun_group()
            self._copula = len(self._words) or None
        elif word in NEGATIONS:
            self._end_noun_group()
            self.negations += 1
            self.sequence.append("not")
        elif word in (",", "and"):
            self._close(link="and")
        elif word in _LINKS:
            self._close(link=word)
            self.sequence.append(word)
        else:
            self.hedged = self.hedged or word in _HEDGES
            self._append(word)

    def finished(self) -> tuple[Phrase, ...]:
        """The phrases of the whole clause."""
        self._close()
        return tuple(self._phrases)

    def _append(self, word: str) -> None:
        is_verb = word.endswith(("ing", "ed")) and stem(word) != word
        after_singular = self._singular and word.endswith("s") and stem(word) != word
        if is_verb or after_singular:
            self._end_noun_group()
        form = word if word.startswith('"') else stem(word)
        self._words.append(form)
        self.sequence.append(form)

    def _end_noun_group(self) -> None:
        if self._words:
            self._ends.add(len(self._words))

    def _close(self, link: str = "") -> None:
        if self._words:
            words = tuple(self._words)
            self._phrases.append(Phrase(self._link, words, frozenset(self._ends), self._copula))
            self._link = ""
            self._words, self._ends = [], set()
            self._copula, self._singular = None, False
        self._link = f"{self._link} {link}".strip() if link else self._link


def _colour_first(phrase: Phrase) -> Phrase:
    """Turn "bus is red" into "red bus", so that both ways of saying it compare equal."""
    cut = phrase.copula
    if cut is None or cut >= len(phrase.words):
        return phrase
    subject, said = phrase.words[:cut], phrase.words[cut:]
    if not all(word in COLOUR_STEMS for word in said):
        return phrase
    return Phrase(phrase.link, said + subject, frozenset({len(phrase.words)}))
