"""A prediction as a model might make it: some objects missed, some made up, details changed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from attrs import evolve

from gvqa_cedi.graph import Attribute, Relation, SceneGraph, SceneObject

VALUES = ("red", "blue", "green", "white", "wooden", "large", "small", "round", "metal", "open")


def perturbed(graph: SceneGraph, pool: Sequence[SceneGraph], seed: int) -> SceneGraph:
    """Drop a third of the objects, add as many of other pictures, change what is said of them."""
    rng = random.Random(f"{seed}/{graph.image}")
    kept = [each for each in graph.objects if rng.random() > 0.35]
    changed = [
        evolve(each, attributes=(Attribute(rng.choice(VALUES)),)) if rng.random() < 0.3 else each
        for each in kept
    ]
    strange = [each for other in pool if other is not graph for each in other.objects]
    made_up = rng.sample(strange, min(len(strange), round(0.35 * len(graph))))
    added = [SceneObject(f"x{n}", each.name, each.attributes) for n, each in enumerate(made_up)]
    objects = [*changed, *added]
    ids = {each.id for each in objects}
    predicates = sorted({r.predicate for other in pool for r in other.relations}) or ["on"]
    relations = [
        r if rng.random() < 0.7 else evolve(r, predicate=rng.choice(predicates))
        for r in graph.relations
        if r.subject in ids and r.object in ids and rng.random() > 0.4
    ]
    for _ in range(int(0.4 * len(objects))):
        a, b = rng.choice(objects), rng.choice(objects)
        if a is not b:
            relations.append(Relation(a.id, rng.choice(predicates), b.id))
    return SceneGraph(graph.image, objects, relations)
