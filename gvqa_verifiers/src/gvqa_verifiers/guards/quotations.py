"""Guard `quotations`: text that a claim quotes must stand in the caption word for word.

A model reads `area = 4.5` and `area = 5.4` as nearly the same; on a screen they are not.
"""

from __future__ import annotations

from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.language.quoting import unquoted


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Object to quotations that the caption does not have."""
    return [Doubt(f'the caption does not have "{quoted}"') for quoted in unquoted(claim, premise)]
