"""Guard `quotations`: text that a claim quotes must stand in the caption word for word.

A model reads `area = 4.5` and `area = 5.4` as nearly the same; on a screen they are not.
"""

from __future__ import annotations

from gvqa_core.builtin.sentences import quotations
from gvqa_verifiers.guards.doubt import Doubt

_MARKS = ".,;:!?'()[]"


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object to quotations that the caption does not have.

    The caption's quotations are searched, or, when it has none, all of it.
    """
    shown = [_plain(line) for line in quotations(premise) or [premise]]
    return [
        Doubt(f'the caption does not have "{quoted}"')
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
