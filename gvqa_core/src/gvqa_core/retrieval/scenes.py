"""Runs of neighbouring captions that say nearly the same: one scene of the video."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

REACH = 2
"""How many captions back a caption may continue: models alternate between wordings."""


def scenes(count: int, alike: Callable[[int, int], bool]) -> NDArray[np.int64]:
    """Number the scenes of captions in ascending time.

    A caption belongs to the scene of one of the `REACH` captions before it when the two
    are alike; what lies between belongs to that scene too.

    Args:
        count: How many captions.
        alike: Whether two captions, by position, say nearly the same.

    Returns:
        `int64 (count,)`, ascending from 0 without gaps.
    """
    joined = np.zeros(count, dtype=bool)  # whether a caption continues what came before
    for later in range(1, count):
        for earlier in range(later - 1, max(-1, later - 1 - REACH), -1):
            if alike(earlier, later):
                joined[earlier + 1 : later + 1] = True
                break
    return np.cumsum(~joined) - 1 if count else np.zeros(0, dtype=np.int64)


def word_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Words in common as a part of all words (Jaccard), 0 to 1; 1 for two empty sets."""
    return len(one & other) / len(one | other) if one or other else 1.0


def diverse_order(
    scores: Sequence[float], scene: Sequence[int], *, decay: float
) -> list[tuple[int, float]]:
    """Order captions so that near-duplicates do not fill the first places.

    Greedy: the best score comes first; each caption taken multiplies the scores of the
    rest of its scene by `decay`. The first k are the same for every k.

    Args:
        scores: Not negative, higher is better; ties go to the earlier position.
        scene: The scene of each caption.
        decay: 0 puts near-duplicates last, 1 leaves the order by score.

    Returns:
        (position, score with which it was taken), best first; scores descend.
    """
    waiting: dict[int, list[int]] = {}
    for position in sorted(range(len(scores)), key=lambda i: (scores[i], -i)):
        waiting.setdefault(scene[position], []).append(position)  # the best of a scene is last
    taken = dict.fromkeys(waiting, 0)
    order: list[tuple[int, float]] = []
    heap: list[tuple[float, int]] = []

    def offer(name: int) -> None:
        """Put the best of a scene forward; what is worth nothing any more goes by position."""
        group = waiting[name]
        while group:
            position = group.pop()
            value = scores[position] * decay ** taken[name]
            heapq.heappush(heap, (-value, position))
            if value:
                return

    for name in waiting:
        offer(name)
    while heap:
        value, position = heapq.heappop(heap)
        order.append((position, -value))
        taken[scene[position]] += 1
        if value:
            offer(scene[position])
    return order
