"""A true claim at the wrong time: is it entailed at another of the retrieved moments?

The captions at hand say where it is worth looking; only a fresh look at the frame
there decides, in rounds like those of Algorithm 1. The claim stays Unverified, for it
cites what does not show it; but the right time is offered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from gvqa_core.checking.judging import judge_pairs
from gvqa_core.text import clock
from gvqa_core.types import Judgement

if TYPE_CHECKING:
    from gvqa_core.types import Caption, Pair, VerifiedClaim
    from gvqa_core.verification import Procedure

MOST_LOOKS = 3
"""Fresh looks at other moments for one claim."""


def with_right_moments(
    procedure: Procedure, failed: Mapping[int, VerifiedClaim]
) -> dict[int, VerifiedClaim]:
    """Offer the right time to the Unverified claims that have one.

    Args:
        procedure: Looks and judges; `moments` are the captions at hand for each claim.
        failed: Position of the claim → its verdict, Unverified.

    Returns:
        The same claims, some with `entailed_at` and the time in the reason.
    """
    result = dict(failed)
    if not procedure.moments or not failed:
        return result
    claims = {position: verified.claim for position, verified in failed.items()}
    candidates = _candidates(procedure, failed)
    for number in range(MOST_LOOKS):
        wanted = {
            position: times[number]
            for position, times in candidates.items()
            if number < len(times) and result[position].entailed_at is None
        }
        if not wanted:
            break
        for position, look in procedure.evidence(claims, wanted, 0).items():
            if look.judgement is not None and look.judgement.supports:
                reason = f"{result[position].reason}; entailed at {clock(look.timestamp)}"
                result[position] = attrs.evolve(result[position], entailed_at=look, reason=reason)
    return result


def _candidates(
    procedure: Procedure, failed: Mapping[int, VerifiedClaim]
) -> dict[int, list[float]]:
    """The times worth a fresh look, likeliest first: where the caption at hand supports it."""
    others = {
        position: _elsewhere(procedure.moments[position], verified)
        for position, verified in failed.items()
        if position < len(procedure.moments)
    }
    if procedure.needs_frame:
        return {position: [c.timestamp for c in found] for position, found in others.items()}
    owners = [(position, caption) for position, found in others.items() for caption in found]
    pairs: list[Pair] = [
        (caption.text, failed[position].claim.hypothesis) for position, caption in owners
    ]
    times: dict[int, list[float]] = {}
    for (position, caption), judgement in zip(
        owners, judge_pairs(procedure.judge, pairs), strict=True
    ):
        if isinstance(judgement, Judgement) and judgement.supports:
            times.setdefault(position, []).append(caption.timestamp)
    return times


def _elsewhere(captions: Sequence[Caption], verified: VerifiedClaim) -> list[Caption]:
    """The captions at times not looked at yet, best hit first."""
    seen = {look.timestamp for look in verified.looked_at}
    return [caption for caption in captions if caption.timestamp not in seen]
