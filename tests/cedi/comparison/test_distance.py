"""Graph edit distance: public faults of other solvers, and what is said when time runs out."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import pytest
from tests.cedi.golden import GOLDEN, equal, graph

from gvqa_cedi.comparison import distance as distance_module
from gvqa_cedi.comparison.distance import edit_distance
from gvqa_cedi.comparison.exact import Solution
from gvqa_cedi.comparison.merging import Edge, MergedGraph, Node, merge
from gvqa_cedi.graph import Relation, SceneGraph, SceneObject


def ged(first: MergedGraph, second: MergedGraph, **options) -> float:
    found = edit_distance(first, second, same=equal, **options)
    assert found.optimal
    return found.value


@pytest.mark.case("B29")
def test_self_loops_give_the_same_both_ways():
    # Undirected c-d, d-d against c-d, d-e: the best over all directions of the second.
    first = graph("c d", "0 e 1", "1 e 1")
    seconds = [
        graph("c d e", f"{a} e {b}", f"{c} e {d}")
        for (a, b), (c, d) in itertools.product([(0, 1), (1, 0)], [(1, 2), (2, 1)])
    ]
    assert min(ged(first, second) for second in seconds) == 3
    assert min(ged(second, first) for second in seconds) == 3


@pytest.mark.case("B29")
def test_one_loop_against_nothing():
    assert ged(graph("a", "0 e 0"), graph("")) == 2
    one = SceneGraph("i", [SceneObject("1", "a")], [Relation("1", p, "1") for p in ("on", "by")])
    assert ged(merge(one, unit="triple"), graph("")) == 3


@pytest.mark.case("B29")
def test_two_empty_graphs():
    found = edit_distance(graph(""), graph(""), same=equal)
    assert (found.value, found.similarity, found.optimal) == (0, 1.0, True)


@pytest.mark.case("B29")
def test_labels_and_directions_count():
    chases = graph("dog cat", "0 chases 1")
    assert ged(chases, graph("dog cat", "1 chases 0")) == 2
    assert ged(chases, graph("horse cat", "0 chases 1")) == 1


def random_graph(size: int, seed: int, density: float = 2.0) -> MergedGraph:
    generator = random.Random(seed)
    nodes = tuple(
        Node(
            generator.choice("abcdef"), frozenset(generator.sample("rgb", generator.choice((0, 1))))
        )
        for _ in range(size)
    )
    pairs = {tuple(generator.sample(range(size), 2)) for _ in range(int(size * density))}
    return MergedGraph(
        nodes, tuple(Edge(a, b, frozenset(generator.choice("xyz"))) for a, b in sorted(pairs))
    )


@pytest.mark.case("B29")
def test_when_time_runs_out_the_answer_is_a_bracket():
    first, second = random_graph(26, 1), random_graph(26, 2)
    hurried = edit_distance(first, second, same=equal, time_limit=0.05)
    assert not hurried.optimal
    assert 0 < hurried.lower_bound < hurried.value
    smaller = random_graph(12, 3), random_graph(12, 4)
    quick = edit_distance(*smaller, same=equal, exact=False)
    true = ged(*smaller)
    assert quick.lower_bound <= true <= quick.value
    assert quick.lower_bound > 0


@pytest.mark.case("B29")
def test_no_answer_of_the_solver_is_never_zero(monkeypatch):
    nothing = Solution(None, 0.0, optimal=False)
    monkeypatch.setattr(distance_module, "solve", lambda *_, **__: nothing)
    found = edit_distance(graph("dog cat", "0 chases 1"), graph("horse"), same=equal)
    assert found.value == 3
    first, second = random_graph(12, 3), random_graph(12, 4)
    found = edit_distance(first, second, same=equal)
    assert found.value > 0
    assert not found.optimal


def test_networkx_is_wrong_where_prices_are_not_symmetric_and_ours_is_not():
    case = GOLDEN["networkx_bug_8099"]
    assert (case["networkx_AA"], case["true"]) == (8.0, 4.0)
    clique = graph("a b c", *(f"{i} e {k}" for i, k in itertools.permutations(range(3), 2)))

    def never(a: str, b: str) -> bool:
        return False

    # Three labels that match nothing, themselves included: three substitutions at 1.
    found = edit_distance(clique, clique, same=never)
    assert (found.value, found.optimal) == (3, True)


@pytest.mark.parametrize("seed", range(6))
def test_equals_networkx_on_small_graphs(seed):
    first, second = random_graph(5, seed, 1.2), random_graph(4, seed + 100, 1.2)
    assert ged(first, second) == nx.graph_edit_distance(
        first.to_networkx(),
        second.to_networkx(),
        node_subst_cost=lambda a, b: len(a["values"] ^ b["values"]) + (a["name"] != b["name"]),
        node_del_cost=lambda a: 1 + len(a["values"]),
        node_ins_cost=lambda a: 1 + len(a["values"]),
        edge_subst_cost=lambda a, b: 0 if a["predicates"] & b["predicates"] else 1,
    )


def test_fractional_label_price():
    assert ged(graph("dog"), graph("cat"), label=0.25) == 0.25


def test_the_node_map_explains_the_value():
    found = edit_distance(graph("dog cat"), graph("cat tree"), same=equal)
    assert found.node_map == (1, 0)
    assert found.value == 1
    assert found.similarity == pytest.approx(0.75)
