"""How a command that made an answer ends: shown, saved, and told by the exit code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gvqa_core.cli import console
from gvqa_core.cli.failures import COULD_NOT, NOT_ALL_GROUNDED
from gvqa_core.types import AnswerStatus

if TYPE_CHECKING:
    from gvqa_core.types import Answer


def check_can_save(folder: Path | None) -> None:
    """Refuse a place to save in before the long work, not after it.

    Raises:
        typer.BadParameter: It is a file, or nothing can be made there.
    """
    if folder is None:
        return
    target = folder.expanduser().absolute()
    there = next(path for path in (target, *target.parents) if path.exists())
    if there.is_dir() and os.access(there, os.W_OK):
        return
    what = "cannot be written" if there.is_dir() else "is a file"
    raise typer.BadParameter(f"{there} {what}", param_hint="--save")


def finish(answer: Answer, *, save: Path | None, as_json: bool, fail_on_unverified: bool) -> None:
    """Show an answer, save it if asked to, and exit with the code that says how it went."""
    from gvqa_core.cli.printing import print_answer
    from gvqa_core.report import to_json

    if as_json:
        console.print_json(to_json(answer))
    else:
        print_answer(answer)
    if save is not None:
        page = answer.save(save.expanduser())
        console.note(f"saved: {page}")
    if answer.status is not AnswerStatus.ANSWERED:
        raise typer.Exit(COULD_NOT)
    if fail_on_unverified and answer.unverified:
        raise typer.Exit(NOT_ALL_GROUNDED)
