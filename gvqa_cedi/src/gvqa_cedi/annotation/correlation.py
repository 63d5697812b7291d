"""Do graders rank conversations as people do? And do they say the same twice?"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import frozen

LEAST = 3
"""With fewer pairs a correlation says nothing."""


@frozen
class Correlation:
    """Pearson's correlation of a metric with the number of hallucinations people marked.

    Attributes:
        r: In [-1, 1]; None with fewer than three pairs, or when either side never varies.
        pairs: Conversations with both a value and labels.
    """

    r: float | None
    pairs: int


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's r; None with fewer than three pairs, or when either side never varies."""
    if len(first) < LEAST or len(set(first)) < 2 or len(set(second)) < 2:
        return None
    mean_a, mean_b = statistics.fmean(first), statistics.fmean(second)
    a = [value - mean_a for value in first]
    b = [value - mean_b for value in second]
    norm = math.sqrt(math.fsum(x * x for x in a)) * math.sqrt(math.fsum(y * y for y in b))
    if norm == 0:  # Differences too small to be told apart.
        return None
    return max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(a, b, strict=True)) / norm))


def correlations(
    values: Sequence[Mapping[str, float | None]], counts: Mapping[int, int]
) -> dict[str, Correlation]:
    """Correlate every metric with the counts.

    Args:
        values: For each conversation its metrics.
        counts: Conversation → hallucinations that people marked.
    """
    names = dict.fromkeys(name for each in values for name in each)
    found: dict[str, Correlation] = {}
    for name in names:
        pairs = [
            (value, counts[place])
            for place, each in enumerate(values)
            if place in counts and (value := each.get(name)) is not None
        ]
        r = pearson([value for value, _ in pairs], [float(count) for _, count in pairs])
        found[name] = Correlation(r, len(pairs))
    return found


@frozen
class Stability:
    """A metric over repeated runs.

    Attributes:
        runs: In how many runs it has a value.
        mean: Over those runs.
        deviation: Standard deviation (n − 1); None for a single run.
        least: Least value.
        most: Greatest value.
    """

    runs: int
    mean: float
    deviation: float | None
    least: float
    most: float


def stability(runs: Sequence[Mapping[str, float | None]]) -> dict[str, Stability]:
    """Compare repeated runs.

    Args:
        runs: For each run its metrics.
    """
    values: defaultdict[str, list[float]] = defaultdict(list)
    for run in runs:
        for name, value in run.items():
            if value is not None:
                values[name].append(value)
    return {
        name: Stability(
            len(found),
            statistics.fmean(found),
            statistics.stdev(found) if len(found) > 1 else None,
            min(found),
            max(found),
        )
        for name, found in values.items()
    }
