"""Files of scene graphs in every format, read piece by piece, and drawing from them."""

from __future__ import annotations

import json

import pytest

from gvqa_cedi.datasets import PAPER_PLANS, Warnings, detect_format, draw, load_graphs, records
from gvqa_cedi.datasets.records import stream
from gvqa_cedi.datasets.svg import head_noun, source
from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import Attribute, SceneGraph, SceneObject
from gvqa_cedi.graph_json import to_json


def write(tmp_path, data, name="graphs.json"):
    path = tmp_path / name
    text = data if isinstance(data, str) else json.dumps(data)
    path.write_text(text, encoding="utf-8")
    return path


def load(path) -> tuple[list[SceneGraph], list[str]]:
    warnings = Warnings()
    return list(load_graphs(path, warnings=warnings)), warnings.messages


def test_gqa(tmp_path):
    data = {
        "2407890": {
            "width": 640,
            "height": 480,
            "objects": {
                "271881": {
                    "name": "chair", "x": 220, "y": 310, "w": 50, "h": 80,
                    "attributes": ["brown", "wooden"],
                    "relations": [
                        {"name": "to the left of", "object": "32452"},
                        {"name": "near", "object": "0"},
                    ],
                },
                "32452": {"name": "Table", "attributes": [], "relations": []},
                "5": {"name": ""},
            },
        },
        "1": {"objects": {"a": {"name": 5}}},
    }  # fmt: skip
    (graph,), warnings = load(write(tmp_path, data))
    assert graph.image == "gqa/2407890"
    assert graph.triples == (("chair", "to the left of", "table"),)
    assert graph.objects[0].attributes == (Attribute("brown"), Attribute("wooden"))
    assert graph.objects[0].box.width == 50
    assert warnings[0] == "image 2407890: the relation 'near' of object 271881 to 0; skipped"
    assert warnings[1] == "image 2407890: object 5 has no name; skipped"
    assert warnings[2].startswith("image 1: the record has another form")


def test_coco(tmp_path):
    data = {
        "images": [{"id": 9, "width": 10, "height": 20}, {"id": 10}],
        "categories": [{"id": 1, "name": "person"}, {"id": 90, "name": "toothbrush"}],
        "annotations": [
            {"id": 5, "image_id": 9, "category_id": 1, "bbox": [1, 2, 3, 4], "iscrowd": 0},
            {"id": 6, "image_id": 9, "category_id": 90, "bbox": [1, 2, 3, 4], "iscrowd": 1},
            {"id": 7, "image_id": 9, "category_id": 12, "bbox": [1, 2, 3, 4]},
            {"id": 8, "image_id": 77, "category_id": 1, "bbox": [1, 2, 3, 4]},
        ],
    }
    graphs, warnings = load(write(tmp_path, data))
    assert [(g.image, [o.name for o in g.objects]) for g in graphs] == [
        ("coco/9", ["person", "toothbrush"]),
        ("coco/10", []),
    ]
    assert warnings == [
        "image 9: annotation 7 has no known category; skipped",
        "image 77: annotation 8 is of an image that is not listed; skipped",
    ]


def test_svg(tmp_path):
    scene = {
        "objects": ["green clock on tall pole", "pole", ""],
        "relations": [[0, 1, "attached to"], ["pole", "green clock on tall pole", "holds"],
                      [0, 7, "near"], [0, 2, "by"]],
    }  # fmt: skip
    row = {
        "image_id": "ADE_train_00000001.jpg",
        "regions": [{"object": "green clock", "bbox": [1, 2, 3, 4]}],
        "scene_graph": json.dumps(scene),
    }
    broken = {"image_id": "2.jpg", "scene_graph": "{not json"}
    lines = "\n".join(json.dumps(each) for each in (row, broken))
    (graph,), warnings = load(write(tmp_path, lines, "svg.jsonl"))
    assert graph.source == "svg-ade20k"
    assert graph.triples == (("clock", "attached to", "pole"), ("pole", "holds", "clock"))
    assert graph.objects[0].box.y == 2
    assert [message.split(";")[0] for message in warnings[:3]] == [
        "image ADE_train_00000001.jpg: object 2 has no name",
        "image ADE_train_00000001.jpg: the relation [0, 7, 'near']",
        "image ADE_train_00000001.jpg: the relation [0, 2, 'by']",
    ]
    assert warnings[3].startswith("image 2.jpg: ")


