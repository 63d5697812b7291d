"""Guard `colours`: the claim's thing has another colour in the caption."""

from __future__ import annotations

from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.language.phrases import bindings
from gvqa_verifiers.language.tables import are_different_colours, basic_colours
from gvqa_verifiers.negation import says_absent


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object to a colour if the caption gives the same thing only others.

    Shades of one basic colour ("navy", "blue") are no difference.
    """
    if says_absent(claim):
        return []
    said = [bound for bound in bindings(premise) if basic_colours(bound.word)]
    found: list[Doubt] = []
    for bound in bindings(claim):
        known = [other.word for other in said if other.thing == bound.thing]
        if known and all(are_different_colours(bound.word, word) for word in known):
            found.append(Doubt(f'"{bound.word}" is claimed of what the caption calls "{known[0]}"'))
    return found
