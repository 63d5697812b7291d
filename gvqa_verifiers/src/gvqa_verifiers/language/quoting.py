"""Text in quotation marks: what a caption shows as written and what a claim says is."""

from __future__ import annotations

from gvqa_core.builtin.sentences import quotations

_MARKS = ".,;:!?'()[]"


def unquoted(claim: str, premise: str) -> list[str]:
    """The quotations of a claim that a caption does not have word for word.

    The caption's quotations are searched, or, when it has none, all of it.
    """
    shown = [_plain(line) for line in quotations(premise) or [premise]]
    return [
        quoted
        for quoted in quotations(claim)
        if (wanted := _plain(quoted)) and not any(_stands_in(wanted, line) for line in shown)
    ]


def quotes_other_text(passage: str, claim: str) -> bool:
    """Whether both quote text, and the passage none of the claim's.

    Such a passage never speaks against the claim: a screen shows many texts.
    """
    said = [_plain(line) for line in quotations(passage)]
    asked = [_plain(quoted) for quoted in quotations(claim)]
    if not said or not asked:
        return False
    return not any(_stands_in(wanted, line) for wanted in asked for line in said)


def _plain(text: str) -> list[str]:
    return [bare for word in text.casefold().split() if (bare := word.strip(_MARKS))]


def _stands_in(wanted: list[str], line: list[str]) -> bool:
    size = len(wanted)
    return any(line[start : start + size] == wanted for start in range(len(line) - size + 1))
