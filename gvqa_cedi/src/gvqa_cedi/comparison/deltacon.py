"""SG DeltaCon: the distance of two scene graphs' node affinities, plus that of their attributes.

DeltaCon (Koutra et al., 2013) in its exact form: S = (I + ε²D − εA)⁻¹ over the union of the
nodes, missing nodes standing alone, edges undirected and unweighted, ε = 1 / (1 + the
graph's own greatest degree); the distance is √Σ(√S₁ − √S₂)². To it λ times the Jaccard
distance of the (node, value) sets is added.

It is blind to names of unaligned nodes, to directions and to predicates: a pair of
nodes without edges, a reversed edge and a wrong predicate all give 0.
"""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from gvqa_cedi.comparison.alignment import Alignment
from gvqa_cedi.comparison.merging import MergedGraph


@frozen
class DeltaCon:
    """Both terms and their sum.

    Attributes:
        topology: Distance of the affinities, >= 0; lower is closer.
        attributes: Jaccard distance of the (node, value) sets, in [0, 1]; 0 when both are empty.
        weight: λ.
    """

    topology: float
    attributes: float
    weight: float = 1.0

    @property
    def value(self) -> float:
        """Topology + λ · attributes."""
        return self.topology + self.weight * self.attributes


def sg_deltacon(
    predicted: MergedGraph, true: MergedGraph, alignment: Alignment, *, weight: float = 1.0
) -> DeltaCon:
    """Compare two aligned graphs.

    Args:
        predicted: The predicted graph.
        true: The true graph.
        alignment: Which nodes are the same.
        weight: λ, >= 0; the paper does not give it.
    """
    # True nodes keep their places; predicted nodes without a partner follow.
    alone = [i for i in range(len(predicted)) if i not in alignment.pairs]
    place = {**alignment.pairs, **{i: len(true) + n for n, i in enumerate(alone)}}
    size = len(true) + len(alone)
    first, second = np.zeros((size, size)), np.zeros((size, size))
    for edge in predicted.edges:
        first[place[edge.tail], place[edge.head]] = 1
    for edge in true.edges:
        second[edge.tail, edge.head] = 1
    mine = {(place[i], value) for i, node in enumerate(predicted.nodes) for value in node.values}
    theirs = {(k, value) for k, node in enumerate(true.nodes) for value in node.values}
    return DeltaCon(affinity_distance(first, second), jaccard_distance(mine, theirs), weight)


def affinity_distance(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """DeltaCon's distance between two graphs over the same nodes.

    Args:
        first: Adjacency `(nodes, nodes)`; any entry that is not 0 is an edge. Directions
            and loops are left out of account.
        second: The same of the other graph.
    """
    difference = np.sqrt(affinities(first)) - np.sqrt(affinities(second))
    return float(np.sqrt((difference**2).sum()))


def affinities(adjacency: NDArray[np.float64]) -> NDArray[np.float64]:
    """Node affinities S = (I + ε²D − εA)⁻¹ of an undirected graph, each in [0, 1]."""
    edges = (adjacency != 0) | (adjacency != 0).T
    np.fill_diagonal(edges, False)
    degrees = edges.sum(axis=1)
    epsilon = 1.0 / (1 + degrees.max(initial=0))
    matrix = np.eye(len(edges)) + epsilon**2 * np.diag(degrees) - epsilon * edges
    # S of such a matrix has no negative entry; rounding makes some −1e-17.
    return np.clip(np.linalg.inv(matrix), 0.0, None)


def jaccard_distance(first: set[tuple[int, str]], second: set[tuple[int, str]]) -> float:
    """1 − |both| / |either|; 0 when both sets are empty."""
    either = first | second
    return 1 - len(first & second) / len(either) if either else 0.0
