"""The scene-graph grader: from responses to distances."""

from __future__ import annotations

import pytest
from tests.cedi.cases import case
from tests.cedi.golden import GED, scene_graph

from gvqa_cedi.grading.scene_graph import METRICS, SceneGraphGrader, SceneGraphOptions
from gvqa_cedi.graph import Attribute, Relation, SceneGraph, SceneObject
from gvqa_cedi.transcripts import Turn

CAKE = scene_graph(GED["paper_cake_man_holding_fork"]["gt"])
SAID = "A white cake is on a table. A man is holding a fork."


def grade(*cases, **options):
    return SceneGraphGrader(SceneGraphOptions(**options)).grade(cases)


def test_the_papers_example_from_words_to_figures():
    golden = GED["paper_cake_man_holding_fork"]
    found = grade(case(CAKE, SAID))
    assert found["ged"].value == golden["ged_bruteforce"]
    assert found["ged_lower_bound"].value == 4
    assert found["ged"].note == "1 of 1 proven optimal"
    assert found["ged_hal"].value == golden["ged_hal"]
    assert found["ged_cov"].value == golden["ged_cov"]
    assert found["deltacon"].value == pytest.approx(golden["deltacon"], abs=1e-9)
    assert found["sg_deltacon"].value == pytest.approx(golden["sg_delta_con_lambda1"], abs=1e-9)
    assert (found["hal_objects"].value, found["hal_relations"].value) == (1, 1)


@pytest.mark.parametrize("name", sorted(GED))
@pytest.mark.parametrize("by", ["category", "instance"])
def test_compares_golden_graphs(name, by):
    grader = SceneGraphGrader(SceneGraphOptions(predicates="exact"))
    pair = GED[name]
    found = grader.compare(scene_graph(pair["pred"]), scene_graph(pair["gt"]), by)
    if by == "instance":
        assert found["ged"] == pair["ged_bruteforce"]
        assert found["ged_cov"] == pair["ged_cov"]
    assert found["ged_optimal"] == 1
    assert found["ged_hal"] <= found["ged_cov"]
    assert found["ged"] <= found["ged_cov"]


def test_both_ways_of_merging_are_given():
    men = SceneGraph("i", [SceneObject("1", "man"), SceneObject("2", "man")])
    found = grade(case(men, "A man."))
    by = {(m.name, m.variant): m.value for m in found.metrics}
    assert by["ged", "by category"] == 0
    assert by["ged", "by instance"] == 1
    assert {name for name, _ in by} == set(METRICS)


def test_synsets_align_names():
    truth = SceneGraph(
        "i",
        [SceneObject("1", "sofa", (Attribute("red"),)), SceneObject("2", "dog")],
        [Relation("2", "is sitting on", "1")],
    )
    found = grade(case(truth, "A dog sits on a red couch."))
    assert found["ged"].value == 0
    assert found["sg_deltacon"].value == pytest.approx(0, abs=1e-12)
    exact = grade(case(truth, "A dog sits on a red couch."), predicates="exact")
    assert exact["ged"].value == 1


def test_aliases_where_asked_for():
    assert grade(case(["cup"], "A mug."))["ged_hal"].value == 1
    assert grade(case(["cup"], "A mug."), matching="alias")["ged_hal"].value == 0


@pytest.mark.parametrize("response", ["", "Yes.", "I cannot see the picture.", "no"])
def test_saying_nothing_hallucinates_nothing_and_misses_all(response):
    found = grade(case(CAKE, response))
    assert found["ged_hal"].value == 0
    assert found["ged_miss"].value == 7


def test_no_response_has_no_value():
    found = grade(case(CAKE, Turn("What is there?", None, error="timeout")))
    assert found["ged"].value is None
    assert (found["ged"].scored, found["ged"].missing) == (0, 1)


def test_empty_graphs_one_node_and_unicode():
    assert grade(case(SceneGraph("i"), ""))["ged"].value == 0
    assert grade(case([], "A dog."))["ged"].value == 1
    assert grade(case(["köttbullar"], "A dog."))["ged"].value == 1
    assert grade()["ged"].value is None


def test_the_weight_of_attributes():
    truth = SceneGraph("i", [SceneObject("1", "dog", (Attribute("brown"),))])
    values = [grade(case(truth, "A dog."), weight=w)["sg_deltacon"].value for w in (0, 1, 3)]
    assert values == [0, 1, 3]


def test_quick_bounds_bracket_the_distance():
    exact, quick = grade(case(CAKE, SAID)), grade(case(CAKE, SAID), exact=False)
    assert quick["ged_lower_bound"].value <= exact["ged"].value <= quick["ged"].value


def test_a_response_of_fifty_thousand_characters():
    found = grade(case(CAKE, "A white cake is on a table. " * 1800))
    assert found["ged_hal"].value == 0
