"""Our own format: see `gvqa_cedi.graph_json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gvqa_cedi.datasets.records import Warnings, by_image, read_each, stream
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.graph_json import from_json


def load_own(path: Path, warnings: Warnings) -> Iterator[SceneGraph]:
    """Yield the graphs of a file in our own format.

    Args:
        path: One graph, a list of graphs, or JSON Lines.
        warnings: Takes a line for every graph skipped.
    """
    return read_each(by_image(stream(path), "image"), from_json, warnings)
