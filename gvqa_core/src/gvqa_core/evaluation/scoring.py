"""Scores against the truth: precision and recall, calibration, thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.evaluation.statistics import Rate, cluster_bootstrap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS = 10


@frozen
class Confusion:
    """Accepted or not, against true or not.

    Attributes:
        true_accepted: True and accepted.
        false_accepted: Not true, yet accepted.
        true_refused: True, yet refused.
        false_refused: Not true, and refused.
    """

    true_accepted: int
    false_accepted: int
    true_refused: int
    false_refused: int

    @classmethod
    def of(cls, accepted: Sequence[bool], truths: Sequence[bool]) -> Confusion:
        """Count (accepted, truth) pairs.

        Raises:
            ValueError: There are not as many truths as decisions.
        """
        pairs = list(zip(accepted, truths, strict=True))
        return cls(
            pairs.count((True, True)),
            pairs.count((True, False)),
            pairs.count((False, True)),
            pairs.count((False, False)),
        )

    @property
    def precision(self) -> Rate:
        """Of the accepted, how many are true."""
        return Rate(self.true_accepted, self.true_accepted + self.false_accepted)

    @property
    def recall(self) -> Rate:
        """Of the true, how many are accepted."""
        return Rate(self.true_accepted, self.true_accepted + self.true_refused)

    @property
    def specificity(self) -> Rate:
        """Of the untrue, how many are refused."""
        return Rate(self.false_refused, self.false_refused + self.false_accepted)

    @property
    def accuracy(self) -> Rate:
        """Of all, how many are decided rightly."""
        right = self.true_accepted + self.false_refused
        return Rate(right, right + self.false_accepted + self.true_refused)

    @property
    def balanced_accuracy(self) -> float | None:
        """Mean of recall and specificity, 0 to 1; None without both classes."""
        recall, specificity = self.recall.value, self.specificity.value
        if recall is None or specificity is None:
            return None
        return (recall + specificity) / 2

    @property
    def row(self) -> tuple[int, int, int, int]:
        """The four counts, as `balanced_interval` takes them."""
        return (self.true_accepted, self.false_accepted, self.true_refused, self.false_refused)


def balanced_interval(clusters: Sequence[Confusion]) -> tuple[float, float] | None:
    """Bootstrap interval of the balanced accuracy, whole clusters drawn together."""

    def balanced(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        import numpy as np

        with np.errstate(invalid="ignore"):
            recall = sums[:, 0] / (sums[:, 0] + sums[:, 2])
            specificity = sums[:, 3] / (sums[:, 3] + sums[:, 1])
        return (recall + specificity) / 2

    return cluster_bootstrap([each.row for each in clusters], balanced)


@frozen
class Bin:
    """One bar of a reliability diagram.

    Attributes:
        low: Lower edge of the scores, included.
        high: Upper edge, excluded but for 1.
        mean_score: Mean score in it; None when it is empty.
        true: How many of its items are true.
    """

    low: float
    high: float
    mean_score: float | None
    true: Rate


def reliability(scores: Sequence[float], truths: Sequence[bool], bins: int = BINS) -> list[Bin]:
    """Sort scores into bins of equal width and see how often each is right.

    Args:
        scores: Probabilities that the item is true, 0 to 1.
        truths: Whether it is.
        bins: How many bins.

    Raises:
        ValueError: A score is not a probability, or the lengths differ.
    """
    inside: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for score, truth in zip(scores, truths, strict=True):
        if not 0 <= score <= 1:
            raise ValueError(f"expected a probability, got {score}")
        inside[min(bins - 1, int(score * bins))].append((score, truth))
    return [
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            mean_score=math.fsum(s for s, _ in items) / len(items) if items else None,
            true=Rate(sum(t for _, t in items), len(items)),
        )
        for number, items in enumerate(inside)
    ]


def expected_calibration_error(bins: Sequence[Bin]) -> float | None:
    """Mean distance between score and share of true items, weighted by bin size.

    Returns:
        0 (calibrated) to 1; None when all bins are empty.
    """
    total = sum(each.true.of for each in bins)
    if not total:
        return None
    return math.fsum(
        each.true.of / total * abs(each.mean_score - each.true.value)
        for each in bins
        if each.mean_score is not None and each.true.value is not None
    )


@frozen
class Threshold:
    """What accepting from some score on would do.

    Attributes:
        value: Items with at least this score are accepted.
        false_accepts: Of the untrue items, how many are accepted.
        recall: Of the true items, how many are accepted.
    """

    value: float
    false_accepts: Rate
    recall: Rate


def threshold_for(
    scores: Sequence[float], truths: Sequence[bool], false_accepts: float
) -> Threshold | None:
    """The lowest threshold that accepts at most a wanted share of the untrue items.

    Args:
        scores: Higher means more likely true.
        truths: Whether each item is true.
        false_accepts: The most untrue items to accept, as a share, 0 to 1.

    Returns:
        The threshold, one of the scores; None when even the highest score accepts
        too much, or when there is no untrue item to measure by.
    """
    items = sorted(zip(scores, truths, strict=True), key=lambda item: -item[0])
    untrue = sum(not truth for _, truth in items)
    if not untrue:
        return None
    best: Threshold | None = None
    accepted = false = 0
    for position, (score, truth) in enumerate(items):
        accepted += truth
        false += not truth
        if position + 1 < len(items) and items[position + 1][0] == score:
            continue  # equal scores are accepted together or not at all
        if false / untrue > false_accepts:
            break
        best = Threshold(score, Rate(false, untrue), Rate(accepted, len(items) - untrue))
    return best
