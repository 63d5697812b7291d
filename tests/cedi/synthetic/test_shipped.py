"""The shipped pictures are what their graphs say."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import SceneGraph, SceneObject
from gvqa_cedi.synthetic import graphs, image
from gvqa_cedi.synthetic.drawing import COLOURS, SHAPES, render
from gvqa_cedi.synthetic.scenes import make_scenes
from gvqa_cedi.synthetic.shipped import background_of
from gvqa_cedi.wordnet.physical import is_physical


def test_at_least_sixty_pictures_with_graphs_of_all_kinds():
    assert len(graphs()) == 96
    assert len({graph.image for graph in graphs()}) == 96
    names = Counter(each.name for graph in graphs() for each in graph.objects)
    assert set(names) == set(SHAPES)
    assert all(is_physical(name) for name in names)
    predicates = {relation.predicate for graph in graphs() for relation in graph.relations}
    assert predicates == {"left of", "right of", "next to", "on", "under", "above"}


def test_the_graphs_are_made_the_same_again():
    assert list(graphs()) == make_scenes()


def test_the_pictures_are_drawn_the_same_again():
    for graph in graphs():
        picture = image(graph.image)
        assert picture.shape == (112, 112, 3)
        assert picture.dtype == np.uint8
        assert np.array_equal(picture, render(graph, background_of(graph.image))), graph.image


def test_every_object_is_visible_in_its_colour():
    for graph in graphs():
        picture = image(graph.image)
        for each in graph.objects:
            [colour] = [COLOURS[value] for value in each.values if value in COLOURS]
            box = each.box
            x, y = max(0, int(box.x)), max(0, int(box.y))
            part = picture[y : int(box.y + box.height), x : int(box.x + box.width)]
            seen = (part == colour).all(axis=2).mean()
            assert seen > 0.1, (graph.image, each.name)


def test_relations_hold_in_the_picture():
    for graph in graphs():
        boxes = {each.id: each.box for each in graph.objects}
        for relation in graph.relations:
            a, b = boxes[relation.subject], boxes[relation.object]
            match relation.predicate:
                case "left of":
                    assert a.x + a.width <= b.x + 1
                case "right of":
                    assert b.x + b.width <= a.x + 1
                case "on":
                    assert a.y + a.height == b.y
                case "above":
                    assert a.y + a.height <= b.y
                case "under":
                    assert a.y >= b.y + 0.2 * b.height


def test_what_cannot_be_had():
    with pytest.raises(GraphError, match="096"):
        image("synthetic/096")
    with pytest.raises(GraphError, match="no picture"):
        image("../../secrets")
    with pytest.raises(GraphError, match="cannot be drawn"):
        render(SceneGraph("x", [SceneObject("1", "dragon")], width=8, height=8), 60)
