"""`gvqa cedi synthetic DIR`: the shipped pictures and graphs as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gvqa_core.cli import console


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("synthetic")(synthetic)


def synthetic(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made if absent.")],
) -> None:
    """Write the shipped synthetic set: graphs.jsonl and a PNG for each picture."""
    import json

    from gvqa_cedi.errors import GraphError
    from gvqa_cedi.graph_json import to_json
    from gvqa_cedi.synthetic.shipped import graphs, picture_bytes

    try:
        folder.mkdir(parents=True, exist_ok=True)
        lines = [json.dumps(to_json(graph)) + "\n" for graph in graphs()]
        (folder / "graphs.jsonl").write_text("".join(lines), encoding="utf-8")
        for graph in graphs():
            path = folder / f"{graph.image}.png"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(picture_bytes(graph.image))
    except OSError as error:
        raise GraphError(f"'{folder}' cannot be written: {error.strerror}.") from error
    console.line(f"{len(graphs())} pictures and their graphs are in {folder}")
