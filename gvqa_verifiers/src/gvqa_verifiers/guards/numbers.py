"""Guard `numbers`: counts, clock times and figures that the caption states otherwise."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.language.forms import stem
from gvqa_verifiers.language.numbers import figures, large_in_figures, readings, value
from gvqa_verifiers.language.phrases import Phrase, phrases
from gvqa_verifiers.language.words import words
from gvqa_verifiers.negation import says_absent

_ONE = frozenset(("a", "an", "another"))
_LOOSE = frozenset(("least", "most", "than", "about", "around", "nearly", "almost", "over"))
MOST_SUMMED = 6
"""Most counts of one thing that are added up."""


MOST_COUNTED = 10
"""The greatest count that may follow from a caption that states no number."""


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object to a count or a figure that differs from the caption's.

    A count is compared with every count the caption gives of the same thing, and with
    their sums ("a man … another man" are two men). Figures must stand in the caption,
    in figures or in words; only small counts may be drawn from one without numbers.
    """
    premise, claim = large_in_figures(premise), large_in_figures(claim)
    if says_absent(claim) or _LOOSE & set(words(claim)):
        return []
    return [*_counts(premise, claim), *_labels(premise, claim), *_figures(premise, claim)]


def _counts(premise: str, claim: str) -> list[Doubt]:
    known = phrases(words(premise))
    found: list[Doubt] = []
    tokens = words(claim)
    for phrase in phrases(tokens):
        wanted = _count(phrase, known_article=False)
        follows = tokens[phrase.stop : phrase.stop + 1]
        if wanted is None or wanted == 1 or follows == ["of"]:
            continue  # of two dogs, one dog may well be running
        same = [_count(other) for other in known if stem(other.head) == stem(phrase.head)]
        counts = [count for count in same if count is not None]
        if counts and wanted not in _sums(counts):
            stated = " and ".join(map(str, dict.fromkeys(counts)))
            found.append(Doubt(f'{wanted} claimed for "{phrase.head}", the caption says {stated}'))
    return found


def _count(phrase: Phrase, *, known_article: bool = True) -> int | None:
    """How many a phrase speaks of; None where it does not say."""
    for word in (phrase.determiner, *phrase.modifiers):
        if word and word not in ("first", "second", "third") and (number := value(word)):
            return number
    return 1 if known_article and phrase.determiner in _ONE else None


def _sums(counts: Sequence[int]) -> set[int]:
    few = counts[:MOST_SUMMED]
    groups = (itertools.combinations(few, size) for size in range(1, len(few) + 1))
    return {sum(group) for size in groups for group in size}


def _labels(premise: str, claim: str) -> list[Doubt]:
    """Compare numbers that name a thing: "platform 4"."""
    known = _named(premise)
    return [
        Doubt(f'"{thing} {number}" is claimed, the caption says "{thing} {min(known[thing])}"')
        for thing, numbers in _named(claim).items()
        for number in numbers
        if thing in known and number not in known[thing]
    ]


def _named(text: str) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    tokens = words(text)
    for before, token in itertools.pairwise(tokens):
        number = value(token)
        if number is not None and before.isalpha() and value(before) is None:
            following = tokens[tokens.index(token) + 1 :][:1]
            # "holds three cards" counts cards; "platform 4." names a platform.
            if not following or not following[0][0].isalnum():
                found.setdefault(stem(before), set()).add(number)
    return found


def _figures(premise: str, claim: str) -> list[Doubt]:
    stated = readings(premise)
    missing = sorted(
        figure
        for figure in figures(claim)
        if not readings(figure) & stated and (stated or not _is_small(figure))
    )
    return [Doubt(f"the caption does not state {missing[0]}")] if missing else []


def _is_small(figure: str) -> bool:
    return figure.isdigit() and int(figure) <= MOST_COUNTED
