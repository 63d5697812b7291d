"""`gvqa cedi run DIR`: interview a model about pictures; goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gvqa_cedi.cli.counting import counted
from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from gvqa_cedi.graph import SceneGraph


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("run", cls=OptionsCommand)(pipeline_options(run))


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the run is kept.")],
    examiner: Annotated[
        str, typer.Option(metavar="NAME", help="Who asks: template, caption, pope …")
    ] = "template",
    evaluatee: Annotated[
        str, typer.Option(metavar="NAME", help="Who answers: chat, verified or simulated.")
    ] = "chat",
    graphs: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Scene graphs; the shipped synthetic set if left out."),
    ] = None,
    images: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Pictures IMAGE.png or .jpg; videos."),
    ] = None,
    pictures: Annotated[
        int | None, typer.Option(metavar="N", help="Draw so many; all if left out.", min=1)
    ] = None,
    contexts: Annotated[
        int, typer.Option(help="Contexts of each picture; 0 interviews without any.", min=0)
    ] = 1,
    seed: Annotated[int, typer.Option(help="Decides pictures, contexts and questions.")] = 0,
    jobs: Annotated[int, typer.Option(help="Interviews at a time.", min=1, max=64)] = 1,
    *,
    chosen: Chosen,
) -> None:
    """Interview a model about pictures; the same command again goes on where it was stopped.

    Exit codes: 0 done, 1 could not, 2 wrong usage.
    """
    from gvqa_cedi.annotation.pictures import picture_files
    from gvqa_cedi.crew import CediCrew
    from gvqa_cedi.interview.journal import Journal
    from gvqa_cedi.interview.runner import Plan, run_interviews
    from gvqa_cedi.transcripts import save_transcripts
    from gvqa_core.cli.session import plugins, settings_of

    drawn = _drawn(graphs, pictures, seed)
    with CediCrew(settings_of(chosen), plugins()) as crew, picture_files(images) as files:
        asks, answers = crew.get("examiner", examiner), crew.get("evaluatee", evaluatee)
        settings: dict[str, Any] = {
            "examiner": {"name": examiner, **asks.identity},
            "evaluatee": {"name": evaluatee, **answers.identity},
            "graphs": str(graphs or "synthetic"),
            "pictures": [graph.image for graph in drawn],
            "contexts": contexts,
            "seed": seed,
        }
        journal = Journal(folder, settings)
        before = sum(map(len, journal.turns.values()))
        if before:
            console.note((f"going on after {counted(before, 'turn')} of {folder}", "dim"))
        plan = Plan(
            graphs=drawn, contexts=contexts, seed=seed, jobs=jobs, image=image_loader(files)
        )
        said = run_interviews(
            plan, asks, answers, journal, names=(examiner, evaluatee), progress=_tell
        )
    save_transcripts(folder / "transcripts.jsonl", said)
    turns = [turn for transcript in said for turn in transcript.turns]
    failed = [turn for turn in turns if turn.response is None]
    console.line(
        f"{counted(len(said), 'interview')}, {counted(len(turns), 'turn')}, "
        f"{len(failed)} without an answer: "
        f"{folder / 'transcripts.jsonl'}"
    )
    if failed:
        console.warn(f"the first without an answer: {failed[0].error}")
    ends = [str(transcript.about["end"]) for transcript in said]
    broken = [end for end in ends if end.startswith(("the examiner failed", "no context"))]
    if broken:
        console.warn(f"{counted(len(broken), 'interview')} broke off, the first: {broken[0]}")
    if (turns or broken) and len(failed) == len(turns):
        raise typer.Exit(1)


def _drawn(path: Path | None, count: int | None, seed: int) -> list[SceneGraph]:
    import random

    from gvqa_cedi.datasets import Warnings, load_graphs
    from gvqa_cedi.errors import GraphError
    from gvqa_cedi.synthetic import graphs

    warnings = Warnings()
    found = list(graphs()) if path is None else list(load_graphs(path, warnings=warnings))
    for message in warnings.messages[:5]:
        console.warn(message)
    if not found:
        raise GraphError(f"'{path}' holds no usable scene graph.")
    if count is None:
        return found
    if count > len(found):
        raise GraphError(f"Asked for {count} pictures, and there are {len(found)}.")
    chosen = random.Random(f"{seed}/pictures").sample(range(len(found)), count)  # noqa: S311
    return [found[place] for place in sorted(chosen)]


def image_loader(files: Callable[[str], Path | None]) -> Callable[[str], Any]:
    """A function from a picture's name to its pixels, RGB; None where it has no file."""

    def load(name: str) -> Any:
        import cv2
        import numpy as np

        path = files(name)
        if path is None:
            return None
        read = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
        return None if read is None else np.ascontiguousarray(read[:, :, ::-1])

    return load


def _tell(done: int, of: int) -> None:
    if done == of or done % 10 == 0:
        console.note((f"{done} of {of} pictures", "dim"))
