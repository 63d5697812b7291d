"""A table once, written out as Markdown, CSV, HTML and for the terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import frozen

from gvqa_core.evaluation.statistics import Rate
from gvqa_core.text import visible

NOTHING = "–"


@frozen
class Number:
    """A number with its interval.

    Attributes:
        value: The number; None when it is not defined.
        digits: Digits after the point when shown.
        interval: Lower and upper limit of the 95 % interval; None when there is none.
        unit: Shown behind it.
    """

    value: float | None
    digits: int = 2
    interval: tuple[float, float] | None = None
    unit: str = ""


Cell: TypeAlias = str | int | Rate | Number | None


@frozen
class Table:
    """One table.

    Attributes:
        name: Its file name without ending.
        title: Its heading.
        columns: Headings.
        rows: Cells, as many in each row as there are columns.
        note: What a reader must know to read it.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


def shown(cell: Cell) -> str:
    """A cell for people: a rate always with its counts and interval."""
    if cell is None:
        return NOTHING
    if isinstance(cell, Rate):
        return _rate(cell)
    if isinstance(cell, Number):
        return _number(cell)
    return str(cell)


def markdown(tables: Iterable[Table]) -> str:
    """Write tables as GitHub's Markdown."""
    parts: list[str] = []
    for table in tables:
        rows = [table.columns, tuple("---" for _ in table.columns)]
        rows += [tuple(shown(cell) for cell in row) for row in table.rows]
        lines = ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in rows]
        head = [f"### {_plain(table.title)}", *([_plain(table.note)] if table.note else [])]
        parts += [*head, "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def as_csv(table: Table) -> str:
    """Write one table for machines: rates and numbers in full, one value in a cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    kinds = [_kind(table, column) for column in range(len(table.columns))]
    writer.writerow(
        name
        for title, kind in zip(table.columns, kinds, strict=True)
        for name in _csv_columns(title, kind)
    )
    for row in table.rows:
        writer.writerow(
            value
            for cell, kind in zip(row, kinds, strict=True)
            for value in _csv_values(cell, kind)
        )
    return out.getvalue()


def html(tables: Sequence[Table], title: str) -> str:
    """Write a page of charts and tables that fetches nothing and runs nothing."""
    from gvqa_core.evaluation.charts import LABELS, charts
    from gvqa_core.report.pages import environment, template

    plain = [
        {
            "title": table.title,
            "note": table.note,
            "columns": table.columns,
            "rows": [
                [(shown(cell), not isinstance(cell, str)) for cell in row] for row in table.rows
            ],
        }
        for table in tables
    ]
    return (
        environment()
        .from_string(template("gvqa_core.evaluation", "tables.html.j2"))
        .render(tables=plain, charts=charts(tables), labels=LABELS, title=title)
    )


def percent(share: float) -> str:
    """A share as a percentage with one digit."""
    return f"{100 * share:.1f}"


def _rate(rate: Rate) -> str:
    counts = f"{rate.count} of {rate.of}"
    if rate.value is None or rate.interval is None:
        return f"{NOTHING} ({counts})"
    low, high = rate.interval
    return f"{percent(rate.value)} % ({counts}; {percent(low)}–{percent(high)})"


def _number(number: Number) -> str:
    if number.value is None:
        return NOTHING
    least = 10**-number.digits
    if 0 < number.value < least / 2 and number.interval is None:
        return f"< {least:.{number.digits}f}{number.unit}"  # a p-value is never 0
    text = f"{number.value:.{number.digits}f}{number.unit}"
    if number.interval is None:
        return text
    low, high = number.interval
    return f"{text} ({low:.{number.digits}f} to {high:.{number.digits}f})"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    text = visible(text, newlines=False)
    for sign in ("\\", "|", "*", "_", "`", "[", "]"):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _kind(table: Table, column: int) -> type:
    kinds = {type(row[column]) for row in table.rows}
    return Rate if Rate in kinds else Number if Number in kinds else str


def _csv_columns(title: str, kind: type) -> list[str]:
    if kind is Rate:
        return [title, *(f"{title}: {part}" for part in ("count", "of", "low", "high"))]
    if kind is Number:
        return [title, f"{title}: low", f"{title}: high"]
    return [title]


def _csv_values(cell: Cell, kind: type) -> list[str]:
    if isinstance(cell, Rate):
        low, high = cell.interval or (None, None)
        return [_raw(cell.value), str(cell.count), str(cell.of), _raw(low), _raw(high)]
    if isinstance(cell, Number):
        low, high = cell.interval or (None, None)
        return [_raw(cell.value), _raw(low), _raw(high)]
    padding = {Rate: 4, Number: 2}.get(kind, 0)
    return ["" if cell is None else visible(str(cell), newlines=False), *[""] * padding]


def _raw(value: float | None) -> str:
    return "" if value is None else repr(round(value, 6))
