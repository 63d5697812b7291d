"""`gvqa audit DIR`: check a saved answer anew, offline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.failures import COULD_NOT
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

if TYPE_CHECKING:
    from gvqa_core.audit import AuditReport

app = typer.Typer(add_completion=False)

_STYLES = {"ok": "green", "mismatch": "bold red", "unchecked": "yellow"}


@app.command(cls=OptionsCommand)
@pipeline_options
def audit(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder written by --save or Answer.save.")
    ],
    video: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The video, when it is no longer where it was."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 also when something was not checked.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The findings as JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Check a saved answer against itself and the video; exit 1 when anything differs.

    Frames are extracted again, described again and judged again where the components
    that did it are here. Nothing is fetched or sent.
    """
    from gvqa_core.audit import audit as check
    from gvqa_core.cli.session import plugins, settings_of

    settings = settings_of(chosen)
    report = check(folder.expanduser(), video=video, settings=settings, plugins=plugins())
    if json:
        console.print_json(
            {
                "ok": not report.mismatches and report.recomputed,
                "recomputed": report.recomputed,
                "findings": [
                    {"subject": f.subject, "state": f.state, "detail": f.detail}
                    for f in report.findings
                ],
            }
        )
    else:
        _print(report)
    if report.mismatches or not report.recomputed or (strict and report.unchecked):
        raise typer.Exit(COULD_NOT)


def _print(report: AuditReport) -> None:
    for finding in report.findings:
        console.line(
            (f"{finding.state:<10}", _STYLES[finding.state]),
            (f"{finding.subject}: ", "bold"),
            finding.detail,
        )
    count = len(report.mismatches)
    if count:
        console.line((f"{count} mismatch{'es' if count > 1 else ''} found", "bold red"))
    elif not report.recomputed:
        console.line(("not compared with the video", "bold red"))
    elif report.unchecked:
        console.line(("no mismatch found, and not everything could be checked", "bold yellow"))
    else:
        console.line(("everything is as the video has it", "bold green"))
