"""A scene graph in plain sentences, for judge models and people to read."""

from __future__ import annotations

from collections import Counter

from gvqa_cedi.graph import SceneGraph, SceneObject

_VOWELS = "aeiou"
_SPATIAL = {"left of": "to the left of", "right of": "to the right of"}
_NO_VERB = ("across", "towards")


def with_article(name: str) -> str:
    """A name with "a" or "an"; a name that is a plural of things in pairs gets none.

    >>> with_article("orange"), with_article("red ball"), with_article("glasses")
    ('an orange', 'a red ball', 'glasses')
    """
    if name.endswith("s") and not name.endswith(("ss", "us", "is")):
        return name
    return f"{'an' if name[:1] in _VOWELS else 'a'} {name}"


def described(each: SceneObject) -> str:
    """An object's name after its attribute values: "red shiny ball"."""
    return " ".join([*sorted(each.values), each.name])


def holds(predicate: str) -> str:
    """A predicate after "is": "to the left of", "sitting on"."""
    return _SPATIAL.get(predicate, predicate)


def predicated(predicate: str) -> str:
    """A predicate with its verb.

    >>> predicated("left of"), predicated("wears"), predicated("sitting on")
    ('is to the left of', 'wears', 'is sitting on')
    """
    first = predicate.split()[0]
    has_verb = first == "have" or (first.endswith("s") and first not in _NO_VERB)
    return predicate if has_verb else f"is {holds(predicate)}"


def verbalise(graph: SceneGraph, *, most: int = 200) -> list[str]:
    """Say what is in a picture: every object with its attributes, then every relation.

    Args:
        graph: The graph.
        most: At most so many sentences.
    """
    counted = Counter(described(each) for each in graph.objects)
    things = [
        f"There is {with_article(text)}." if number == 1 else f"There are {number} of: {text}."
        for text, number in counted.items()
    ]
    names = {each.id: each.name for each in graph.objects}
    relations = [
        f"The {names[r.subject]} {predicated(r.predicate)} the {names[r.object]}."
        for r in graph.relations
    ]
    return list(dict.fromkeys([*things, *relations]))[:most]
