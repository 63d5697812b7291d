"""The tables as Markdown and CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.report.tables import Table
from gvqa_core.text import visible


def markdown(tables: Sequence[Table]) -> str:
    """All tables as Markdown."""
    return "\n".join(_markdown(table) for table in tables)


def csv_text(table: Table) -> str:
    """A table as CSV; a cell that a spreadsheet would take for a formula is quoted by `'`."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_inert(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def write_text(path: Path, text: str) -> None:
    """Write a file, its folder made if absent.

    Raises:
        TranscriptError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TranscriptError(f"'{path}' cannot be written: {error.strerror}.") from error


def _markdown(table: Table) -> str:
    lines = [
        f"## {table.title}",
        "",
        table.note,
        "",
        _row(table.columns),
        "|" + "---|" * len(table.columns),
        *map(_row, table.rows),
        "",
    ]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    shown = visible(text, newlines=False).replace("\\", "\\\\").replace("|", "\\|")
    return shown.replace("&", "&amp;").replace("<", "&lt;")


def _inert(text: str) -> str:
    text = visible(text, newlines=False)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
