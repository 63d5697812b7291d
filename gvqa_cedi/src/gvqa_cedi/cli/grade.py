"""`gvqa cedi grade TRANSCRIPTS`: every metric for a file of transcripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gvqa_cedi.cli.counting import counted
from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gvqa_cedi.grading.results import Grading
    from gvqa_cedi.graph import SceneGraph
    from gvqa_cedi.transcripts import Transcript

JUDGES = ("valor-llm", "mmhal", "haelm")
"""The graders that ask a judge model."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("grade", cls=OptionsCommand)(pipeline_options(grade))


def grade(
    transcripts: Annotated[
        Path,
        typer.Argument(
            metavar="TRANSCRIPTS", help="JSON Lines, one conversation a line; or a run's folder."
        ),
    ],
    graphs: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The scene graphs; not needed for a run's folder or the shipped synthetic set.",
        ),
    ] = None,
    graph_format: Annotated[
        str,
        typer.Option("--format", help="auto, own, visual-genome, gqa, svg or coco."),
    ] = "auto",
    parser: Annotated[
        str, typer.Option(help="How responses are read: lexicon, or llm with a language model.")
    ] = "auto",
    grader: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this grader; repeatable. See `gvqa plugins`."),
    ] = None,
    judges: Annotated[
        bool, typer.Option("--judges", help="Also those that ask the drafter's language model.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write all values, also of each turn; into a run's folder as grades.json.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Grade transcripts against scene graphs: a file, or the folder of `gvqa cedi run`.

    Exit codes: 0 graded, 1 could not, 2 wrong usage.
    """
    from gvqa_cedi.crew import CediCrew
    from gvqa_cedi.grading.assembling import make_cases
    from gvqa_cedi.grading.writing import gradings_json, write_json
    from gvqa_cedi.report.runs import GRADES, graphs_of
    from gvqa_cedi.transcripts import load_transcripts
    from gvqa_core.cli.session import plugins, settings_of

    if transcripts.is_dir():
        out, graphs = out or transcripts / GRADES, graphs or graphs_of(transcripts)
        transcripts = transcripts / "transcripts.jsonl"
    said = load_transcripts(transcripts)
    settings = settings_of(chosen)
    with CediCrew(settings, plugins()) as crew:
        names = grader or _graders(judges)
        graders = {name: crew.get("grader", name) for name in names}
        cases = make_cases(
            said, graphs_for(graphs, graph_format, said), crew.get("scene_graph_parser", parser)
        )
        gradings = [each.grade(cases) for each in graders.values()]
    data = gradings_json(cases, gradings)
    if out is not None:
        write_json(out, data)
    if json:
        console.print_json(data)
    else:
        _print(gradings, len(cases), sum(len(case.parsed) for case in cases))
        if not grader and not judges:
            console.note(
                (f"{', '.join(JUDGES)} ask a judge model and were not run; add --judges", "dim")
            )


def _graders(judges: bool) -> list[str]:
    from gvqa_core.cli.session import plugins

    registered = plugins().registry.components("grader")
    own = [each.spec.name for each in registered if each.spec.priority >= 0]
    return [*own, *JUDGES] if judges else own


def graphs_for(
    path: Path | None, graph_format: str, said: Iterable[Transcript]
) -> Iterable[SceneGraph]:
    """The scene graphs of a file, or those of the shipped set where no file is given."""
    from gvqa_cedi.datasets import Warnings, load_graphs
    from gvqa_cedi.errors import TranscriptError
    from gvqa_cedi.synthetic import graphs

    if path is None:
        others = sorted({t.image for t in said if not t.image.startswith("synthetic/")})
        if others:
            raise TranscriptError(
                f"Where are the scene graphs? The picture '{others[0]}' is not of the shipped "
                f"synthetic set; give the file that holds its graph with --graphs."
            )
        return graphs()
    warnings = Warnings()
    found = list(load_graphs(path, format=graph_format, warnings=warnings))
    for message in warnings.messages[:5]:
        console.warn(message)
    if len(warnings.messages) > 5:
        console.warn(f"{len(warnings.messages) - 5} more records of {path} were set aside")
    return found


def _print(gradings: Iterable[Grading], conversations: int, turns: int) -> None:
    console.line(f"{counted(conversations, 'conversation')}, {counted(turns, 'turn')}")
    table = console.table("grader", "metric", "value", "better", "range", "of", "missing", "")
    for grading in gradings:
        for metric in grading.metrics:
            what = metric.definition
            value = "–" if metric.value is None else f"{metric.value:.4g}"
            high = "∞" if what.high is None else f"{what.high:g}"
            remark = "; ".join(filter(None, (metric.variant, metric.note)))
            cells = (
                grading.grader, what.title, value, what.better, f"{what.low:g} to {high}",
                f"{metric.scored} {metric.unit}s", metric.missing or "", remark,
            )  # fmt: skip
            table.add_row(*map(console.cell, cells))
    console.show(table)
