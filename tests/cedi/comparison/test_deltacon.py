"""DeltaCon against golden values of netrd, and what it cannot see."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.cedi.golden import GOLDEN, equal, graph

from gvqa_cedi.comparison.alignment import align
from gvqa_cedi.comparison.deltacon import affinities, affinity_distance, sg_deltacon

CASES = {name: case for name, case in GOLDEN["deltacon"].items() if not name.startswith("_")}


def matrix(size: int, edges: list[list[int]]) -> np.ndarray:
    adjacency = np.zeros((size, size))
    for a, b in edges:
        adjacency[a, b] = 1
    return adjacency


@pytest.mark.parametrize("name", sorted(CASES))
def test_golden(name):
    case = CASES[name]
    distance = affinity_distance(
        matrix(case["n"], case["edges1"]), matrix(case["n"], case["edges2"])
    )
    assert distance == pytest.approx(case["distance"], abs=1e-9)
    assert 1 / (1 + distance) == pytest.approx(case["similarity"], abs=1e-9)


def test_affinities_of_one_edge():
    wanted = GOLDEN["deltacon"]["_gotchas"]["S_single_edge"]
    assert affinities(matrix(2, [[0, 1]])) == pytest.approx(np.array(wanted))


def test_weights_do_not_count():
    assert affinity_distance(5 * matrix(2, [[0, 1]]), matrix(2, [[0, 1]])) == 0


def test_empty_graphs():
    assert affinity_distance(np.zeros((0, 0)), np.zeros((0, 0))) == 0
    nothing = graph("")
    found = sg_deltacon(nothing, nothing, align(nothing, nothing, same=equal))
    assert (found.topology, found.attributes, found.value) == (0, 0, 0)


def test_the_order_of_nodes_does_not_matter():
    edges = [[0, 1], [1, 2], [2, 3], [0, 4]]
    order = list(range(5))
    random.Random(1).shuffle(order)
    moved = [[order[a], order[b]] for a, b in edges]
    one = affinity_distance(matrix(5, edges), matrix(5, edges[:2]))
    other = affinity_distance(matrix(5, moved), matrix(5, moved[:2]))
    assert one == pytest.approx(other, abs=1e-12)
    # netrd gives this for one graph in two orders of insertion.
    assert GOLDEN["deltacon"]["_gotchas"][
        "netrd_same_graph_other_insertion_order(abc edge ab vs cba edge ab)"
    ] == pytest.approx(1.2349, abs=1e-4)
    first = graph("a b c", "0 on 1")
    second = graph("c b a", "2 on 1")
    found = sg_deltacon(first, second, align(first, second, same=equal))
    assert found.value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (graph("cat"), graph("clock")),
        (graph("dog cat", "0 chases 1"), graph("dog cat", "1 chases 0")),
        (graph("dog cat", "0 chases 1"), graph("dog cat", "0 sees 1")),
    ],
    ids=["other objects", "reversed", "wrong predicate"],
)
def test_blind_spots(first, second):
    found = sg_deltacon(first, second, align(first, second, same=equal))
    assert found.value == pytest.approx(0, abs=1e-12)


def test_weight():
    first, second = graph("dog", values={0: "red"}), graph("dog", values={0: "big"})
    found = sg_deltacon(first, second, align(first, second, same=equal), weight=2.5)
    assert found.value == pytest.approx(2.5)
