"""COCO `instances_*.json`: objects with boxes; it has no attributes and no relations."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gvqa_cedi.datasets.records import Warnings, read_each
from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import Box, SceneGraph, SceneObject

SOURCE = "coco"


def load_coco(path: Path, warnings: Warnings) -> Iterator[SceneGraph]:
    """Yield a graph for each image listed, without relations; one may have no objects.

    Args:
        path: The instances file.
        warnings: Takes a line for every annotation and image skipped.

    Raises:
        GraphError: The file is missing or has another form.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        categories = {each["id"]: str(each["name"]) for each in data["categories"]}
        images: list[Mapping[str, Any]] = data["images"]
        annotations: list[Mapping[str, Any]] = data["annotations"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GraphError(f"'{path}' is not a COCO instances file ({error!r}).") from error
    of_image: defaultdict[Any, list[SceneObject]] = defaultdict(list)
    listed = {each.get("id") for each in images}
    for each in annotations:
        image, name = each.get("image_id"), categories.get(each.get("category_id"))
        if name is None:
            warnings.skip(image, f"annotation {each.get('id')} has no known category")
        elif image not in listed:
            warnings.skip(image, f"annotation {each.get('id')} is of an image that is not listed")
        else:
            of_image[image].append(_object(each, name))
    return read_each(
        ((each.get("id"), each) for each in images),
        lambda each: SceneGraph(
            image=f"coco/{each['id']}",
            objects=tuple(of_image[each["id"]]),
            source=SOURCE,
            width=each.get("width"),
            height=each.get("height"),
        ),
        warnings,
    )


def _object(data: Mapping[str, Any], name: str) -> SceneObject:
    box = data.get("bbox")
    return SceneObject(
        id=str(data.get("id")), name=name, box=Box(*map(float, box)) if box else None
    )
