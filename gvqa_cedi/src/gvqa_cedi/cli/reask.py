"""`gvqa cedi reask TRANSCRIPTS DIR`: ask again, yes or no, what conversations claimed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

if TYPE_CHECKING:
    from gvqa_cedi.reasking.table import Row


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("reask", cls=OptionsCommand)(pipeline_options(reask))


def reask(
    transcripts: Annotated[
        Path, typer.Argument(metavar="TRANSCRIPTS", help="What was said; or a run's folder.")
    ],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the answers are kept.")],
    evaluatee: Annotated[
        str, typer.Option(metavar="NAME", help="Who answers: chat, verified or simulated.")
    ] = "chat",
    graphs: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Scene graphs; the shipped synthetic set if left out."),
    ] = None,
    images: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The pictures, named IMAGE.png or .jpg.")
    ] = None,
    parser: Annotated[
        str, typer.Option(help="How responses are read: lexicon, or llm with a language model.")
    ] = "auto",
    seed: Annotated[int, typer.Option(help="Of the evaluatee `simulated`.")] = 0,
    jobs: Annotated[int, typer.Option(help="Pictures at a time.", min=1, max=64)] = 1,
    json: Annotated[bool, typer.Option("--json", help="The table as JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Ask again what conversations claimed, each in a conversation of its own, yes or no.

    Exit codes: 0 done, 1 could not, 2 wrong usage.
    """
    from gvqa_cedi.annotation.pictures import picture_files
    from gvqa_cedi.cli.grade import graphs_for
    from gvqa_cedi.cli.run import image_loader
    from gvqa_cedi.crew import CediCrew
    from gvqa_cedi.errors import TranscriptError
    from gvqa_cedi.grading.assembling import make_cases
    from gvqa_cedi.interview.journal import Journal
    from gvqa_cedi.interview.runner import Plan, run_interviews
    from gvqa_cedi.reasking.examiner import Reask, ReaskOptions
    from gvqa_cedi.reasking.implied import implied_answers
    from gvqa_cedi.reasking.table import pairs, rows, rows_json
    from gvqa_cedi.report.runs import graphs_of
    from gvqa_cedi.transcripts import load_transcripts, save_transcripts
    from gvqa_core.cli.session import plugins, settings_of

    if transcripts.is_dir():
        graphs = graphs or graphs_of(transcripts)
        transcripts = transcripts / "transcripts.jsonl"
    said = load_transcripts(transcripts)
    with CediCrew(settings_of(chosen), plugins()) as crew, picture_files(images) as files:
        reader = crew.get("scene_graph_parser", parser)
        cases = make_cases(said, graphs_for(graphs, "auto", said), reader)
        asked = implied_answers(cases)
        if not any(asked.values()):
            raise TranscriptError(f"Nothing in '{transcripts}' can be asked again as yes or no.")
        answers = crew.get("evaluatee", evaluatee)
        settings: dict[str, Any] = {
            "evaluatee": {"name": evaluatee, **answers.identity},
            "questions": {image: [i.question.text for i in each] for image, each in asked.items()},
            "seed": seed,
        }
        found = list({case.graph.image: case.graph for case in cases}.values())
        plan = Plan(graphs=found, seed=seed, jobs=jobs, image=image_loader(files))
        again = run_interviews(
            plan,
            Reask(ReaskOptions(asked=asked)),
            answers,
            Journal(folder, settings),
            names=("reask", evaluatee),
        )
    save_transcripts(folder / "transcripts.jsonl", again)
    table = rows(pairs(asked, again))
    if json:
        console.print_json(rows_json(table))
    else:
        _print(table)
    failed = [turn for each in again for turn in each.turns if turn.response is None]
    if failed:
        console.warn(f"{len(failed)} without an answer, the first: {failed[0].error}")
    if len(failed) == table[0].questions:
        raise typer.Exit(1)


def _print(table: list[Row]) -> None:
    shown = console.table("questions", "n", "right before", "right now", "changed", "put right")
    for row in table:
        cells = (
            row.source,
            row.questions,
            _share(row.implied.accuracy),
            _share(row.asked.accuracy),
            row.contradicted,
            f"{row.righted} of {row.wrong}",
        )
        shown.add_row(*map(console.cell, cells))
    console.show(shown)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
