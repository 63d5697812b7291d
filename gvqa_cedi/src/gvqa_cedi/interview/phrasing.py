"""Speaking of objects of a scene graph, plainly enough for any model to understand."""

from __future__ import annotations

from gvqa_cedi.graph import Relation, SceneGraph, SceneObject
from gvqa_cedi.verbalising import predicated


def the(graph: SceneGraph, each: SceneObject) -> str:
    """The object as a phrase: "the ball", or "the red ball" where there are more balls."""
    others = [o for o in graph.objects if o.name == each.name and o.id != each.id]
    if not others:
        return f"the {each.name}"
    own = [v for v in sorted(each.values) if all(v not in o.values for o in others)]
    values = own[:1] or sorted(each.values)[:2]
    return " ".join(["the", *values, each.name])


def statement(graph: SceneGraph, relation: Relation, predicate: str = "") -> str:
    """A sentence that says a relation."""
    by_id = graph.by_id
    subject, target = the(graph, by_id[relation.subject]), the(graph, by_id[relation.object])
    return capital(f"{subject} {predicated(predicate or relation.predicate)} {target}.")


def capital(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]