@pytest.mark.parametrize(
    ("phrase", "noun"),
    [
        ("green clock on tall pole", "clock"),
        ("man wearing a red hat", "man"),
        ("the fire hydrant", "fire hydrant"),
        ("tall xyzzy", "xyzzy"),
        ("", ""),
    ],
)
def test_head_nouns(phrase, noun):
    assert head_noun(phrase) == noun


def test_sources_of_svg():
    assert source("1.jpg") == source("2407890") == "svg-vg"
    assert source("000000123456.jpg") == source("COCO_val2014_000000000042.jpg") == "svg-coco"
    assert source("ADE_frame_1.jpg") == "svg-ade20k"


OWN = [SceneGraph(f"own/{i}", [SceneObject("1", "dog")], source="own") for i in range(3)]


@pytest.mark.parametrize("form", ["one", "list", "lines", "pretty"])
def test_own_format(tmp_path, form):
    graphs = [to_json(graph) for graph in OWN]
    text = {
        "one": json.dumps(graphs[0]),
        "list": json.dumps(graphs),
        "lines": "\n".join(map(json.dumps, graphs)) + "\n",
        "pretty": "\n" + json.dumps(graphs, indent=2),
    }[form]
    found, warnings = load(write(tmp_path, text))
    assert found == OWN[: 1 if form == "one" else 3]
    assert warnings == []


def test_a_bad_graph_of_our_own_is_named(tmp_path):
    data = [to_json(OWN[0]), {"image": "own/9", "objects": [{"id": "1"}]}]
    found, warnings = load(write(tmp_path, data))
    assert len(found) == 1
    assert warnings[0].startswith("image own/9: ")


@pytest.mark.parametrize("chunk", [1, 2, 7, 64])
def test_records_across_pieces(tmp_path, monkeypatch, chunk):
    values = [{"a": [1, {"b": "]},["}]}, 12, "x", None, [], 3.5e2, {"ü": "犬"}]
    monkeypatch.setattr(records, "_CHUNK", chunk)
    assert list(stream(write(tmp_path, values))) == values
    lines = "\n".join(json.dumps(value) for value in values[:3])
    assert list(stream(write(tmp_path, lines))) == values[:3]


def test_broken_files(tmp_path):
    with pytest.raises(GraphError, match="no file"):
        load(tmp_path / "absent.json")
    with pytest.raises(GraphError, match="not JSON after its first 1 records"):
        list(stream(write(tmp_path, '[{"a": 1}, {"b": }]')))
    with pytest.raises(GraphError, match="not JSON after its first 1 records"):
        list(stream(write(tmp_path, '[{"a": 1}, {"b": "cut')))
    (tmp_path / "latin.json").write_bytes(b'["\xff"]')
    with pytest.raises(GraphError, match="not UTF-8"):
        list(stream(tmp_path / "latin.json"))
    for text in ("", "[]", "{}"):
        path = write(tmp_path, text)
        if text == "{}":
            assert load(path) == ([], [])
        else:
            with pytest.raises(GraphError, match="no scene graphs of a known format"):
                detect_format(path)
    with pytest.raises(GraphError, match="known formats: own"):
        list(load_graphs(path, format="yaml"))


def pool(source_name: str, count: int) -> list[SceneGraph]:
    return [
        SceneGraph(f"{source_name}/{i}", [SceneObject("1", "dog")] * (i > 0), source=source_name)
        for i in range(count + 1)
    ]


def test_drawing_is_repeatable_and_independent_of_order():
    graphs = pool("svg-vg", 120) + pool("svg-ade20k", 220) + pool("svg-coco", 220)
    plan = PAPER_PLANS["svg"]
    drawn = draw(graphs, plan, seed=1)
    assert [g.image for g in drawn] == [g.image for g in draw(graphs[::-1], plan, seed=1)]
    assert {s: sum(g.source == s for g in drawn) for s in plan} == {
        "svg-vg": 100,
        "svg-ade20k": 200,
        "svg-coco": 200,
    }
    assert all(len(g) for g in drawn)
    assert len({g.image for g in drawn}) == 500
    assert draw(graphs, plan, seed=2) != drawn
    alone = draw(graphs, {"svg-vg": 100}, seed=1)
    assert alone == [g for g in drawn if g.source == "svg-vg"]


def test_drawing_more_than_there_is():
    with pytest.raises(GraphError, match=r"at least 100 images of 'visual-genome'.*found 5"):
        draw(pool("visual-genome", 5), PAPER_PLANS["visual-genome"], seed=0)
