"""Where the command line speaks: results on stdout, everything else on stderr.

Text from videos and models passes through `visible`, so that it cannot move the
cursor, recolour the screen or be read as markup.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from gvqa_core.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, RenderableType

_WIDTH_OF_FILES = 160
"""Columns of tables that go to a file or a pipe."""

Part = str | tuple[str, str]
"""A text, or a text with its style (`"bold"`, `"green"`)."""


@functools.cache
def stdout() -> Console:
    """The console for results."""
    return _console(stderr=False)


@functools.cache
def stderr() -> Console:
    """The console for progress, warnings and errors."""
    return _console(stderr=True)


def line(*parts: Part, indent: int = 0) -> None:
    """Print one paragraph of a result; on a terminal it wraps with a hanging indent."""
    _line(stdout(), parts, indent)


def note(*parts: Part) -> None:
    """Say something beside the result, on stderr."""
    _line(stderr(), parts, 0)


@functools.cache
def warn(message: str) -> None:
    """Say that something is not as it should be, on stderr; the same thing only once."""
    note(("warning: ", "yellow"), message)


def complain(message: str) -> None:
    """Say why a command could not do its work, on stderr."""
    note(("error: ", "bold red"), message)


def show(renderable: RenderableType) -> None:
    """Print a table or another rich object as a result."""
    stdout().print(renderable)


def table(*headings: str) -> Any:
    """A plain table; its cells must be made with `cell`."""
    from rich import box
    from rich.table import Table

    return Table(*headings, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)


def cell(text: object, style: str = "") -> Any:
    """Text as a table cell, never read as markup."""
    from rich.text import Text

    return Text(visible(str(text)), style=style, overflow="fold")


def print_json(data: Any) -> None:
    """Print machine-readable output: strict JSON in ASCII, readable in any encoding."""
    sys.stdout.write(json.dumps(data, allow_nan=False, indent=1) + "\n")


def print_json_line(data: Any) -> None:
    """Print one record of several: strict JSON in ASCII on a line of its own."""
    sys.stdout.write(json.dumps(data, allow_nan=False) + "\n")
    sys.stdout.flush()


def mark(good: bool) -> str:
    """A tick or a cross that the terminal's encoding has."""
    wanted, plain = ("✓", "+") if good else ("✗", "x")
    try:
        wanted.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return plain
    return wanted


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            """Leave the exit code to `failures.told`; rich itself would exit with 1."""
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    console = Ours(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = _WIDTH_OF_FILES
    return console


def _line(console: Console, parts: Iterable[Part], indent: int) -> None:
    from rich.padding import Padding
    from rich.text import Text

    text = Text()
    for part in parts:
        words, style = part if isinstance(part, tuple) else (part, "")
        text.append(visible(words), style=style)
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent)))
    else:
        text.plain = "\n".join(" " * indent + row for row in text.plain.split("\n"))
        console.print(text, soft_wrap=True)
