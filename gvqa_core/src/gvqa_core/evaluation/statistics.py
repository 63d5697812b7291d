"""The statistics behind every table: intervals, paired tests, agreement.

All are exact or closed forms but the bootstrap, which is seeded and so repeats.
Nothing here prints or rounds.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Statistic = Callable[[NDArray[np.float64]], NDArray[np.float64]]

LEVEL = 0.95
"""Confidence level of every interval."""

ROUNDS = 10_000
"""Bootstrap resamples."""


@frozen
class Rate:
    """A share with what it is a share of.

    Attributes:
        count: How many, 0 to `of`.
        of: Out of how many, >= 0.
    """

    count: int
    of: int

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.count <= self.of:
            raise ValueError(f"expected a count from 0 to {self.of}, got {self.count}")

    @property
    def value(self) -> float | None:
        """The share, 0 to 1; None when there is nothing to be a share of."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson interval; None when there is nothing to be a share of."""
        return wilson(self.count, self.of) if self.of else None


def wilson(count: int, of: int, level: float = LEVEL) -> tuple[float, float]:
    """The Wilson score interval of a proportion, without continuity correction.

    It treats the trials as independent; claims of one question are not, so that for
    small sets the true interval is wider. See E. B. Wilson, JASA 22 (1927).

    Args:
        count: Successes, 0 to `of`.
        of: Trials, >= 1.
        level: Confidence level, between 0 and 1.

    Returns:
        Lower and upper limit, 0 to 1.

    Raises:
        ValueError: There are no trials, or more successes than trials.
    """
    if of < 1 or not 0 <= count <= of:
        raise ValueError(f"expected 0 <= count <= of and of >= 1, got {count} of {of}")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, weight = count / of, z * z / of
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / of + weight / (4 * of))
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == of else min(1.0, middle + half)
    return low, high


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact test: do two paired binary outcomes differ in their rates?

    Two-sided: under the null hypothesis each discordant pair falls either way with
    probability one half.

    Args:
        only_first: Pairs in which only the first outcome is positive, >= 0.
        only_second: Pairs in which only the second is, >= 0.

    Returns:
        The p-value, 0 to 1; 1 when the outcomes never differ.
    """
    discordant = only_first + only_second
    tail = sum(math.comb(discordant, k) for k in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * tail / 2**discordant)  # integers until here: no sum is too large


def cluster_bootstrap(
    counts: Sequence[Sequence[float]],
    statistic: Statistic,
    *,
    rounds: int = ROUNDS,
    level: float = LEVEL,
    seed: int = 0,
) -> tuple[float, float] | None:
    """Percentile interval of a statistic when observations come in clusters.

    Whole clusters are drawn with replacement, so that claims of one question stay
    together: they share a draft and often a frame, and are not independent.

    Args:
        counts: For each cluster, sums over its observations, shape `(clusters, m)`.
        statistic: From summed counts `(rounds, m)` to values `(rounds,)`; NaN where
            it is not defined.
        rounds: Resamples.
        level: Confidence level.
        seed: Of the random generator; the same seed gives the same interval.

    Returns:
        Lower and upper limit; None with fewer than two clusters, or when the
        statistic is defined for no resample.
    """
    import numpy as np

    table = np.asarray(counts, dtype=np.float64)
    clusters = len(table)
    if clusters < 2:
        return None
    draws = _draws(clusters, rounds, seed)
    found = np.concatenate([statistic(part @ table) for part in np.array_split(draws, 20)])
    found = found[np.isfinite(found)]
    if not found.size:
        return None
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


@functools.lru_cache(maxsize=2)
def _draws(clusters: int, rounds: int, seed: int) -> NDArray[np.uint16]:
    """How often each cluster is drawn in each round, `(rounds, clusters)`."""
    import numpy as np

    random = np.random.default_rng(seed)
    drawn = np.empty((rounds, clusters), dtype=np.uint16)
    for row in drawn:
        row[:] = np.bincount(random.integers(0, clusters, clusters), minlength=clusters)
    return drawn


def ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The statistic "first column over second", NaN where the second is 0."""
    import numpy as np

    over = sums[:, 1]
    return np.divide(sums[:, 0], over, out=np.full(len(sums), np.nan), where=over > 0)


@frozen
class Agreement:
    """How often two judges say the same.

    Attributes:
        same: Items on which they agree, of all.
        kappa: Cohen's kappa, -1 to 1; None when chance alone would agree always,
            that is when both say one and the same thing of everything.
    """

    same: Rate
    kappa: float | None


def agreement(first: Sequence[bool], second: Sequence[bool]) -> Agreement:
    """Agreement of two judges on the same items, with Cohen's kappa.

    Raises:
        ValueError: They judged different numbers of items.
    """
    items = len(first)
    same = sum(a == b for a, b in zip(first, second, strict=True))
    if not items:
        return Agreement(Rate(0, 0), None)
    yes_first, yes_second = sum(first), sum(second)
    # In integers, so that "always the same by chance" is recognised exactly.
    chance = yes_first * yes_second + (items - yes_first) * (items - yes_second)
    whole = items * items
    kappa = None if chance == whole else (same * items - chance) / (whole - chance)
    return Agreement(Rate(same, items), kappa)
