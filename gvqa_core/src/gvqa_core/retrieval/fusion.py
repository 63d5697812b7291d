"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RANK_CONSTANT = 60
"""k of the paper: how little the difference between the first ranks counts."""


def ranks(scores: NDArray[np.floating], *, found: NDArray[np.bool_] | None = None) -> list[int]:
    """Rank scores from 1, equal scores alike and without gaps.

    Near-duplicates of one picture often have one text and one score: without gaps
    they do not push down what comes behind them.

    Args:
        scores: `float (n,)`, higher is better.
        found: `bool (n,)`, which of them count as found at all; None for all.

    Returns:
        The rank of each, 0 for what was not found.
    """
    keep = np.ones(len(scores), dtype=bool) if found is None else found
    distinct = sorted({round(float(score), 6) for score in scores[keep]}, reverse=True)
    place = {score: rank for rank, score in enumerate(distinct, 1)}
    return [
        place[round(float(score), 6)] if kept else 0
        for score, kept in zip(scores, keep, strict=True)
    ]


def fuse(
    lists: Sequence[tuple[float, Sequence[int]]], *, constant: int = RANK_CONSTANT
) -> NDArray[np.float64]:
    """Fuse rankings: the sum of weight / (constant + rank) over the lists.

    Args:
        lists: (weight, rank of each item from 1, 0 for not found); all of one length.
        constant: The rank constant, >= 1.

    Returns:
        `float64 (n,)`, higher is better, at most the sum of weights / (constant + 1).
    """
    length = len(lists[0][1]) if lists else 0
    total = np.zeros(length, dtype=np.float64)
    for weight, items in lists:
        total += [weight / (constant + rank) if rank else 0.0 for rank in items]
    return total
