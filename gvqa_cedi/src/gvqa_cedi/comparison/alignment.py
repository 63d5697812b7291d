"""Aligning the predicted graph with the true one, and counting what they share.

Only nodes whose names match may be aligned, one to one, so that as many parts
(nodes, attribute values, edges with a common predicate) as possible are shared. What
the prediction has beyond that is hallucinated, what the truth has beyond it is missed.
With the prices of `editing` the distance from a subgraph to the whole is the number of
parts between them, so GED_hal and GED_cov need no search beyond the alignment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from attrs import frozen

from gvqa_cedi.comparison.editing import Editing, SameName, parallel
from gvqa_cedi.comparison.exact import TIME_LIMIT, solve
from gvqa_cedi.comparison.merging import MergedGraph

Ties = Literal["edges", "values"]


@frozen
class Alignment:
    """Which predicted node is which true node.

    Attributes:
        pairs: Predicted node → true node, by their places; what is absent has no partner.
        optimal: Whether no other alignment shares more parts.
    """

    pairs: Mapping[int, int]
    optimal: bool = True


def align(
    predicted: MergedGraph,
    true: MergedGraph,
    *,
    same: SameName,
    ties: Ties = "edges",
    time_limit: float = TIME_LIMIT,
) -> Alignment:
    """Find the alignment that shares most parts.

    Args:
        predicted: The predicted graph.
        true: The true graph.
        same: Whether two node names mean the same.
        ties: Among alignments that share equally many parts, take the one that shares
            most `edges` (then most edges between the same nodes whatever their
            predicates), or the one that shares most attribute `values`.
        time_limit: Seconds for the solver.
    """
    editing = Editing(predicted, true, same)
    common = np.array(
        [[len(a.values & b.values) for b in true.nodes] for a in predicted.nodes], dtype=float
    ).reshape(len(predicted), len(true))
    # Together the tie-breaking terms stay below one part.
    edges = min(len(predicted.edges), len(true.edges)) + 1
    small = 1 / (4 * edges)
    if ties == "edges":
        node_saving, edge_saving = 1 + common, (1 + small, small / edges / 4)
    else:
        values = int(common.sum()) + 1
        node_saving, edge_saving = 1 + common * (1 + 1 / (4 * values)), (1.0, 0.0)
    found = solve(
        editing,
        time_limit=time_limit,
        allowed=editing.matches,
        node_saving=node_saving,
        edge_saving=edge_saving,
    )
    if found.node_map is None:
        # Out of time before any alignment: the nodes alone, without their edges.
        found = solve(
            editing,
            time_limit=time_limit,
            allowed=editing.matches,
            node_saving=node_saving,
            edge_saving=(0.0, 0.0),
        )
        return Alignment(_pairs(found.node_map or ()), optimal=False)
    return Alignment(_pairs(found.node_map), optimal=found.optimal)


def _pairs(node_map: tuple[int, ...]) -> dict[int, int]:
    return {i: k for i, k in enumerate(node_map) if k >= 0}


@frozen
class Parts:
    """Parts of a graph, counted by kind."""

    nodes: int
    values: int
    edges: int

    @property
    def total(self) -> int:
        """All parts."""
        return self.nodes + self.values + self.edges


@frozen
class Overlap:
    """What predicted and true graph share, and what each has alone.

    Attributes:
        shared: Parts in both.
        hallucinated: Parts of the prediction that the truth lacks; their total is GED_hal.
        missed: Parts of the truth that the prediction lacks; their total is GED_miss.
        clashing: Edges between the same nodes without a common predicate. With one edge
            a pair they are one edge of the union, so they count once in GED_cov.
    """

    shared: Parts
    hallucinated: Parts
    missed: Parts
    clashing: int

    @property
    def ged_hal(self) -> int:
        """Distance from the shared graph to the prediction; lower is better, >= 0."""
        return self.hallucinated.total

    @property
    def ged_miss(self) -> int:
        """Distance from the shared graph to the truth; lower is better, >= 0."""
        return self.missed.total

    @property
    def ged_cov(self) -> int:
        """Distance from the shared graph to the union of both; lower is better, >= 0."""
        return self.ged_hal + self.ged_miss - self.clashing


def overlap(predicted: MergedGraph, true: MergedGraph, alignment: Alignment) -> Overlap:
    """Count what an alignment shares."""
    pairs = alignment.pairs
    values = sum(len(predicted.nodes[i].values & true.nodes[k].values) for i, k in pairs.items())
    shared_edges, clashing = 0, 0
    theirs = parallel(true)
    for (tail, head), mine in parallel(predicted).items():
        if tail not in pairs or head not in pairs:
            continue
        others = theirs.get((pairs[tail], pairs[head]), [])
        met = sum(any(a.predicates & b.predicates for b in others) for a in mine)
        shared_edges += met
        clashing += bool(others) and not met and true.unit == "pair"
    shared = Parts(len(pairs), values, shared_edges)
    return Overlap(
        shared=shared,
        hallucinated=_beyond(predicted, shared),
        missed=_beyond(true, shared),
        clashing=clashing,
    )


def _beyond(graph: MergedGraph, shared: Parts) -> Parts:
    return Parts(
        nodes=len(graph.nodes) - shared.nodes,
        values=sum(len(node.values) for node in graph.nodes) - shared.values,
        edges=len(graph.edges) - shared.edges,
    )
