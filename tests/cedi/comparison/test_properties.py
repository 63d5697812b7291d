"""What must hold for any two scene graphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cedi.golden import equal

from gvqa_cedi.comparison.alignment import align, overlap
from gvqa_cedi.comparison.deltacon import sg_deltacon
from gvqa_cedi.comparison.distance import edit_distance
from gvqa_cedi.comparison.merging import Edge, MergedGraph, Node, merge
from gvqa_cedi.graph import Attribute, Relation, SceneGraph, SceneObject

NAMES = ("man", "dog", "köttbullar", "犬", "red car")
VALUES = ("red", "big", "groß")
PREDICATES = ("on", "near", "holding")


@st.composite
def scene_graphs(draw) -> SceneGraph:
    size = draw(st.integers(0, 5))
    objects = [
        SceneObject(
            str(i),
            draw(st.sampled_from(NAMES)),
            tuple(map(Attribute, draw(st.sets(st.sampled_from(VALUES), max_size=2)))),
        )
        for i in range(size)
    ]
    place = st.integers(0, max(0, size - 1)).map(str)
    relations = st.builds(Relation, place, st.sampled_from(PREDICATES), place)
    return SceneGraph("i", objects, draw(st.lists(relations, max_size=6 if size else 0)))


def shuffled(graph: SceneGraph, order: list[int]) -> SceneGraph:
    """The same graph, objects in another order and under other ids."""
    rename = {graph.objects[i].id: f"n{place}" for place, i in enumerate(order)}
    return SceneGraph(
        "i",
        [
            SceneObject(
                rename[graph.objects[i].id], graph.objects[i].name, graph.objects[i].attributes
            )
            for i in order
        ],
        [Relation(rename[r.subject], r.predicate, rename[r.object]) for r in graph.relations[::-1]],
    )


MODES = pytest.mark.parametrize("unit", ["pair", "triple"])
BY = pytest.mark.parametrize("by", ["category", "instance"])
quick = settings(max_examples=25, deadline=None)


@MODES
@BY
@quick
@given(scene_graphs(), scene_graphs())
def test_bounds_between_the_distances(by, unit, first, second):
    a, b = merge(first, by, unit), merge(second, by, unit)
    counts = overlap(a, b, align(a, b, same=equal))
    found = edit_distance(a, b, same=equal)
    assert 0 <= counts.ged_hal <= counts.ged_cov
    assert counts.ged_miss <= counts.ged_cov
    assert found.value <= counts.ged_cov
    assert abs(a.size - b.size) <= found.value <= a.size + b.size
    assert counts.shared.total + counts.ged_hal == a.size
    assert counts.shared.total + counts.ged_miss == b.size
    assert 0 <= found.similarity <= 1


@MODES
@quick
@given(scene_graphs())
def test_identity(unit, graph):
    a = merge(graph, "instance", unit)
    assert edit_distance(a, a, same=equal).value == 0
    found = align(a, a, same=equal)
    assert overlap(a, a, found).ged_cov == 0
    if len({(n.name, n.values) for n in a.nodes}) == len(a):  # Else another copy is as good.
        assert sg_deltacon(a, a, found).value == pytest.approx(0, abs=1e-9)


@MODES
@quick
@given(scene_graphs(), scene_graphs())
def test_symmetry(unit, first, second):
    a, b = merge(first, "instance", unit), merge(second, "instance", unit)
    assert edit_distance(a, b, same=equal).value == edit_distance(b, a, same=equal).value
    forth = overlap(a, b, align(a, b, same=equal))
    back = overlap(b, a, align(b, a, same=equal))
    assert (forth.ged_hal, forth.ged_miss) == (back.ged_miss, back.ged_hal)
    one = sg_deltacon(a, b, align(a, b, same=equal)).attributes
    assert 0 <= one <= 1


@BY
@quick
@given(scene_graphs(), scene_graphs(), st.randoms(use_true_random=False))
def test_the_order_of_objects_does_not_matter(by, first, second, generator):
    order = list(range(len(first)))
    generator.shuffle(order)
    moved = shuffled(first, order)
    a, b, c = merge(first, by), merge(second, by), merge(moved, by)
    assert edit_distance(a, b, same=equal).value == edit_distance(c, b, same=equal).value
    assert overlap(a, b, align(a, b, same=equal)).ged_cov == (
        overlap(c, b, align(c, b, same=equal)).ged_cov
    )
    if by == "category":  # By instance two equal men may be told apart by chance.
        one = sg_deltacon(a, b, align(a, b, same=equal))
        other = sg_deltacon(c, b, align(c, b, same=equal))
        assert one.value == pytest.approx(other.value, abs=1e-9)


def shared_and_union(a: MergedGraph, b: MergedGraph, alignment) -> tuple[MergedGraph, MergedGraph]:
    """G∩ and G∪ of two graphs with one edge a pair, spelt out."""
    pairs = alignment.pairs
    back = {k: i for i, k in pairs.items()}
    alone = [k for k in range(len(b)) if k not in back]
    place = {k: back[k] if k in back else len(a) + alone.index(k) for k in range(len(b))}
    union_nodes = [
        Node(n.name, n.values | (b.nodes[pairs[i]].values if i in pairs else frozenset()))
        for i, n in enumerate(a.nodes)
    ] + [b.nodes[k] for k in alone]
    mine = {(e.tail, e.head): e.predicates for e in a.edges}
    theirs = {(place[e.tail], place[e.head]): e.predicates for e in b.edges}
    none = frozenset()
    union_edges = [
        Edge(*pair, mine.get(pair, none) | theirs.get(pair, none)) for pair in {**mine, **theirs}
    ]
    kept = sorted(pairs)
    shared_nodes = [
        Node(a.nodes[i].name, a.nodes[i].values & b.nodes[pairs[i]].values) for i in kept
    ]
    shared_edges = [
        Edge(kept.index(pair[0]), kept.index(pair[1]), mine[pair] & theirs[pair])
        for pair in mine
        if mine[pair] & theirs.get(pair, none)
    ]
    return (
        MergedGraph(tuple(shared_nodes), tuple(shared_edges)),
        MergedGraph(tuple(union_nodes), tuple(union_edges)),
    )


@BY
@quick
@given(scene_graphs(), scene_graphs())
def test_closed_forms_equal_the_search(by, first, second):
    a, b = merge(first, by), merge(second, by)
    alignment = align(a, b, same=equal)
    counts = overlap(a, b, alignment)
    shared, union = shared_and_union(a, b, alignment)
    assert counts.shared.total == shared.size
    assert edit_distance(shared, a, same=equal).value == counts.ged_hal
    assert edit_distance(shared, b, same=equal).value == counts.ged_miss
    assert edit_distance(shared, union, same=equal).value == counts.ged_cov
