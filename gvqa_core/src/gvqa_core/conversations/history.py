"""What of earlier answers the drafter is told: by default only what was Grounded.

A model that is shown its own unchecked sentences repeats them. Each claim goes with
the time of the frame it rests on, so that it can be cited again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gvqa_core.types import Claim, Verdict

if TYPE_CHECKING:
    from gvqa_core.types import Answer

MOST_CLAIMS = 12
"""Claims of earlier turns that the drafter is told, the latest."""


def told(answers: Iterable[Answer], history: str) -> Sequence[Claim]:
    """The claims of earlier answers that the drafter is told, oldest first.

    Args:
        answers: In the order of the conversation.
        history: `grounded`, `all` or `none`.
    """
    if history == "none":
        return ()
    claims = [
        Claim(verified.text, verified.evidence.timestamp)
        for answer in answers
        for verified in answer.claims
        if history == "all" or verified.verdict is Verdict.GROUNDED
    ]
    distinct = {(claim.text, claim.timestamp): claim for claim in claims}
    return tuple(distinct.values())[-MOST_CLAIMS:]
