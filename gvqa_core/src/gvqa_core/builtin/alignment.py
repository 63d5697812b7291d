"""Whether one statement contains another: the same phrases, in the same order."""

from __future__ import annotations

from gvqa_core.builtin.statement import COLOUR_STEMS, Phrase, Statement
from gvqa_core.builtin.words import is_number


def contains(known: Statement, claimed: Statement) -> bool:
    """Tell whether `claimed` can be read off `known`.

    Its phrases must stand there side by side, with the same prepositions between them.
    A claim that something is there may begin at any phrase; any other must begin where
    the known clause begins, so that the subject stays the subject. Modifiers may be left
    out in front ("red car" → "car"), and phrases at the end ("… on the grass").
    """
    wanted = claimed.phrases
    if not wanted:
        return False
    starts = range(len(known.phrases) - len(wanted) + 1) if claimed.existence else range(1)
    return any(
        _matches(known.phrases[start : start + len(wanted)], wanted, claimed.existence)
        and not (claimed.definite_colour and _other_colour(known, wanted[0]))
        for start in starts
    )


def _matches(found: tuple[Phrase, ...], wanted: tuple[Phrase, ...], existence: bool) -> bool:
    if len(found) < len(wanted):
        return False
    last = len(wanted) - 1
    return all(
        ((number == 0 and existence) or have.link == want.link)
        and _phrase_contains(
            have,
            want.words,
            to_end=number < last,
            keep_subject=number == 0 and not existence,
        )
        for number, (have, want) in enumerate(zip(found, wanted, strict=False))
    )


def _phrase_contains(
    have: Phrase, want: tuple[str, ...], *, to_end: bool, keep_subject: bool
) -> bool:
    """Whether `want` is a noun group of `have`, or all of it, but for leading modifiers."""
    whole = len(have.words)
    for end in {whole} if to_end else {whole, *have.ends}:
        start = end - len(want)
        if start < 0:
            continue
        if keep_subject and any(0 < cut <= start for cut in have.ends):
            continue  # what would be left out is the subject, not a modifier
        if have.words[start:end] == want or _same_count(have.words[:end], want):
            return True
    return False


def _same_count(have: tuple[str, ...], want: tuple[str, ...]) -> bool:
    """Whether both count the same thing: "2 brown dogs" → "2 dogs"."""
    if len(want) < 2 or not is_number(want[0]) or have[0] != want[0]:
        return False
    return have[len(have) - len(want) + 1 :] == want[1:]


def _other_colour(known: Statement, wanted: Phrase) -> bool:
    """Whether a thing of the same name has another colour here: "the bus" is not one bus."""
    thing = tuple(word for word in wanted.words if word not in COLOUR_STEMS)
    colours = set(wanted.words) - set(thing)
    return any(
        _phrase_contains(phrase, thing, to_end=False, keep_subject=False)
        and set(phrase.words) & COLOUR_STEMS - colours
        for phrase in known.phrases
    )
