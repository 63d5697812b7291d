"""`gvqa plugins`: what is installed, what it offers, and what keeps it from working."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gvqa_core.cli import console
from gvqa_core.cli.failures import COULD_NOT

if TYPE_CHECKING:
    from gvqa_core.component import Availability
    from gvqa_core.plugins import PluginReport
    from gvqa_core.registry import Registered

app = typer.Typer(add_completion=False)

_STYLES = {"loaded": "green", "disabled": "yellow", "failed": "bold red"}


@app.command()
def plugins(
    check: Annotated[
        bool,
        typer.Option("--check", help="Build each usable component too; exit 1 when one fails."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Show every plugin, and every component with what it lacks to be used here."""
    from gvqa_core.cli import session
    from gvqa_core.settings import load_settings

    settings = load_settings()
    loaded = session.plugins()
    rows = [
        (each, loaded.registry.inspect(each, settings)) for each in loaded.registry.components()
    ]
    faults = [report for report in loaded.reports if report.status == "failed"]
    built = {_key(each): _build(each, settings) for each, found in rows if check and found.usable}
    if json:
        console.print_json(
            {
                "plugins": [_plugin_json(report) for report in loaded.reports],
                "components": [_json(each, found, built) for each, found in rows],
            }
        )
    else:
        _print(loaded.reports, rows, built)
    if check and (faults or any(built.values())):
        raise typer.Exit(COULD_NOT)


def _key(registered: Registered) -> tuple[str, str, str]:
    return registered.spec.kind, registered.spec.name, registered.distribution


def _build(registered: Registered, settings: Any) -> str:
    """Build a component; return why it cannot be built, empty when it can."""
    from gvqa_core.cli import session
    from gvqa_core.errors import GvqaError

    try:
        session.plugins().registry.build(registered, settings)
    except GvqaError as error:
        return str(error)
    return ""


def _print(
    reports: tuple[PluginReport, ...],
    rows: list[tuple[Registered, Availability]],
    built: dict[tuple[str, str, str], str],
) -> None:
    table = console.table("plugin", "distribution", "version", "status", "")
    for report in reports:
        cells = (report.name, report.distribution, report.version)
        style = _STYLES.get(report.status, "")
        table.add_row(
            *(console.cell(text) for text in cells),
            console.cell(report.status, style),
            console.cell(report.reason),
        )
    console.show(table)
    console.line("")
    table = console.table("kind", "name", "from", "here", "")
    for each, found in rows:
        fault = built.get(_key(each))
        good = found.usable and not fault
        table.add_row(
            console.cell(each.spec.kind),
            console.cell(each.spec.name, "bold"),
            console.cell(each.distribution),
            console.cell("yes" if good else "no", "green" if good else "red"),
            console.cell(_remark(each, found, fault)),
        )
    console.show(table)


def _remark(each: Registered, found: Availability, fault: str | None) -> str:
    if fault or not found.usable:
        return fault or found.reason
    return f"{each.spec.summary} ({found.reason})" if found.reason else each.spec.summary


def _plugin_json(report: PluginReport) -> dict[str, object]:
    return {
        "name": report.name,
        "distribution": report.distribution,
        "version": report.version,
        "status": report.status,
        "reason": report.reason,
        "components": [{"kind": kind, "name": name} for kind, name in report.components],
    }


def _json(
    each: Registered, found: Availability, built: dict[tuple[str, str, str], str]
) -> dict[str, object]:
    fault = built.get(_key(each))
    return {
        "kind": each.spec.kind,
        "name": each.spec.name,
        "plugin": each.plugin,
        "distribution": each.distribution,
        "version": each.version,
        "summary": each.spec.summary,
        "priority": each.spec.priority,
        "usable": found.usable and not fault,
        "reason": fault or found.reason,
        "install": each.spec.install,
        "download": found.download,
    }
