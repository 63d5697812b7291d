"""`gvqa measure VIDEO`: what every stage costs on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)


@app.command(cls=OptionsCommand)
@pipeline_options
def measure(
    video: Annotated[
        str, typer.Argument(metavar="VIDEO", help="A real video; a minute is enough.")
    ],
    question: Annotated[
        list[str] | None, typer.Option(help="What is drafted; repeatable. Default: three.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write measurement.json and measurement.md there."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Measure weights on disk, cold loading, throughput and peak memory of every stage.

    Nothing is taken from the cache. The machine, versions and model revisions are
    recorded with the figures.
    """
    from gvqa_core.cli.eval import show_tables
    from gvqa_core.cli.session import tell_choices, video_qa
    from gvqa_core.evaluation.measurement import QUESTIONS, measurement_tables
    from gvqa_core.evaluation.measurement import measure as measure_all
    from gvqa_core.evaluation.records import write_bytes, write_json
    from gvqa_core.evaluation.tables import markdown

    with video_qa(chosen) as qa:
        tell_choices(qa.choices)
        found = measure_all(qa, video, tuple(question or QUESTIONS))
    tables = measurement_tables(found)
    if json:
        console.print_json(found.plain())
    else:
        show_tables(tables)
    if save is not None:
        folder = save.expanduser()
        write_json(folder / "measurement.json", found.plain())
        write_bytes(folder / "measurement.md", markdown(tables).encode())
        console.note(f"saved: {folder / 'measurement.json'}")
