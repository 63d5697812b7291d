"""The golden values: worked by hand, brute force, networkx and the reference implementations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gvqa_cedi.comparison.merging import Edge, MergedGraph, Node
from gvqa_cedi.graph import Attribute, Relation, SceneGraph, SceneObject

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "golden.json").read_text(encoding="utf-8")
)
GED: dict[str, Any] = GOLDEN["ged"]


def scene_graph(data: dict[str, Any]) -> SceneGraph:
    """The graph as our own type."""
    return SceneGraph(
        image="golden",
        objects=tuple(
            SceneObject(n["id"], n["name"], tuple(map(Attribute, n["attributes"])))
            for n in data["nodes"]
        ),
        relations=tuple(
            Relation(e["subject"], p, e["object"]) for e in data["edges"] for p in e["predicates"]
        ),
    )


def graph(names: str, *edges: str, values: dict[int, str] | None = None) -> MergedGraph:
    """A merged graph in short: `graph("dog cat", "0 chases 1")`."""
    values = values or {}
    nodes = tuple(
        Node(name, frozenset(values.get(i, "").split()), (str(i),))
        for i, name in enumerate(names.split())
    )
    made = []
    for edge in edges:
        tail, predicate, head = edge.split()
        made.append(Edge(int(tail), int(head), frozenset(predicate.split("|"))))
    return MergedGraph(nodes, tuple(made))


def equal(a: str, b: str) -> bool:
    """Names mean the same when they are equal."""
    return a == b
