"""Exact graph edit distance as a mixed-integer program.

The formulation F2 of Lerouge et al., "New binary linear programming formulation to
compute the graph edit distance" (2017), for directed graphs: a binary x[i, k] for
"node i becomes node k", a y[e, f] in [0, 1] for "edge e becomes edge f", and no
variable for deletions and insertions, which are what is left over. The objective is
what substitutions save over deleting and inserting everything. An edge may only be
matched when its ends are; this is asked from both graphs' side, which is redundant
and three times as fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from gvqa_cedi.comparison.editing import Editing
from gvqa_cedi.comparison.merging import MergedGraph

TIME_LIMIT = 30.0
"""Seconds for one pair of graphs; real Visual Genome pairs need a tenth of a second."""


@frozen
class Solution:
    """What the solver found.

    Attributes:
        node_map: The best node map found; None when time ran out before any.
        lower_bound: No edit path is cheaper than this.
        optimal: Whether the map is proven to be the best.
    """

    node_map: tuple[int, ...] | None
    lower_bound: float
    optimal: bool


def solve(
    editing: Editing,
    *,
    time_limit: float,
    allowed: NDArray[np.bool_] | None = None,
    node_saving: NDArray[np.float64] | None = None,
    edge_saving: tuple[float, float] = (2.0, 1.0),
) -> Solution:
    """Find the node map that saves most.

    Args:
        editing: The graphs and their prices.
        time_limit: Seconds, > 0.
        allowed: `(first, second)`: which node pairs may be matched; None allows all.
        node_saving: `(first, second)`: what matching a pair saves; None for its price.
        edge_saving: What matching two edges saves when their predicates meet, and when not.
    """
    priced = node_saving is None
    saving = _price_saving(editing) if node_saving is None else node_saving
    pairs = np.ones(saving.shape, bool) if allowed is None else allowed
    model = _Model(editing, pairs, saving, edge_saving)
    if not len(model.rows):
        return Solution((-1,) * len(editing.first), float(editing.everything), optimal=True)
    result = model.run(time_limit, whole=editing.whole and priced)
    bound = getattr(result, "mip_dual_bound", None)
    lower = editing.everything + (-np.inf if bound is None else bound)
    node_map = None
    if result.x is not None:
        node_map = model.read(result.x)
    return Solution(node_map, max(0.0, float(lower)), optimal=result.status == 0)


def _price_saving(editing: Editing) -> NDArray[np.float64]:
    return editing.deletion[:, None] + editing.insertion[None, :] - editing.substitution


class _Model:
    def __init__(
        self,
        editing: Editing,
        pairs: NDArray[np.bool_],
        saving: NDArray[np.float64],
        edge_saving: tuple[float, float],
    ) -> None:
        self.shape = pairs.shape
        self.rows, self.columns = np.nonzero(pairs & (saving > 0))
        self.variable = np.full(pairs.shape, -1, dtype=np.intp)
        self.variable[self.rows, self.columns] = np.arange(len(self.rows))
        self.node_saving = saving[self.rows, self.columns]
        self.edges = _edge_pairs(editing.first, editing.second, self.variable, edge_saving)
        self.editing = editing

    def run(self, time_limit: float, *, whole: bool) -> Any:
        from scipy.optimize import Bounds, LinearConstraint, milp

        objective = -np.concatenate([self.node_saving, self.edges[2]])
        integrality = np.zeros(len(objective))
        integrality[: len(self.rows)] = 1
        matrix, upper = self._constraints(len(objective))
        # Whole prices: a gap below one is no gap. The solver's gap is relative.
        gap = 0.99 / max(1.0, float(self.editing.everything)) if whole else 0.0
        return milp(
            objective,
            constraints=LinearConstraint(matrix, ub=upper),  # pyright: ignore[reportArgumentType]
            integrality=integrality,
            bounds=Bounds(0, 1),
            options={"time_limit": time_limit, "mip_rel_gap": gap},
        )

    def read(self, values: NDArray[np.float64]) -> tuple[int, ...]:
        node_map = np.full(self.shape[0], -1, dtype=np.intp)
        chosen = values[: len(self.rows)] > 0.5
        node_map[self.rows[chosen]] = self.columns[chosen]
        return tuple(int(k) for k in node_map)

    def _constraints(self, width: int) -> tuple[object, NDArray[np.float64]]:
        from scipy.sparse import csr_array

        rows: list[NDArray[np.intp]] = []
        columns: list[NDArray[np.intp]] = []
        values: list[NDArray[np.float64]] = []
        upper: list[NDArray[np.float64]] = []
        count = 0
        nodes = np.arange(len(self.rows))
        for group in (self.rows, self.columns):  # Each node is matched at most once.
            number = int(group.max(initial=-1)) + 1
            rows.append(group + count)
            columns.append(nodes)
            values.append(np.ones(len(nodes)))
            upper.append(np.ones(number))
            count += number
        for keys, ends in self._edge_groups():  # Edges only where their ends are matched.
            _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
            edges = np.arange(len(keys)) + len(nodes)
            rows += [inverse + count, np.arange(len(first)) + count]
            columns += [edges, ends[first]]
            values += [np.ones(len(keys)), -np.ones(len(first))]
            upper.append(np.zeros(len(first)))
            count += len(first)
        entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
        return csr_array(entries, shape=(count, width)), np.concatenate(upper)

    def _edge_groups(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        e, f, _ = self.edges
        first, second = self.editing.first, self.editing.second
        tails1 = np.array([edge.tail for edge in first.edges], dtype=np.intp)
        heads1 = np.array([edge.head for edge in first.edges], dtype=np.intp)
        tails2 = np.array([edge.tail for edge in second.edges], dtype=np.intp)
        heads2 = np.array([edge.head for edge in second.edges], dtype=np.intp)
        width1, width2 = self.shape
        groups: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = []
        for ends1, ends2 in ((tails1, tails2), (heads1, heads2)):
            i, k = ends1[e], ends2[f]
            ends = self.variable[i, k]
            groups += [(e * width2 + k, ends), (f * width1 + i, ends)]
        return groups


def _edge_pairs(
    first: MergedGraph,
    second: MergedGraph,
    variable: NDArray[np.intp],
    saving: tuple[float, float],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    meet, clash = saving
    found: list[tuple[int, int, float]] = []
    for e, mine in enumerate(first.edges):
        for f, theirs in enumerate(second.edges):
            if (mine.tail == mine.head) != (theirs.tail == theirs.head):
                continue
            if variable[mine.tail, theirs.tail] < 0 or variable[mine.head, theirs.head] < 0:
                continue
            value = meet if mine.predicates & theirs.predicates else clash
            if value > 0:
                found.append((e, f, value))
    e_, f_, values = zip(*found, strict=True) if found else ((), (), ())
    return np.array(e_, np.intp), np.array(f_, np.intp), np.array(values, np.float64)
