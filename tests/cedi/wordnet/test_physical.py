"""Which names stand for visible things, and when two names are one."""

from __future__ import annotations

import pytest
from tests.cedi.golden import GOLDEN

from gvqa_cedi.wordnet.physical import is_physical
from gvqa_cedi.wordnet.sameness import is_broader, same_thing, shares_synset

COCO = """
person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant,
stop sign, parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe,
backpack, umbrella, handbag, tie, suitcase, frisbee, skis, snowboard, sports ball, kite,
baseball bat, baseball glove, skateboard, surfboard, tennis racket, bottle, wine glass, cup, fork,
knife, spoon, bowl, banana, apple, sandwich, orange, broccoli, carrot, hot dog, pizza, donut, cake,
chair, couch, potted plant, bed, dining table, toilet, tv, laptop, mouse, remote, keyboard,
cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors, teddy bear,
hair drier, toothbrush
"""
NAMES = [name.strip() for name in COCO.replace("\n", " ").split(",")]


def test_all_coco_names_pass():
    assert len(NAMES) == 80
    assert [name for name in NAMES if not is_physical(name)] == []


@pytest.mark.parametrize(
    "name", GOLDEN["physical_filter_coco80_wn30"]["not_physical_any_sense_with_head_backoff"]
)
def test_names_that_wordnet_alone_rejects(name):
    assert is_physical(name)


@pytest.mark.parametrize(
    "name",
    ["people", "crowd", "street signs", "logo", "shadow", "reflection", "furniture", "tables"],
)
def test_kept(name):
    assert is_physical(name)


@pytest.mark.parametrize(
    "name",
    ["happiness", "image", "background", "left", "atmosphere", "scene", "view", "colours", "day",
     "conversation", "qwertyx", "", "busy scene"],
)  # fmt: skip
def test_dropped(name):
    assert not is_physical(name)


def test_aliases_add_to_synsets():
    assert shares_synset("couch", "sofa")
    for first, second in [("cup", "mug"), ("fridge", "refrigerator"), ("ladies", "woman")]:
        assert not shares_synset(first, second)
        assert same_thing(first, second)
        assert same_thing(second, first)
    assert not same_thing("train", "bus")
    assert same_thing("köttbullar", "köttbullar")


def test_broader_is_one_way():
    assert is_broader("vehicle", "car")
    assert not is_broader("car", "vehicle")
    assert is_broader("woman", "person")
    assert is_broader("person", "woman")
    assert not is_broader("dog", "person")
