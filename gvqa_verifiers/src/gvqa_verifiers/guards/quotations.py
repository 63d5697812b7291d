"""The guard `quotations`: text that a claim quotes must stand in the caption word for word.

A model reads `area = 4.5` and `area = 5.4` as nearly the same; on a screen they are not.
"""

from __future__ import annotations

from gvqa_core.builtin.sentences import quotations

_MARKS = ".,;:!?'()[]"


def quotation_missing(premise: str, claim: str) -> str | None:
    """Object to a quotation that the caption does not have.

    Args:
        premise: The caption. Its quotations are searched, or, when it has none, all of it.
        claim: A claim that a judge holds to be supported.

    Returns:
        Which quotation is missing; None when the claim quotes nothing or all is there.
    """
    shown = [_plain(line) for line in quotations(premise) or [premise]]
    for quoted in quotations(claim):
        wanted = _plain(quoted)
        if wanted and not any(_stands_in(wanted, line) for line in shown):
            return f'the caption does not have "{quoted}"'
    return None


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
