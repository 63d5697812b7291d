"""Opposites and colours from WordNet 3.0 (Princeton University; data/LICENSE.wordnet)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files

from gvqa_verifiers.language.forms import stem


@functools.cache
def _table(name: str) -> Mapping[str, frozenset[str]]:
    text = files("gvqa_verifiers.language").joinpath("data", name).read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        word, *others = line.split()
        found.setdefault(stem(word), set()).update(stem(other) for other in others)
    return {word: frozenset(others) for word, others in found.items()}


def opposites(word: str) -> frozenset[str]:
    """Stems of the words that mean the opposite of a lower-case word in some sense."""
    own = stem(word)
    found = set(_table("opposites.txt").get(own, ()))
    found.add(stem(word[2:]) if word.startswith("un") else stem("un" + word))
    return frozenset(found)


def basic_colours(word: str) -> frozenset[str]:
    """Stems of the basic colours that a lower-case word is a shade of; empty if it is none."""
    return _table("colours.txt").get(stem(word), frozenset())


def are_different_colours(one: str, other: str) -> bool:
    """Whether two words are colours, and not shades of the same one."""
    first, second = basic_colours(one), basic_colours(other)
    return bool(first and second) and not first & second


def are_opposites(one: str, other: str) -> bool:
    """Whether two lower-case words mean opposites in some sense."""
    return stem(other) in opposites(one) or stem(one) in opposites(other)
