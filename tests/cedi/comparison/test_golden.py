"""Every golden value of graph distances."""

from __future__ import annotations

import pytest
from tests.cedi.golden import GED, equal, scene_graph

from gvqa_cedi.comparison.alignment import Alignment, align, overlap
from gvqa_cedi.comparison.bounds import bipartite
from gvqa_cedi.comparison.deltacon import sg_deltacon
from gvqa_cedi.comparison.distance import edit_distance
from gvqa_cedi.comparison.editing import Editing
from gvqa_cedi.comparison.merging import MergedGraph, merge

NAMES = sorted(GED)


def graphs(name: str, unit="pair") -> tuple[MergedGraph, MergedGraph]:
    case = GED[name]
    return tuple(merge(scene_graph(case[key]), "instance", unit) for key in ("pred", "gt"))


def pairs(name: str, predicted: MergedGraph, true: MergedGraph) -> dict[int, int]:
    place = {node.ids[0]: i for i, node in enumerate(true.nodes)}
    wanted = GED[name]["alignment"]
    return {i: place[wanted[n.ids[0]]] for i, n in enumerate(predicted.nodes) if n.ids[0] in wanted}


def test_the_golden_file_holds_eleven_pairs():
    assert len(NAMES) == 11


@pytest.mark.parametrize("name", NAMES)
def test_distance(name):
    predicted, true = graphs(name)
    found = edit_distance(predicted, true, same=equal)
    assert found.value == GED[name]["ged_bruteforce"] == GED[name]["ged_networkx"]
    assert found.optimal
    assert found.lower_bound == found.value


@pytest.mark.parametrize("name", NAMES)
def test_distance_without_substitution_across_labels(name):
    predicted, true = graphs(name)
    found = edit_distance(predicted, true, same=equal, label=1e3)
    assert found.value == GED[name]["ged_no_cross_label"]


@pytest.mark.parametrize("name", NAMES)
def test_label_price_two_forbids_substitution_across_labels_too(name):
    predicted, true = graphs(name)
    assert (
        edit_distance(predicted, true, same=equal, label=2).value
        <= (GED[name]["ged_no_cross_label"])
    )


@pytest.mark.parametrize("name", NAMES)
def test_bounds(name):
    predicted, true = graphs(name)
    editing = Editing(predicted, true, equal)
    node_map, lower = bipartite(editing)
    assert lower == pytest.approx(GED[name]["bp_lower"])
    assert GED[name]["ged_bruteforce"] <= editing.price(node_map) <= GED[name]["bp_upper"] + 1
    quick = edit_distance(predicted, true, same=equal, exact=False)
    assert quick.value == GED[name]["bp_upper"]


@pytest.mark.parametrize("name", NAMES)
def test_alignment_and_closed_forms(name):
    predicted, true = graphs(name)
    found = align(predicted, true, same=equal, ties="values")
    assert found.optimal
    assert found.pairs == pairs(name, predicted, true)
    counts = overlap(predicted, true, found)
    assert counts.ged_hal == GED[name]["ged_hal"]
    assert counts.ged_cov == GED[name]["ged_cov"]


@pytest.mark.parametrize("name", NAMES)
def test_closed_forms_with_one_edge_a_triple(name):
    predicted, true = graphs(name, "triple")
    counts = overlap(predicted, true, align(predicted, true, same=equal))
    assert {
        "ged_hal": counts.ged_hal,
        "ged_miss": counts.ged_miss,
        "ged_cov": counts.ged_cov,
    } == GED[name]["triple_unit"]


@pytest.mark.parametrize("name", NAMES)
def test_deltacon(name):
    predicted, true = graphs(name)
    found = sg_deltacon(predicted, true, Alignment(pairs(name, predicted, true)))
    assert found.topology == pytest.approx(GED[name]["deltacon"], abs=1e-9)
    assert found.attributes == pytest.approx(GED[name]["attr_dist"], abs=1e-9)
    assert found.value == pytest.approx(GED[name]["sg_delta_con_lambda1"], abs=1e-9)


def test_of_equal_alignments_the_one_with_more_edges_is_taken():
    predicted, true = graphs("instances_two_men")
    by_edges = align(predicted, true, same=equal)
    assert sg_deltacon(predicted, true, by_edges).topology == pytest.approx(0.0, abs=1e-12)
    assert overlap(predicted, true, by_edges).ged_hal == 1
    by_values = align(predicted, true, same=equal, ties="values")
    assert sg_deltacon(predicted, true, by_values).topology == pytest.approx(1.234897217)


def test_categories_are_merged_by_base_form():
    merged = merge(scene_graph(GED["instances_two_men"]["pred"]), "category")
    assert [(n.name, n.values, n.ids) for n in merged.nodes] == [
        ("hat", {"red"}, ("h",)),
        ("man", {"tall"}, ("m1", "m2")),
    ]
    assert [(e.tail, e.head, e.predicates) for e in merged.edges] == [(1, 0, {"wearing"})]
