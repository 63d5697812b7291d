"""Which objects a response mentions, and whether they are there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from attrs import frozen

from gvqa_cedi.grading.coco import coco_category
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.parsing.parsed import ParsedSentence
from gvqa_cedi.wordnet import wordnet
from gvqa_cedi.wordnet.physical import is_physical
from gvqa_cedi.wordnet.sameness import is_broader, same_thing

Vocabulary = Literal["physical", "coco"]
Match = Literal["same", "broader", "none"]


@frozen
class Named:
    """A mentioned object, matched.

    Attributes:
        name: Base form, or the category.
        match: `same` thing as one that is there, a `broader` name of one, or `none`.
        truth: The true names that it covers.
    """

    name: str
    match: Match
    truth: frozenset[str]

    @property
    def hallucinated(self) -> bool:
        """Whether nothing of that name is there."""
        return self.match == "none"


def true_names(graph: SceneGraph, vocabulary: Vocabulary) -> frozenset[str]:
    """The distinct names of what is there, as far as the vocabulary has them."""
    if vocabulary == "coco":
        found = (coco_category(each.name) for each in graph.objects)
        return frozenset(filter(None, found))
    names = {wordnet().lemma(each.name) for each in graph.objects}
    return frozenset(name for name in names if is_physical(name))


def mentioned(
    sentences: Iterable[ParsedSentence], truth: frozenset[str], vocabulary: Vocabulary
) -> list[Named]:
    """The asserted objects of sentences, in order; a pronoun is no mention."""
    found: list[Named] = []
    for sentence in sentences:
        for mention in sentence.mentions:
            if not mention.asserted or mention.pronoun:
                continue
            name = _in_vocabulary(mention.name, vocabulary)
            if name is not None:
                found.append(match(name, truth))
    return found


@lru_cache(maxsize=1 << 16)
def match(name: str, truth: frozenset[str]) -> Named:
    """Match a mentioned name against what is there."""
    same = frozenset(each for each in truth if same_thing(name, each))
    if same:
        return Named(name, "same", same)
    broader = frozenset(each for each in truth if is_broader(name, each))
    return Named(name, "broader" if broader else "none", broader)


def _in_vocabulary(name: str, vocabulary: Vocabulary) -> str | None:
    if vocabulary == "coco":
        return coco_category(name)
    base = wordnet().lemma(name)
    return base if is_physical(base) else None
