"""Contexts: a scenario, a goal, and the part of the scene graph that matters to them.

Several contexts of one picture are spread over its graph: each starts where the
earlier ones have not been.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.verbalising import with_article

MOST_OBJECTS = 8

_SCENARIOS = (
    ("You help someone who cannot see the picture.", "Find out about {thing} and what is near it."),
    (
        "You describe a picture for a catalogue.",
        "Get every detail of {thing} right.",
    ),
    ("You look for something in a picture with a friend.", "Learn where {thing} is."),
    ("You check a picture before it is printed.", "Make sure what is said of {thing} is true."),
)


@frozen
class Context:
    """Why someone asks about a picture.

    Attributes:
        number: Which of the picture's contexts it is, from 0.
        scenario: The situation, a sentence.
        goal: What is to be found out, a sentence.
        objects: Ids of the objects that matter to it.
    """

    number: int
    scenario: str
    goal: str
    objects: tuple[str, ...]


def make_contexts(
    graph: SceneGraph, count: int, *, seed: int, most: int = MOST_OBJECTS
) -> list[Context]:
    """Make contexts without a model: an object and what is around it.

    Args:
        graph: The picture's graph.
        count: How many at most; a graph has no more contexts than objects.
        seed: Decides where they start.
        most: Most objects of one context.
    """
    rng = random.Random(f"{seed}/{graph.image}")  # noqa: S311
    near = _neighbours(graph)
    seen: set[str] = set()
    contexts: list[Context] = []
    left = [each.id for each in graph.objects]
    while left and len(contexts) < count:
        fresh = [identifier for identifier in left if identifier not in seen] or left
        start = rng.choice(fresh)
        left.remove(start)
        around = _around(start, near, most)
        seen.update(around)
        scenario, goal = rng.choice(_SCENARIOS)
        thing = with_article(graph.by_id[start].name)
        contexts.append(Context(len(contexts), scenario, goal.format(thing=thing), tuple(around)))
    return contexts


def sub_graph(graph: SceneGraph, objects: Sequence[str]) -> SceneGraph:
    """G_s: the objects, their attributes, and the relations between them."""
    kept = set(objects)
    return evolve(
        graph,
        objects=tuple(each for each in graph.objects if each.id in kept),
        relations=tuple(r for r in graph.relations if r.subject in kept and r.object in kept),
    )


def whole(graph: SceneGraph) -> Context:
    """No context: the whole graph matters."""
    return Context(0, "", "", tuple(each.id for each in graph.objects))


def _neighbours(graph: SceneGraph) -> Mapping[str, list[str]]:
    near: defaultdict[str, list[str]] = defaultdict(list)
    for relation in graph.relations:
        near[relation.subject].append(relation.object)
        near[relation.object].append(relation.subject)
    return near


def _around(start: str, near: Mapping[str, list[str]], most: int) -> list[str]:
    found = [start]
    waiting = deque([start])
    while waiting and len(found) < most:
        for other in near.get(waiting.popleft(), ()):
            if other not in found and len(found) < most:
                found.append(other)
                waiting.append(other)
    return found
