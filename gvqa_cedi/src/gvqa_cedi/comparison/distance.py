"""Graph edit distance between merged scene graphs, with proof of how good it is."""

from __future__ import annotations

import math

from attrs import frozen

from gvqa_cedi.comparison.bounds import bipartite, improve
from gvqa_cedi.comparison.editing import Editing, SameName
from gvqa_cedi.comparison.exact import TIME_LIMIT, Solution, solve
from gvqa_cedi.comparison.merging import MergedGraph


@frozen
class Distance:
    """A graph edit distance, or what is known of it.

    Attributes:
        value: The price of the best edit path found, >= 0; lower is closer.
        lower_bound: No edit path is cheaper.
        optimal: Whether `value` is the distance itself, and not merely an upper bound.
        node_map: Node of the first graph → node of the second, or -1.
        everything: The price of deleting one graph and inserting the other.
    """

    value: float
    lower_bound: float
    optimal: bool
    node_map: tuple[int, ...]
    everything: int

    @property
    def similarity(self) -> float:
        """1 − value / everything, in [0, 1]; 1.0 for two empty graphs."""
        return 1.0 - self.value / self.everything if self.everything else 1.0


def edit_distance(
    first: MergedGraph,
    second: MergedGraph,
    *,
    same: SameName,
    label: float = 1.0,
    time_limit: float = TIME_LIMIT,
    exact: bool = True,
) -> Distance:
    """Compute the graph edit distance; symmetric in its graphs when `same` is.

    Args:
        first: For example the predicted graph.
        second: For example the true graph.
        same: Whether two node names mean the same.
        label: Price of giving a node a name that does not match, >= 0. 1 as in the
            reference implementation, by which a hallucinated and a missed object cost 1
            together; 2 charges them like a deletion and an insertion.
        time_limit: Seconds for the exact solver, > 0.
        exact: False takes the quick bounds only.
    """
    editing = Editing(first, second, same, label)
    found = solve(editing, time_limit=time_limit) if exact else Solution(None, 0.0, optimal=False)
    if found.optimal and found.node_map is not None:
        value = editing.price(found.node_map)
        return Distance(value, value, True, found.node_map, editing.everything)
    quick, quick_bound = bipartite(editing)
    starts = [quick] if found.node_map is None else [quick, found.node_map]
    maps = [improve(editing, start, seconds=time_limit / 2) for start in starts]
    best = min(maps, key=editing.price)
    value = editing.price(best)
    lower = max(found.lower_bound, quick_bound, 0.0)
    if editing.whole:
        lower = math.ceil(lower - 1e-6)
    lower = min(float(lower), value)
    return Distance(value, lower, lower == value, best, editing.everything)
