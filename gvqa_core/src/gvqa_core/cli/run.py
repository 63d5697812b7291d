"""Runs the command line: streams that cannot fail, and an exit code in every case."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import typer

from gvqa_core.cli.failures import BROKEN_PIPE, COULD_NOT, told
from gvqa_core.cli.group import make_command


def run(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: The command line without the program's name.

    Returns:
        The exit code; `docs/cli.md` lists them.
    """
    sys.stdout, sys.stderr = _open(sys.stdout), _open(sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        _let_all_text_pass(stream)
    warnings.showwarning = _show_warning
    code: object = 0
    try:
        with told():
            make_command()(args=list(arguments), prog_name="gvqa")
    except SystemExit as end:
        code = end.code
    except typer.Exit as end:
        code = end.exit_code
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
        code = COULD_NOT
    return _flushed(code if isinstance(code, int) else 0)


def _open(stream: TextIO | None) -> TextIO:
    """The stream, or one that swallows all where the caller closed it (`gvqa … >&-`)."""
    if stream is not None:
        return stream
    return Path(os.devnull).open("w", encoding="utf-8")


def _let_all_text_pass(stream: object) -> None:
    """Write out what a terminal's encoding lacks, instead of failing on it."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _flushed(code: int) -> int:
    """Flush stdout; when its reader is gone, keep the interpreter from complaining at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    """Say a warning without the place in the code that raised it."""
    from gvqa_core.cli.console import warn

    warn(str(message))
