"""Visual Genome: `scene_graphs.json`, `relationships.json`, and the rows of its hub mirror.

Its irregularities, each seen in the data: names in mixed case and with spaces
at the end; `names` in one record and `name` in the next; several names, of which
the first is taken; no `attributes`, or null; relations repeated (one in six);
a relation's objects given inline instead of by id; objects merged under another id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from attrs import define, field

from gvqa_cedi.datasets.records import Warnings, by_image, read_each, stream
from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import Attribute, Box, Relation, SceneGraph, SceneObject, clean

SOURCE = "visual-genome"

Record = Mapping[str, Any]


def load_visual_genome(path: Path, warnings: Warnings) -> Iterator[SceneGraph]:
    """Yield the graphs of a Visual Genome file.

    Args:
        path: `scene_graphs.json`, `relationships.json`, or rows of the hub mirror.
        warnings: Takes a line for every record, object and relation skipped.
    """
    return read_each(
        by_image(stream(path), "image_id"), lambda record: read_record(record, warnings), warnings
    )


def read_record(record: Record, warnings: Warnings) -> SceneGraph:
    """Read one image's record.

    Raises:
        GraphError: The record names no image.
    """
    image = record.get("image_id")
    if image is None:
        raise GraphError("the record has no image_id")
    reading = _Reading(image, warnings)
    for data in record.get("objects") or []:
        reading.add_object(data)
    for data in record.get("relationships") or []:
        reading.add_relation(data)
    return SceneGraph(
        image=f"vg/{image}",
        objects=tuple(reading.objects.values()),
        relations=tuple(reading.relations),
        source=SOURCE,
        width=record.get("width"),
        height=record.get("height"),
    )


@define
class _Reading:
    image: object
    warnings: Warnings
    objects: dict[str, SceneObject] = field(factory=dict[str, SceneObject])
    relations: list[Relation] = field(factory=list[Relation])
    merged: dict[str, str] = field(factory=dict[str, str])

    def add_object(self, data: Record) -> None:
        identifier = str(data.get("object_id"))
        name = _name(data)
        if not name:
            self.warnings.skip(self.image, f"object {identifier} has no name")
            return
        values = [str(value) for value in data.get("attributes") or []]
        each = SceneObject(
            id=identifier,
            name=name,
            attributes=tuple(Attribute(value) for value in values if clean(value)),
            box=_box(data),
        )
        self.objects.setdefault(identifier, each)
        for other in data.get("merged_object_ids") or []:
            self.merged.setdefault(str(other), identifier)

    def add_relation(self, data: Record) -> None:
        predicate = data.get("predicate")
        if not isinstance(predicate, str) or not clean(predicate):
            self.warnings.skip(self.image, "a relation has no predicate")
            return
        inline = [
            data[role] for role in ("subject", "object") if isinstance(data.get(role), Mapping)
        ]
        if not all(_name(each) for each in inline):
            self.warnings.skip(self.image, f"the relation '{predicate}' has an object without name")
            return
        for each in cast("list[Record]", inline):
            if self._id(each.get("object_id")) not in self.objects:
                self.add_object(each)
        ends = [self._id(self._end(data, role)) for role in ("subject", "object")]
        if all(end in self.objects for end in ends):
            self.relations.append(Relation(ends[0], predicate, ends[1]))
        else:
            self.warnings.skip(self.image, f"the relation '{predicate}' names an unknown object")

    def _id(self, identifier: object) -> str:
        return self.merged.get(str(identifier), str(identifier))

    @staticmethod
    def _end(data: Record, role: str) -> object:
        inline = data.get(role)
        if isinstance(inline, Mapping):
            return cast("Record", inline).get("object_id")
        return data.get(f"{role}_id")


def _name(data: Record) -> str:
    names: list[Any] = data.get("names") or [data.get("name")]
    return next((clean(name) for name in names if isinstance(name, str) and clean(name)), "")


def _box(data: Record) -> Box | None:
    values: list[Any] = [data.get(key) for key in ("x", "y", "w", "h")]
    if not all(isinstance(value, int | float) for value in values):
        return None
    return Box(*(float(value) for value in values))
