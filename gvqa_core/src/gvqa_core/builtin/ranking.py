"""From scores to hits, alike for every retriever."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gvqa_core.types import Caption, Hit


def best_hits(captions: Sequence[Caption], scores: NDArray[np.floating], k: int) -> list[Hit]:
    """Take the `k` captions with the highest scores, ties by earlier time.

    Args:
        captions: Those scored.
        scores: `float`, shape `(len(captions),)`, higher is better.
        k: How many at most, >= 1.

    Raises:
        ValueError: `k` < 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    order = sorted(range(len(captions)), key=lambda i: (-float(scores[i]), captions[i].timestamp))
    return [
        Hit(caption=captions[i], score=float(scores[i]), rank=rank)
        for rank, i in enumerate(order[:k])
    ]
