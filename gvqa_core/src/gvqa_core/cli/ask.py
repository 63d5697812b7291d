"""`gvqa ask VIDEO QUESTION`: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gvqa_core.cli import times
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)


@app.command(cls=OptionsCommand)
@pipeline_options
def ask(
    video: Annotated[str, typer.Argument(metavar="VIDEO", help="The video file.")],
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In plain words.")],
    start: times.From = None,
    end: times.To = None,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write JSON, frames and a report page.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout.")] = False,
    fail_on_unverified: Annotated[
        bool, typer.Option("--fail-on-unverified", help="Exit with 3 when a claim is unverified.")
    ] = False,
    *,
    chosen: Chosen,
) -> None:
    """Ask a video a question; every claim of the answer is checked against the video.

    Exit codes: 0 answered, 1 nothing found or could not, 2 wrong usage,
    3 a claim is unverified (with --fail-on-unverified).
    """
    from gvqa_core.cli.ending import check_can_save, finish
    from gvqa_core.cli.session import tell_choices, video_qa
    from gvqa_core.video.files import locate

    if not question.strip():
        raise typer.BadParameter("the question is empty", param_hint="QUESTION")
    part = times.window(start, end)
    check_can_save(save)
    with video_qa(chosen) as qa:
        locate(video)  # a wrong name is told before anything is chosen or loaded
        tell_choices(qa.choices)
        ingested = qa.ingest(video, window=part)
        times.check_begins_inside(part, ingested.info.duration)
        answer = qa.ask(ingested, question, window=part)
    finish(answer, save=save, as_json=json, fail_on_unverified=fail_on_unverified)
