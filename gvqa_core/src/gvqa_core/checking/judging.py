"""Asking a verifier safely: a judgement or a reason for each pair, no benefit of the doubt."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.types import BinaryLabel, Judgement, NLILabel

if TYPE_CHECKING:
    from gvqa_core.types import Pair

    JudgeCall = Callable[[Sequence[Pair]], list[Judgement]]

_SUPPORTING = (None, NLILabel.ENTAILMENT, BinaryLabel.SUPPORTED)


def judge_pairs(judge: JudgeCall, pairs: Sequence[Pair]) -> list[Judgement | str]:
    """Judge all pairs in one call, each distinct pair once.

    When the call fails or breaks its contract, each pair is asked alone, so that
    one bad pair spoils no other.

    Args:
        judge: The verifier's `judge`.
        pairs: (premise, hypothesis).

    Returns:
        For each pair its judgement, or in words why there is none.
    """
    distinct: dict[tuple[Any, str], Pair] = {}
    keys = [_key(pair) for pair in pairs]
    for key, pair in zip(keys, pairs, strict=True):
        distinct.setdefault(key, pair)
    if not distinct:
        return []
    answers = _ask_all(judge, list(distinct.values()))
    found = dict(zip(distinct, answers, strict=True))
    return [found[key] for key in keys]


def _ask_all(judge: JudgeCall, pairs: list[Pair]) -> list[Judgement | str]:
    try:
        return [_checked(judgement) for judgement in _counted(judge(pairs), len(pairs))]
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything; it becomes a reason
        if len(pairs) == 1:
            return [f"the verifier failed: {type(error).__name__}: {error}"]
        return [_ask_all(judge, [pair])[0] for pair in pairs]


def _counted(judgements: Any, expected: int) -> list[Any]:
    if not isinstance(judgements, list | tuple):
        raise TypeError(f"judge() must return a list, got {type(judgements).__name__}")
    if len(judgements) != expected:
        raise ValueError(f"judge() was given {expected} pairs and returned {len(judgements)}")
    return list(judgements)


def _checked(judgement: Any) -> Judgement:
    """Refuse a judgement that could make an unchecked claim look Grounded."""
    if not isinstance(judgement, Judgement):
        raise TypeError(f"judge() must return Judgement, got {type(judgement).__name__}")
    supports: Any = judgement.supports
    if not isinstance(supports, bool):
        raise TypeError(f"Judgement.supports must be a bool, got {supports!r}")
    for name, score in judgement.scores.items():
        if not math.isfinite(score):
            raise ValueError(f"the score of {name!r} is {score!r}")
    if judgement.supports and judgement.label not in _SUPPORTING:
        raise ValueError(f"it supports the claim but is labelled {judgement.label}")
    return judgement


def _key(pair: Pair) -> tuple[Any, str]:
    premise, hypothesis = pair
    return (premise if isinstance(premise, str) else id(premise), hypothesis)
