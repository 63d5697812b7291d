"""Synthetic Visual Genome (SVG): rows with regions and a scene graph as a JSON text.

A row has `image_id` ("1.jpg"), `regions` (`object`, `bbox`) and `scene_graph`, a text
that holds `{"objects": [...], "relations": [[subject, object, predicate], ...]}`.
Objects are phrases ("green clock on tall pole") of which the head noun is the name.
There are no attributes. The three sources are told from `image_id`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gvqa_cedi.datasets.records import Warnings, by_image, read_each, stream
from gvqa_cedi.graph import Box, Relation, SceneGraph, SceneObject, clean
from gvqa_cedi.wordnet import wordnet

SOURCES = ("svg-vg", "svg-ade20k", "svg-coco")

# What may end a noun phrase: after one of these comes no head.
_AFTER_HEAD = re.compile(
    r"\b(?:on|in|at|of|with|behind|under|above|below|near|next|beside|by|from|over|against|"
    r"inside|along|around|between|through|across|that|which|who|to|for|\w+ing|and)\b.*"
)


def load_svg(path: Path, warnings: Warnings) -> Iterator[SceneGraph]:
    """Yield the graphs of rows in JSON or JSON Lines.

    Args:
        path: The file.
        warnings: Takes a line for every row, object and relation skipped.
    """
    return read_each(
        by_image(stream(path), "image_id"), lambda row: read_row(row, warnings), warnings
    )


def read_row(row: Mapping[str, Any], warnings: Warnings) -> SceneGraph:
    """Read one row; relations name their objects by place in the list, or by phrase."""
    image = str(row["image_id"])
    graph = row["scene_graph"]
    graph = json.loads(graph) if isinstance(graph, str) else graph
    phrases: list[str] = [str(phrase) for phrase in graph.get("objects") or []]
    regions: list[Mapping[str, Any]] = row.get("regions") or []
    objects: list[SceneObject] = []
    for index, phrase in enumerate(phrases):
        if name := head_noun(phrase):
            box = regions[index].get("bbox") if index < len(regions) else None
            objects.append(
                SceneObject(str(index), name, box=Box(*map(float, box)) if box else None)
            )
        else:
            warnings.skip(image, f"object {index} has no name")
    known = {each.id for each in objects}
    relations: list[Relation] = []
    for subject, target, predicate in graph.get("relations") or []:
        ends = [_place(end, phrases) for end in (subject, target)]
        if clean(str(predicate)) and all(end in known for end in ends):
            relations.append(Relation(ends[0], str(predicate), ends[1]))
        else:
            warnings.skip(image, f"the relation {[subject, target, predicate]}")
    return SceneGraph(
        image=f"svg/{image}",
        objects=tuple(objects),
        relations=tuple(relations),
        source=source(image),
    )


def source(image_id: str) -> str:
    """Tell which of SVG's sources an image comes from, by the form of its id."""
    stem = image_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    if stem.upper().startswith("ADE"):
        return "svg-ade20k"
    if stem.upper().startswith("COCO") or (stem.isdecimal() and len(stem) == 12):
        return "svg-coco"
    return "svg-vg"


def head_noun(phrase: str) -> str:
    """The longest known noun at the end of a phrase's first noun group.

    >>> head_noun("green clock on tall pole")
    'clock'
    """
    words = _AFTER_HEAD.sub("", clean(phrase)).split() or clean(phrase).split()
    for start in range(max(0, len(words) - 3), len(words)):
        candidate = " ".join(words[start:])
        if wordnet().known(candidate):
            return candidate
    return words[-1] if words else ""


def _place(end: object, phrases: list[str]) -> str:
    if isinstance(end, str) and end in phrases:
        return str(phrases.index(end))
    return str(end)
