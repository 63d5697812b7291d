"""When two names mean the same thing, and when a mention is covered by what is there."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from gvqa_cedi.wordnet.nouns import wordnet

Matching = Literal["synset", "alias"]

# Names that people use for one thing though WordNet has no common synset for them.
_ALIASES = (
    ("people", "person"),
    ("lady", "woman"),
    ("gentleman", "guy", "man"),
    ("child", "kid", "toddler"),
    ("cup", "mug"),
    ("fridge", "refrigerator"),
    ("cell phone", "cellphone", "mobile phone", "phone", "smartphone"),
    ("road", "street"),
    ("footpath", "pavement", "sidewalk"),
    ("monitor", "screen"),
    ("laptop", "laptop computer", "notebook computer"),
    ("motor bike", "motorbike", "motorcycle"),
    ("aeroplane", "airplane", "jet", "passenger jet", "plane"),
    ("bin", "trash bin", "trash can"),
    ("bush", "shrub"),
    ("backpack", "rucksack"),
    ("purse", "handbag"),
    ("television", "tv", "tv set"),
    ("plant", "potted plant", "houseplant"),
    ("lamp post", "lamppost", "street lamp", "street light", "streetlight"),
    ("picture frame", "frame"),
    ("doughnut", "donut"),
    ("dining table", "table"),
    ("wine glass", "wineglass"),
    ("ball", "sports ball"),
)
_GROUP = {name: index for index, group in enumerate(_ALIASES) for name in group}


@lru_cache(maxsize=1 << 18)
def shares_synset(first: str, second: str) -> bool:
    """Whether two names are equal or share a WordNet synset: the paper's test."""
    return first == second or wordnet().share_synset(first, second)


@lru_cache(maxsize=1 << 18)
def same_thing(first: str, second: str) -> bool:
    """Whether two names share a synset or stand in one group of our small alias table."""
    if shares_synset(first, second):
        return True
    nouns = wordnet()
    group = _GROUP.get(nouns.lemma(first))
    return group is not None and group == _GROUP.get(nouns.lemma(second))


@lru_cache(maxsize=1 << 18)
def is_broader(mention: str, truth: str) -> bool:
    """Whether a mention is a more general name of what is there: "vehicle" for "car".

    One way only: "car" is not covered by a "vehicle" that might be a bus. All kinds
    of people are covered by a person, since data sets name people so.
    """
    nouns = wordnet()
    if nouns.is_hypernym(mention, truth):
        return True
    return _is_person(truth) and nouns.is_hypernym("person", mention, first_only=True)


def _is_person(name: str) -> bool:
    return wordnet().lemma(name) in ("person", "people")
