"""`gvqa cedi compare GRADES...`: the metrics of several runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gvqa_core.cli import console


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare")(compare)


def compare(
    grades: Annotated[
        list[Path],
        typer.Argument(
            metavar="GRADES...", help="Folders of graded runs, or files of `gvqa cedi grade --out`."
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Show the metrics of several graded runs side by side, the best of each marked."""
    from gvqa_cedi.cli.annotate import metrics_of, read_grades
    from gvqa_cedi.grading.definitions import DEFINITIONS
    from gvqa_cedi.report.runs import GRADES

    runs = {
        str(path): metrics_of(read_grades(path / GRADES if path.is_dir() else path))
        for path in grades
    }
    if json:
        console.print_json(runs)
        return
    table = console.table("metric", "better", *runs)
    for name in dict.fromkeys(name for run in runs.values() for name in run):
        definition = DEFINITIONS[name.split()[0]]
        values = [run.get(name) for run in runs.values()]
        present = [value for value in values if value is not None]
        best = None
        if definition.better != "neither" and len(set(present)) > 1:
            best = min(present) if definition.better == "lower" else max(present)
        row = [console.cell(name), console.cell(definition.better)]
        for value in values:
            shown = "–" if value is None else f"{value:.4g}"
            is_best = best is not None and value == best
            row.append(console.cell(shown + (" *" if is_best else ""), "bold" if is_best else ""))
        table.add_row(*row)
    console.show(table)
    console.note(("* the best of the row", "dim"))
