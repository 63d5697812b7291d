"""`gvqa doctor`: what works on this machine, and why the rest does not."""

from __future__ import annotations

from typing import Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.failures import COULD_NOT
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)

_STYLES = {"ok": "green", "note": "yellow", "broken": "bold red"}


@app.command(cls=OptionsCommand)
@pipeline_options
def doctor(
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Check versions, plugins, backends, decoding, the cache, the hub, and that pixels arrive.

    Exit code 1 when something is broken. Nothing is downloaded.
    """
    from gvqa_core.cli.examination import examine
    from gvqa_core.cli.session import plugins, settings_of

    findings = []
    for finding in examine(settings_of(chosen), plugins()):
        findings.append(finding)
        if not json:
            console.line(
                (f"{finding.state:<7}", _STYLES[finding.state]),
                (f"{finding.subject}: ", "bold"),
                finding.detail,
            )
    broken = [finding for finding in findings if finding.state == "broken"]
    if json:
        console.print_json(
            {
                "healthy": not broken,
                "findings": [
                    {"subject": f.subject, "state": f.state, "detail": f.detail} for f in findings
                ],
            }
        )
    elif broken:
        console.line(("broken: " + ", ".join(f.subject for f in broken), "bold red"))
    else:
        console.line(("nothing is broken", "bold green"))
    if broken:
        raise typer.Exit(COULD_NOT)
