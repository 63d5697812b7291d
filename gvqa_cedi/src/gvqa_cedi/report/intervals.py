"""Bootstrap intervals over images: conversations about one picture are not independent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from attrs import frozen

DRAWS = 2000
LEVEL = 0.95


@frozen
class Estimate:
    """A mean and how sure it is.

    Attributes:
        value: The mean; None when there is nothing to average.
        low: Lower end of the 95 % interval; None with fewer than two images.
        high: Upper end.
        images: How many images have a value.
        count: How many values were averaged.
    """

    value: float | None
    low: float | None
    high: float | None
    images: int
    count: int


def estimate(values: Iterable[tuple[str, float | None]], *, seed: int = 0) -> Estimate:
    """Average values and give the percentile interval of resampled images.

    Args:
        values: Image and value; None where there is none. The mean is over values; an
            image that is drawn brings all of its values.
        seed: Of the resampling: the same seed gives the same interval.
    """
    groups: dict[str, list[float]] = {}
    for image, value in values:
        if value is not None:
            groups.setdefault(image, []).append(value)
    if not groups:
        return Estimate(None, None, None, 0, 0)
    sums = np.array([sum(group) for group in groups.values()])
    counts = np.array([len(group) for group in groups.values()])
    value, count = float(sums.sum() / counts.sum()), int(counts.sum())
    if len(groups) == 1:
        return Estimate(value, None, None, 1, count)
    low, high = _interval(sums, counts, seed)
    return Estimate(value, low, high, len(groups), count)


def _interval(sums: np.ndarray, counts: np.ndarray, seed: int) -> Sequence[float]:
    drawn = np.random.default_rng(seed).integers(len(sums), size=(DRAWS, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    tail = (1 - LEVEL) / 2
    return [float(end) for end in np.quantile(means, (tail, 1 - tail))]
