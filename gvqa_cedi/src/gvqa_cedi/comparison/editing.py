"""The price of turning one graph into another by a given node map.

A map sends each node of the first graph to a node of the second, or to -1 (it is
deleted); nodes of the second graph that nothing is sent to are inserted. Prices, as
in the reference implementation: a node with its attribute values costs 1 + their
number to delete or insert; substituting a node costs the number of values that
differ, plus `label` when the names do not match; an edge costs 1 to delete or
insert; substituting an edge is free when the predicates meet, else it costs 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from gvqa_cedi.comparison.merging import Edge, MergedGraph

SameName = Callable[[str, str], bool]

# (node of the first graph → node of the second, or -1)
NodeMap = Sequence[int]


@frozen(eq=False)
class Editing:
    """Two graphs with the prices of editing the first into the second.

    Attributes:
        first: The graph edited.
        second: The graph wanted.
        same: Whether two node names mean the same.
        label: Price of giving a node a name that does not match.
    """

    first: MergedGraph
    second: MergedGraph
    same: SameName
    label: float = 1.0
    substitution: NDArray[np.float64] = field(init=False)
    deletion: NDArray[np.float64] = field(init=False)
    insertion: NDArray[np.float64] = field(init=False)
    matches: NDArray[np.bool_] = field(init=False)

    def __attrs_post_init__(self) -> None:
        shape = (len(self.first), len(self.second))
        matches = np.zeros(shape, dtype=bool)
        substitution = np.zeros(shape)
        for i, a in enumerate(self.first.nodes):
            for k, b in enumerate(self.second.nodes):
                matches[i, k] = self.same(a.name, b.name)
                substitution[i, k] = len(a.values ^ b.values)
        substitution += np.where(matches, 0.0, self.label)
        set_ = object.__setattr__
        set_(self, "matches", matches)
        set_(self, "substitution", substitution)
        set_(self, "deletion", np.array([1.0 + len(n.values) for n in self.first.nodes]))
        set_(self, "insertion", np.array([1.0 + len(n.values) for n in self.second.nodes]))

    @property
    def whole(self) -> bool:
        """Whether every price is a whole number, so that bounds may be rounded."""
        return float(self.label).is_integer()

    @property
    def everything(self) -> int:
        """The price of deleting the first graph and inserting the second."""
        return self.first.size + self.second.size

    def price(self, node_map: NodeMap) -> float:
        """The price of the edit path that a node map implies.

        Of parallel edges between two nodes as many as can meet are substituted free.
        """
        mapped = np.asarray(node_map, dtype=np.intp)
        kept = np.flatnonzero(mapped >= 0)
        free = np.ones(len(self.second), dtype=bool)
        free[mapped[kept]] = False
        total = float(self.substitution[kept, mapped[kept]].sum())
        total += float(self.deletion[mapped < 0].sum() + self.insertion[free].sum())
        theirs = parallel(self.second)
        mine: defaultdict[tuple[int, int], list[Edge]] = defaultdict(list)
        for edge in self.first.edges:
            tail, head = node_map[edge.tail], node_map[edge.head]
            if tail < 0 or head < 0 or (tail, head) not in theirs:
                total += 1
            else:
                mine[tail, head].append(edge)
        for pair, edges in theirs.items():
            total += _edge_price(mine.get(pair, ()), edges)
        return total


def parallel(graph: MergedGraph) -> dict[tuple[int, int], list[Edge]]:
    """The edges by their ordered pair of nodes."""
    groups: dict[tuple[int, int], list[Edge]] = {}
    for edge in graph.edges:
        groups.setdefault((edge.tail, edge.head), []).append(edge)
    return groups


def _edge_price(mine: Sequence[Edge], theirs: Sequence[Edge]) -> int:
    # With one edge a pair, or one predicate an edge, an edge meets at most one other.
    meeting = sum(any(a.predicates & b.predicates for b in theirs) for a in mine)
    return max(len(mine), len(theirs)) - meeting
