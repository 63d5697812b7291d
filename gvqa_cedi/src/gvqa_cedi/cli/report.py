"""`gvqa cedi report RUNS...`: graded runs as one page, Markdown and CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gvqa_cedi.cli.counting import counted
from gvqa_core.cli import console


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("report")(report)


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUNS...", help="Folders of graded runs, or files of `gvqa cedi grade --out`."
        ),
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one self-contained page.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tables as Markdown.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write each table as a CSV file.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the bootstrap intervals.", min=0)] = 0,
) -> None:
    """Compare graded runs: tables with 95 % intervals over images, curves, the radar.

    Without --html, --markdown or --csv the tables are printed as Markdown.
    Exit codes: 0 written, 1 could not, 2 wrong usage.
    """
    from gvqa_cedi.report import writing
    from gvqa_cedi.report.charts import charts
    from gvqa_cedi.report.page import page_html
    from gvqa_cedi.report.runs import load_runs
    from gvqa_cedi.report.tables import tables

    found = load_runs(runs)
    made, drawn = tables(found, seed=seed), charts(found, seed=seed)
    every = [*made, *(chart.table for chart in drawn)]
    if html is not None:
        writing.write_text(html, page_html(found, made, drawn, seed=seed))
        console.line(f"{counted(len(found), 'run')} compared: {html}")
    if markdown is not None:
        writing.write_text(markdown, writing.markdown(every))
    if csv is not None:
        for table in every:
            writing.write_text(csv / f"{table.name}.csv", writing.csv_text(table))
    if html is markdown is csv is None:
        console.line(writing.markdown(every))
