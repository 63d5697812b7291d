"""Visual Genome's irregular records."""

from __future__ import annotations

import json
from statistics import median

import pytest
from tests.shared import shared

from gvqa_cedi.datasets import Warnings, load_graphs
from gvqa_cedi.graph import SceneGraph


def load(tmp_path, data) -> tuple[list[SceneGraph], list[str]]:
    path = tmp_path / "vg.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    warnings = Warnings()
    return list(load_graphs(path, format="visual-genome", warnings=warnings)), warnings.messages


@pytest.mark.case("B30")
def test_relationships_with_name_and_names(tmp_path):
    text = """[{"image_id": 1, "relationships": [
      {"predicate": "ON", "subject": {"object_id": 1, "names": ["Man"], "synsets": []},
       "object": {"object_id": 2, "name": "horse ", "synsets": ["horse.n.01"]}},
      {"predicate": "on", "subject": {"object_id": 1, "name": "man"},
       "object": {"object_id": 2, "name": "horse"}},
      {"predicate": "wears", "subject": {"object_id": 1, "names": []},
       "object": {"object_id": 3, "name": "hat"}}]}]"""
    (graph,), warnings = load(tmp_path, text)
    assert graph.triples == (("man", "on", "horse"),)
    assert [each.name for each in graph.objects] == ["man", "horse"]
    assert warnings == ["image 1: the relation 'wears' has an object without name; skipped"]


@pytest.mark.case("B30")
def test_ids_keep_two_men_apart(tmp_path):
    relations = [
        {
            "predicate": "rides",
            "subject": {"object_id": i, "name": "man"},
            "object": {"object_id": 9, "name": "horse"},
        }
        for i in (1, 2)
    ]
    (graph,), _ = load(tmp_path, [{"image_id": 1, "relationships": relations}])
    assert [(each.id, each.name) for each in graph.objects] == [
        ("1", "man"),
        ("9", "horse"),
        ("2", "man"),
    ]
    assert len(graph.relations) == 2


def test_irregular_objects_and_relations(tmp_path):
    record = {
        "image_id": 7,
        "width": 800,
        "height": 600,
        "objects": [
            {"object_id": 1, "names": ["Man", "person"], "attributes": ["Tall ", "tall", ""],
             "x": 1, "y": 2, "w": 3, "h": 4, "merged_object_ids": [11]},
            {"object_id": 2, "names": ["tree"], "attributes": None},
            {"object_id": 3, "names": []},
            {"object_id": 4, "names": [None, "Dog"]},
        ],
        "relationships": [
            {"subject_id": 1, "predicate": "NEAR", "object_id": 2, "synsets": "['near.r.01']"},
            {"subject_id": 11, "predicate": "near ", "object_id": 2},
            {"subject_id": 4, "predicate": "licks", "object_id": 4},
            {"subject_id": 1, "predicate": "on", "object_id": 3},
            {"subject_id": 1, "predicate": "", "object_id": 2},
            {"subject_id": 1, "predicate": None, "object_id": 2},
        ],
    }  # fmt: skip
    (graph,), warnings = load(tmp_path, [record])
    assert (graph.image, graph.source, graph.width) == ("vg/7", "visual-genome", 800)
    assert [(each.name, sorted(each.values)) for each in graph.objects] == [
        ("man", ["tall"]),
        ("tree", []),
        ("dog", []),
    ]
    assert graph.objects[0].box.height == 4
    assert graph.triples == (("man", "near", "tree"), ("dog", "licks", "dog"))
    assert warnings == [
        "image 7: object 3 has no name; skipped",
        "image 7: the relation 'on' names an unknown object; skipped",
        "image 7: a relation has no predicate; skipped",
        "image 7: a relation has no predicate; skipped",
    ]


def test_a_bad_record_does_not_cost_the_others(tmp_path):
    good = {"image_id": 2, "objects": [{"object_id": 1, "names": ["cat"]}]}
    bad = [{"objects": []}, "text", None, {"image_id": 3, "objects": [5]}, good]
    graphs, warnings = load(tmp_path, bad)
    assert [graph.image for graph in graphs] == ["vg/2"]
    assert len(warnings) == 4
    assert warnings[0] == "image None: the record has no image_id; skipped"
    assert warnings[3].startswith("image 3: the record has another form")


def test_the_hundred_real_graphs():
    warnings = Warnings()
    graphs = list(load_graphs(shared("data/vg/scene_graphs_100.json"), warnings=warnings))
    assert len(graphs) == 100
    assert warnings.messages == []
    assert median(map(len, graphs)) == 35.5
    # 2615 relations, of which 405 are repeats.
    assert sum(len(graph.relations) for graph in graphs) == 2210
