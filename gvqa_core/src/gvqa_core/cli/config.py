"""`gvqa config`: the effective settings, each with its origin."""

from __future__ import annotations

from typing import Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)


@app.command(cls=OptionsCommand)
@pipeline_options
def config(
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Show every setting with its value and where that comes from.

    Layers, later ones win: defaults, profile, ./gvqa.toml or [tool.gvqa] of
    ./pyproject.toml, GVQA_* environment variables, options of the command.
    """
    from gvqa_core.cli.session import settings_of
    from gvqa_core.settings import explain_settings

    rows = explain_settings(settings_of(chosen))
    if json:
        console.print_json(
            [{"key": key, "value": value, "source": source} for key, value, source in rows]
        )
        return
    table = console.table("setting", "value", "from")
    for key, value, source in rows:
        style = "" if source == "default" else "bold"
        shown = "(not set)" if value == "" else value
        table.add_row(console.cell(key), console.cell(shown, style), console.cell(source, "dim"))
    console.show(table)
