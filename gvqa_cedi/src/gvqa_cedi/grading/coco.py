"""COCO's 80 categories, and which of them a name in a description stands for."""

from __future__ import annotations

from functools import lru_cache

from gvqa_cedi.wordnet import wordnet
from gvqa_cedi.wordnet.sameness import same_thing

CATEGORIES = tuple(
    name.strip()
    for name in """
    person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light,
    fire hydrant, stop sign, parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant,
    bear, zebra, giraffe, backpack, umbrella, handbag, tie, suitcase, frisbee, skis, snowboard,
    sports ball, kite, baseball bat, baseball glove, skateboard, surfboard, tennis racket, bottle,
    wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange, broccoli, carrot,
    hot dog, pizza, donut, cake, chair, couch, potted plant, bed, dining table, toilet, tv, laptop,
    mouse, remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock,
    vase, scissors, teddy bear, hair drier, toothbrush
    """.replace("\n", " ").split(",")
)

# What people call them, where neither WordNet nor our aliases say so.
_ALSO = {
    "bike": "bicycle",
    "toilet seat": "toilet",
    "toilet bowl": "toilet",
    "computer monitor": "tv",
    "computer screen": "tv",
    "monitor": "tv",
    "computer": "laptop",
    "laptop computer": "laptop",
    "computer mouse": "mouse",
    "computer keyboard": "keyboard",
    "remote control": "remote",
    "stoplight": "traffic light",
    "stove": "oven",
    "hair dryer": "hair drier",
    "ski": "skis",
    "pottedplant": "potted plant",
    "soccer ball": "sports ball",
    "tennis ball": "sports ball",
    "people": "person",
    "crowd": "person",
    "cattle": "cow",
    "bull": "cow",
    "calf": "cow",
    "stuffed bear": "teddy bear",
    "necktie": "tie",
    "iphone": "cell phone",
    "cheesecake": "cake",
}


@lru_cache(maxsize=65536)
def coco_category(name: str) -> str | None:
    """The category that a name stands for; None when it stands for none.

    Kinds of a category count as the category ("puppy" is a dog); more general names do
    not ("animal" is none). An unknown compound counts by its last word.

    >>> coco_category("puppy"), coco_category("passenger train"), coco_category("animal")
    ('dog', 'train', None)
    """
    nouns = wordnet()
    base = nouns.lemma(name)
    if base in CATEGORIES:
        return base
    if base in _ALSO:
        return _ALSO[base]
    for test in (same_thing, _is_kind):
        for category in CATEGORIES:
            if test(category, base):
                return category
    _, space, last = base.rpartition(" ")
    return coco_category(last) if space and not nouns.known(base) else None


def _is_kind(category: str, name: str) -> bool:
    return wordnet().is_hypernym(category, name, first_only=True)
