"""GQA scene graphs: one JSON object, image id → objects by id, each with its relations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gvqa_cedi.datasets.records import Warnings, read_each, stream
from gvqa_cedi.graph import Attribute, Box, Relation, SceneGraph, SceneObject, clean

SOURCE = "gqa"


def load_gqa(path: Path, warnings: Warnings) -> Iterator[SceneGraph]:
    """Yield the graphs of `train_sceneGraphs.json` or `val_sceneGraphs.json`.

    Args:
        path: The file.
        warnings: Takes a line for every record, object and relation skipped.
    """
    records = (pair for part in stream(path) for pair in part.items())
    return read_each(
        ((image, (image, data)) for image, data in records),
        lambda pair: read_record(pair[0], pair[1], warnings),
        warnings,
    )


def read_record(image: str, record: Mapping[str, Any], warnings: Warnings) -> SceneGraph:
    """Read one image's record."""
    objects: list[SceneObject] = []
    relations: list[Relation] = []
    data: Mapping[str, Mapping[str, Any]] = record.get("objects") or {}
    named = {identifier for identifier, each in data.items() if clean(each.get("name") or "")}
    for identifier, each in data.items():
        if identifier not in named:
            warnings.skip(image, f"object {identifier} has no name")
            continue
        values: list[str] = each.get("attributes") or []
        objects.append(
            SceneObject(
                id=identifier,
                name=each["name"],
                attributes=tuple(Attribute(value) for value in values if clean(value)),
                box=Box(*(float(each[key]) for key in "xywh")) if "x" in each else None,
            )
        )
        for relation in each.get("relations") or []:
            target, predicate = str(relation.get("object")), relation.get("name") or ""
            if target in named and clean(predicate):
                relations.append(Relation(identifier, predicate, target))
            else:
                warnings.skip(
                    image, f"the relation '{predicate}' of object {identifier} to {target}"
                )
    return SceneGraph(
        image=f"gqa/{image}",
        objects=tuple(objects),
        relations=tuple(relations),
        source=SOURCE,
        width=record.get("width"),
        height=record.get("height"),
    )
