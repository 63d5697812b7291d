"""`gvqa check KIND NAME`: does a component keep the contract of its stage?"""

from __future__ import annotations

from typing import Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.failures import COULD_NOT
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)


@app.command(cls=OptionsCommand)
@pipeline_options
def check(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="For example verifier.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `gvqa plugins` lists it.")],
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Hold a component to the contract of its stage; exit 1 when it breaks it."""
    from gvqa_core.cli.session import plugins, settings_of
    from gvqa_core.testing.conformance import check_component

    settings = settings_of(chosen)
    registry = plugins().registry
    choice = registry.choose(kind, name, settings)
    report = check_component(kind, registry.build(choice, settings))
    failed = [each for each in report.checks if not each[1]]
    if json:
        console.print_json(
            {
                "kind": kind,
                "name": choice.name,
                "checks": [
                    {"name": title, "ok": ok, "detail": detail}
                    for title, ok, detail in report.checks
                ],
            }
        )
    else:
        for title, ok, detail in report.checks:
            style = "green" if ok else "bold red"
            console.line((console.mark(ok), style), f" {title}" + (f": {detail}" if detail else ""))
        console.line(f"{len(report.checks)} checks ran, {len(failed)} failed")
    if failed or not report.checks:
        raise typer.Exit(COULD_NOT)
