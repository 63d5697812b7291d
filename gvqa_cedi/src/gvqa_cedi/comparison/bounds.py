"""Quick bounds of the graph edit distance, for graphs on which the exact way runs out of time.

The bipartite map of Riesen and Bunke (2009) assigns nodes with half the price of
their edges: the assignment's value is a lower bound of the distance, the price of
its node map an upper bound, which a local search then improves.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gvqa_cedi.comparison.editing import Editing
from gvqa_cedi.comparison.merging import Edge, MergedGraph

_FORBIDDEN = 1e9


def bipartite(editing: Editing) -> tuple[tuple[int, ...], float]:
    """Assign nodes by themselves and their edges.

    Returns:
        The node map, and a lower bound of the distance.
    """
    from scipy.optimize import linear_sum_assignment

    n, m = len(editing.first), len(editing.second)
    out1, in1 = _stars(editing.first)
    out2, in2 = _stars(editing.second)
    table = np.zeros((n + m, n + m))
    table[:n, m:] = _FORBIDDEN
    table[n:, :m] = _FORBIDDEN
    for i in range(n):
        for k in range(m):
            edges = _star_price(out1[i], out2[k]) + _star_price(in1[i], in2[k])
            table[i, k] = editing.substitution[i, k] + edges / 2
        table[i, m + i] = editing.deletion[i] + (len(out1[i]) + len(in1[i])) / 2
    for k in range(m):
        table[n + k, k] = editing.insertion[k] + (len(out2[k]) + len(in2[k])) / 2
    rows, columns = linear_sum_assignment(table)
    node_map = [-1] * n
    for i, k in zip(rows.tolist(), columns.tolist(), strict=True):
        if i < n and k < m:
            node_map[i] = k
    return tuple(node_map), float(table[rows, columns].sum())


def improve(editing: Editing, node_map: Sequence[int], *, seconds: float) -> tuple[int, ...]:
    """Improve a node map by single changes and swaps, until none helps or time is up."""
    current, price = list(node_map), editing.price(node_map)
    until = time.monotonic() + seconds
    improved = True
    while improved:
        improved = False
        for i in range(len(current)):
            for k in range(-1, len(editing.second)):
                if k == current[i]:
                    continue
                if time.monotonic() > until:
                    return tuple(current)
                changed = _change(current, i, k)
                if (new := editing.price(changed)) < price - 1e-9:
                    current, price, improved = changed, new, True
    return tuple(current)


def _change(node_map: list[int], i: int, k: int) -> list[int]:
    changed = list(node_map)
    if k >= 0 and k in node_map:
        changed[node_map.index(k)] = node_map[i]
    changed[i] = k
    return changed


def _stars(graph: MergedGraph) -> tuple[list[list[Edge]], list[list[Edge]]]:
    outgoing: list[list[Edge]] = [[] for _ in graph.nodes]
    incoming: list[list[Edge]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        outgoing[edge.tail].append(edge)
        incoming[edge.head].append(edge)
    return outgoing, incoming


def _star_price(mine: Sequence[Edge], theirs: Sequence[Edge]) -> int:
    most = max(len(mine), len(theirs))
    meet: NDArray[np.bool_] = np.array(
        [[bool(a.predicates & b.predicates) for b in theirs] for a in mine], dtype=bool
    )
    if not meet.any():
        return most
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(meet, maximize=True)
    return most - int(meet[rows, columns].sum())
