"""`gvqa cedi agreement`: how well a parser reads, on the shipped labelled responses."""

from __future__ import annotations

from typing import Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("agreement", cls=OptionsCommand)(pipeline_options(agreement))


def agreement(
    parser: Annotated[str, typer.Option(help="lexicon, or llm with a language model.")] = "lexicon",
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Hold a parser against the labelled responses: precision, recall, F1."""
    from gvqa_cedi.crew import CediCrew
    from gvqa_cedi.parsing.agreement import labelled_responses, measure
    from gvqa_core.cli.session import plugins, settings_of

    labelled = labelled_responses()
    with CediCrew(settings_of(chosen), plugins()) as crew:
        found = measure(crew.get("scene_graph_parser", parser).parse, labelled)
    if json:
        console.print_json(
            {
                kind: {"precision": a.precision, "recall": a.recall, "f1": a.f1}
                for kind, a in found.items()
            }
        )
        return
    console.line(f"parser {parser} on {len(labelled)} labelled responses")
    table = console.table("", "precision", "recall", "F1", "found", "labelled")
    for kind, a in found.items():
        figures = (f"{value:.3f}" for value in (a.precision, a.recall, a.f1))
        table.add_row(*map(console.cell, (kind, *figures, a.found, a.labelled)))
    console.show(table)
