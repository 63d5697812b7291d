"""Scene graphs: what is valid, and our own file format."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import Attribute, Box, Relation, SceneGraph, SceneObject
from gvqa_cedi.graph_json import from_json, to_json

GRAPH = SceneGraph(
    image="own/1",
    objects=(
        SceneObject("1", "  Traffic_Light ", (Attribute("Red", "Colour"), Attribute("tall"))),
        SceneObject("2", "Straße", box=Box(0, 1.5, 20, 30)),
    ),
    relations=(Relation("1", " NEXT  to", "2"), Relation("1", "next to", "2")),
    source="own",
    width=40,
    height=30,
)


def test_names_are_folded_and_repeats_merged():
    assert [each.name for each in GRAPH.objects] == ["traffic light", "straße"]
    assert GRAPH.objects[0].attributes == (Attribute("red", "colour"), Attribute("tall", None))
    assert GRAPH.objects[0].values == {"red", "tall"}
    assert GRAPH.triples == (("traffic light", "next to", "straße"),)


def test_it_is_frozen():
    with pytest.raises(AttributeError):
        GRAPH.image = "other"


@pytest.mark.parametrize(
    ("objects", "relations", "problem"),
    [
        ([SceneObject("1", "a"), SceneObject("1", "b")], [], "2 objects have the id '1'"),
        ([SceneObject("1", " ")], [], "object '1' has no name"),
        ([SceneObject("1", "a", (Attribute(""),))], [], "object '1' has an empty attribute"),
        ([SceneObject("1", "a")], [Relation("1", "", "1")], "has no predicate"),
        ([SceneObject("1", "a")], [Relation("1", "on", "9")], "names the unknown object '9'"),
    ],
)
def test_what_is_not_valid(objects, relations, problem):
    with pytest.raises(GraphError, match="image 'x': .*" + problem):
        SceneGraph("x", objects, relations)


def test_empty_and_single():
    assert len(SceneGraph("x")) == 0
    assert SceneGraph("x", [SceneObject("1", "犬")]).objects[0].name == "犬"
    loop = SceneGraph("x", [SceneObject("1", "dog")], [Relation("1", "licks", "1")])
    assert loop.triples == (("dog", "licks", "dog"),)


def test_json_form():
    assert to_json(GRAPH) == {
        "image": "own/1",
        "source": "own",
        "width": 40,
        "height": 30,
        "objects": [
            {
                "id": "1",
                "name": "traffic light",
                "attributes": [{"name": "colour", "value": "red"}, "tall"],
            },
            {"id": "2", "name": "straße", "box": [0, 1.5, 20, 30]},
        ],
        "relations": [["1", "next to", "2"]],
    }


names = st.text(min_size=1).filter(lambda text: text.replace("_", " ").strip())


@given(names, names, st.none() | names)
def test_json_round_trip(name, value, attribute):
    graph = SceneGraph("i", [SceneObject("1", name, (Attribute(value, attribute),))])
    assert from_json(json.loads(json.dumps(to_json(graph)))) == graph


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"image": "x", "objects": [{"id": "1"}]},
        {"image": "x", "objects": [{"id": "1", "name": 3}]},
        {"image": "x", "objects": [{"id": "1", "name": "a", "box": [1, 2]}]},
        {"image": "x", "objects": [{"id": "1", "name": "a", "attributes": [5]}]},
        {"image": "x", "objects": {"1": "a"}},
        {"image": "x", "objects": [], "relations": [["1", "on"]]},
    ],
)
def test_other_forms_are_refused(data):
    with pytest.raises(GraphError):
        from_json(data)


def test_null_attributes_are_none():
    assert from_json({"image": "x", "objects": [{"id": 1, "name": "a", "attributes": None}]}) == (
        SceneGraph("x", [SceneObject("1", "a")])
    )
