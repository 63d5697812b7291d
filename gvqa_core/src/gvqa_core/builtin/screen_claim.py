"""Claims about the text on the screen, compared with the text a caption quotes."""

from __future__ import annotations

import re
from itertools import pairwise

from gvqa_core.builtin.sentences import QUOTED, quotations, sentences
from gvqa_core.builtin.statement import MEDIUM, normal_quote, statements
from gvqa_core.builtin.words import NEGATIONS, is_number, stem, tokens, word_set
from gvqa_core.types import NLILabel

_HEADINGS = frozenset({stem("heading"), "title"})
_ABOUT_TEXT = _HEADINGS | word_set(
    "show display read say contain write list mention text word line label caption"
)
_CARRIERS = (
    _ABOUT_TEXT
    | word_set("screen slide page picture image frame video visible see appear on in of")
    | word_set("the a an this that there is are be do with and also it can which at")
)
"""Stems that carry a quotation and say nothing else."""

_BETWEEN = word_set("and the text words also line")
_SAYS = re.compile(
    rf"^(?:the|this) (?:{MEDIUM}|text|heading|title) "
    r"(?:(?:says?|reads?|mentions?|states?)(?: that)?"
    r"|(?:shows?|displays?|contains?) the (?:text|words?))"
    r"[: ]+(?P<rest>.+)$",
    re.I | re.S,
)
_DROPPED = word_set("the a an is are was were be")


def judge_screen_claim(premise: str, hypothesis: str) -> NLILabel | None:
    """Judge a claim that says only what text is on the screen; None for any other claim.

    Quoted text must stand in one line of the premise, whole words, in any case. Two
    quotations may be joined by "and", by nothing else: that "Q2" and "15 M" are both
    shown does not say that they belong together.
    """
    outside = QUOTED.sub(" ", hypothesis)
    words = [stem(token) for token in tokens(outside)]
    headings_only = bool(_HEADINGS & set(words))
    shown = _shown_lines(premise, headings_only=headings_only)
    quotes = [normal_quote(quote) for quote in quotations(hypothesis)]
    if not quotes:
        return _judge_unquoted(shown, hypothesis)
    if not set(words) <= _CARRIERS | NEGATIONS or not _joined_by_and(hypothesis):
        return None
    if not all(quote.split() for quote in quotes):
        return NLILabel.NEUTRAL
    negated = len(NEGATIONS & set(words)) % 2 == 1
    if all(any(_in_line(quote, line) for line in shown) for quote in quotes):
        return NLILabel.CONTRADICTION if negated else NLILabel.ENTAILMENT
    if not negated and any(_other_number(quote, line) for quote in quotes for line in shown):
        return NLILabel.CONTRADICTION
    return NLILabel.NEUTRAL


def _shown_lines(premise: str, *, headings_only: bool) -> list[str]:
    """Text that the premise says is shown, without doubt or denial."""
    kinds = _HEADINGS if headings_only else _ABOUT_TEXT
    found: list[str] = []
    for sentence in sentences(premise):
        words = {stem(token) for token in tokens(QUOTED.sub(" ", sentence))}
        sure = all(not s.negations and not s.hedged for s in statements(sentence))
        if words & kinds and sure:
            found += [normal_quote(quote) for quote in quotations(sentence)]
    return found


def _judge_unquoted(shown: list[str], hypothesis: str) -> NLILabel | None:
    match = _SAYS.match(hypothesis.strip())
    if match is None:
        return None
    wanted = _plain(match["rest"])
    if wanted and any(_part_of(wanted, _plain(line)) for line in shown):
        return NLILabel.ENTAILMENT
    return None


def _plain(text: str) -> list[str]:
    return [token for token in tokens(text) if token not in _DROPPED]


def _in_line(quote: str, line: str) -> bool:
    return _part_of(_bare(quote), _bare(line))


def _bare(text: str) -> list[str]:
    return [bare for word in text.split() if (bare := word.strip(".,;:!?'()[]"))]


def _part_of(wanted: list[str], line: list[str]) -> bool:
    size = len(wanted)
    return any(line[start : start + size] == wanted for start in range(len(line) - size + 1))


def _other_number(quote: str, line: str) -> bool:
    """Whether quote and line are alike but for their numbers."""
    wanted, found = tokens(quote), tokens(line)

    def mask(words: list[str]) -> list[str]:
        return ["#" if is_number(word) else word for word in words]

    return wanted != found and mask(wanted) == mask(found) and any(map(is_number, wanted))


def _joined_by_and(hypothesis: str) -> bool:
    matches = list(QUOTED.finditer(hypothesis))
    between = [hypothesis[a.end() : b.start()] for a, b in pairwise(matches)]
    return all(set(tokens(part)) <= _BETWEEN for part in between)
