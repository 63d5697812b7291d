"""Opening a file of scene graphs, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from gvqa_cedi.datasets.coco import load_coco
from gvqa_cedi.datasets.gqa import load_gqa
from gvqa_cedi.datasets.own import load_own
from gvqa_cedi.datasets.records import Warnings, stream
from gvqa_cedi.datasets.svg import load_svg
from gvqa_cedi.datasets.visual_genome import load_visual_genome
from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import SceneGraph

Loader = Callable[[Path, Warnings], Iterator[SceneGraph]]

FORMATS: Mapping[str, Loader] = {
    "own": load_own,
    "visual-genome": load_visual_genome,
    "gqa": load_gqa,
    "svg": load_svg,
    "coco": load_coco,
}


def load_graphs(
    path: Path,
    *,
    format: str = "auto",  # noqa: A002
    warnings: Warnings | None = None,
) -> Iterator[SceneGraph]:
    """Yield the scene graphs of a file.

    Args:
        path: The file.
        format: A key of `FORMATS`, or `auto` to tell it from the first record.
        warnings: Takes a line for everything that had to be skipped.

    Raises:
        GraphError: The file is missing, not JSON, or of no known format.
    """
    name = detect_format(path) if format == "auto" else format
    if name not in FORMATS:
        raise GraphError(f"Unknown format '{name}'; known formats: {', '.join(FORMATS)}.")
    return FORMATS[name](path, warnings if warnings is not None else Warnings())


def detect_format(path: Path) -> str:
    """Tell a file's format from its first record.

    Raises:
        GraphError: It is none of the known ones.
    """
    first = next(iter(islice(stream(path), 1)), None)
    if isinstance(first, dict):
        keys: dict[str, Any] = first
        if "image" in keys:
            return "own"
        if "scene_graph" in keys:
            return "svg"
        if "image_id" in keys:
            return "visual-genome"
        if {"images", "annotations", "categories"} <= set(keys):
            return "coco"
        if all(isinstance(each, dict) and "objects" in each for each in keys.values()):
            return "gqa"
    raise GraphError(
        f"'{path}' holds no scene graphs of a known format ({', '.join(FORMATS)}); "
        f"docs/cedi.md shows them."
    )
