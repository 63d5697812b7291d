"""`gvqa chat`: one question after the other about a video; follow-ups may say "it"."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.failures import COULD_NOT
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

if TYPE_CHECKING:
    from gvqa_core.types import Answer

app = typer.Typer(add_completion=False)


@app.command(cls=OptionsCommand)
@pipeline_options
def chat(
    video: Annotated[str, typer.Argument(metavar="VIDEO", help="The video file.")],
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Save each turn as it is answered: DIR/01, DIR/02 …"),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="One answer a line, as JSON, on stdout.")
    ] = False,
    *,
    chosen: Chosen,
) -> None:
    """Ask a video one question after the other; every claim is checked.

    Questions are read from the terminal or from a pipe, one a line, until its end
    (Ctrl-D). A follow-up may lean on what was asked before. Exit codes: 0 at least
    one question was answered, 1 none was, 2 wrong usage.
    """
    from gvqa_core.cli.ending import check_can_save
    from gvqa_core.cli.session import tell_choices, video_qa
    from gvqa_core.types import AnswerStatus
    from gvqa_core.video.files import locate

    check_can_save(save)
    answered = 0
    with video_qa(chosen) as qa:
        locate(video)
        tell_choices(qa.choices)
        conversation = qa.conversation(qa.ingest(video))
        for question in _questions():
            answer = conversation.ask(question)
            answered += answer.status is AnswerStatus.ANSWERED
            _show(answer, as_json=json)
            if save is not None:
                page = answer.save(save.expanduser() / f"{len(conversation.turns):02d}")
                console.note(f"saved: {page}")
    if not answered:
        raise typer.Exit(COULD_NOT)


def _questions() -> Iterator[str]:
    """The lines of stdin that hold a question; a person at a terminal is asked for them."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a wrong byte must not end the conversation
    asking = sys.stdin.isatty()
    while True:
        if asking:
            console.note(("?", "bold"))
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()


def _show(answer: Answer, *, as_json: bool) -> None:
    from gvqa_core.cli.printing import print_answer
    from gvqa_core.report import to_json

    if as_json:
        console.print_json_line(to_json(answer))
        return
    alone = answer.retrieval.get("standalone")
    if alone:
        console.note((f"understood as: {alone}", "dim"))
    print_answer(answer)
    console.line("")
