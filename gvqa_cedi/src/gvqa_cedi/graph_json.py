"""Our own file format for scene graphs: JSON, one graph an object.

```json
{"image": "synthetic/000", "source": "synthetic", "width": 224, "height": 224,
 "objects": [{"id": "1", "name": "ball", "box": [16, 140, 40, 40],
              "attributes": [{"name": "colour", "value": "red"}, "shiny"]}],
 "relations": [["1", "next to", "2"]]}
```

An attribute whose name is unknown is a plain string. A file holds one graph, a
list of graphs, or one graph on each line (JSON Lines).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import Attribute, Box, Relation, SceneGraph, SceneObject


def to_json(graph: SceneGraph) -> dict[str, Any]:
    """Return a graph as JSON data."""
    data: dict[str, Any] = {"image": graph.image}
    for key in ("source", "width", "height"):
        if value := getattr(graph, key):
            data[key] = value
    data["objects"] = [_object_json(each) for each in graph.objects]
    data["relations"] = [[r.subject, r.predicate, r.object] for r in graph.relations]
    return data


def from_json(data: Any) -> SceneGraph:
    """Read a graph from JSON data, strictly.

    Raises:
        GraphError: The data has another form, or the graph is not valid.
    """
    record = _mapping(data, "a scene graph")
    image = str(record.get("image", ""))
    try:
        return SceneGraph(
            image=image,
            objects=tuple(_object(each) for each in _sequence(record.get("objects", []))),
            relations=tuple(_relation(each) for each in _sequence(record.get("relations", []))),
            source=str(record.get("source", "")),
            width=record.get("width"),
            height=record.get("height"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise GraphError(
            f"Scene graph of image '{image}': expected the form that docs/cedi.md shows, "
            f"found something else ({error!r})."
        ) from error


def _object_json(each: SceneObject) -> dict[str, Any]:
    data: dict[str, Any] = {"id": each.id, "name": each.name}
    if each.attributes:
        data["attributes"] = [
            a.value if a.name is None else {"name": a.name, "value": a.value}
            for a in each.attributes
        ]
    if each.box:
        data["box"] = [each.box.x, each.box.y, each.box.width, each.box.height]
    return data


def _object(data: Any) -> SceneObject:
    record = _mapping(data, "an object")
    box = record.get("box")
    return SceneObject(
        id=str(record["id"]),
        name=_text(record["name"]),
        attributes=tuple(_attribute(each) for each in _sequence(record.get("attributes") or [])),
        box=None if box is None else Box(*(float(value) for value in _sequence(box))),
    )


def _attribute(data: Any) -> Attribute:
    if isinstance(data, str):
        return Attribute(data)
    record = _mapping(data, "an attribute")
    return Attribute(_text(record["value"]), record.get("name"))


def _relation(data: Any) -> Relation:
    subject, predicate, target = _sequence(data)
    return Relation(str(subject), _text(predicate), str(target))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r}")
    return value


def _mapping(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise GraphError(f"Expected {what} as a JSON object, found {data!r}"[:200] + ".")
    return cast("Mapping[str, Any]", data)


def _sequence(data: Any) -> Sequence[Any]:
    if not isinstance(data, list | tuple):
        raise TypeError(f"expected a list, found {data!r}")
    return cast("Sequence[Any]", data)
