"""Writes the shipped set anew: `python -m gvqa_cedi.synthetic.build FOLDER`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from gvqa_cedi.graph_json import to_json
from gvqa_cedi.synthetic.drawing import render
from gvqa_cedi.synthetic.scenes import make_scenes
from gvqa_cedi.synthetic.shipped import background_of


def build(folder: Path) -> None:
    """Write `graphs.jsonl` and `images/NNN.png`."""
    import cv2

    (folder / "images").mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    for graph in make_scenes():
        lines.append(json.dumps(to_json(graph)) + "\n")
        picture = render(graph, background_of(graph.image))
        name = graph.image.removeprefix("synthetic/")
        _, encoded = cv2.imencode(".png", np.ascontiguousarray(picture[:, :, ::-1]))
        (folder / "images" / f"{name}.png").write_bytes(encoded.tobytes())
    (folder / "graphs.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
