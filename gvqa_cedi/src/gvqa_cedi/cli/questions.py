"""`gvqa cedi questions RUN --out FILE`: what was asked of a video, as a question set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gvqa_cedi.cli.counting import counted
from gvqa_core.cli import console


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("questions")(questions)


def questions(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", help="The folder of a run, or its transcripts.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The question set to write (TOML).")],
    images: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the videos.")] = Path(),
) -> None:
    """Write a video's adversarial and unanswerable questions for `gvqa eval run`.

    Only pictures that are moments of a video count: those named VIDEO@SECONDS.
    """
    from gvqa_cedi.errors import TranscriptError
    from gvqa_cedi.question_set import question_set_toml, video_questions
    from gvqa_cedi.report.writing import write_text
    from gvqa_cedi.transcripts import load_transcripts

    if out.suffix != ".toml":
        raise typer.BadParameter(f"expected a name that ends in .toml, found '{out}'")
    path = run / "transcripts.jsonl" if run.is_dir() else run
    found = video_questions(load_transcripts(path))
    if not found:
        raise TranscriptError(
            f"'{path}' holds no adversarial or unanswerable question about a moment of a video: "
            f"its pictures should be named like talk.mp4@12.5."
        )
    write_text(out, question_set_toml(found, videos=images.resolve(), at=out.resolve().parent))
    console.line(f"{counted(len(found), 'question')}: {out}")
    console.note((f"go on with: gvqa eval run {out}", "dim"))
