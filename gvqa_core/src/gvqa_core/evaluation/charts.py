"""Charts of a run's tables: shapes with places, drawn as static SVG by the report page.

Every value drawn stands in the table of the same name beside it, and every bar and
point is named in words: no chart is read by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.tables import Number, Table, shown

WIDTH, LABELS, ROW, TOP = 760.0, 230.0, 26.0, 8.0
_SCALE = WIDTH - LABELS - 90.0
_SQUARE, _MARGIN = 320.0, 46.0


@frozen
class Part:
    """A piece of a bar: from `x` on, `width` wide; `kind` is its number among the parts."""

    x: float
    width: float
    kind: int
    label: str


@frozen
class Row:
    """One bar with its name, its value in words and, where there is one, its interval."""

    y: float
    label: str
    text: str
    parts: tuple[Part, ...]
    whisker: tuple[float, float] | None = None


@frozen
class Point:
    """A point of a diagram with the interval of its y."""

    x: float
    y: float
    low: float
    high: float
    kind: int
    label: str


@frozen
class Chart:
    """One chart.

    Attributes:
        name: The table it draws.
        title: Its heading.
        summary: What it shows, for who cannot see it.
        width: Of the drawing.
        height: Of the drawing.
        rows: Bars; empty for a diagram.
        points: Of a diagram of a share against a score, both 0 to 1.
        legend: Names of the kinds of parts or points, in order.
        frame: Left, top and side of the diagram's square; None for bars.
    """

    name: str
    title: str
    summary: str
    width: float
    height: float
    rows: tuple[Row, ...] = ()
    points: tuple[Point, ...] = ()
    legend: tuple[str, ...] = ()
    frame: tuple[float, float, float] | None = None


def charts(tables: Sequence[Table]) -> list[Chart]:
    """The charts that these tables have values for."""
    made = [_DRAWN[table.name](table) for table in tables if table.name in _DRAWN]
    return [chart for chart in made if chart is not None]


def _caught(table: Table) -> Chart | None:
    """Claims caught, by category and verifier."""
    values = [
        (f"{category} · {verifier}", caught)
        for category, verifier, _, caught, _ in table.rows
        if isinstance(caught, Rate) and caught.of
    ]
    return _bars(table, "Claims caught by verification", "Share of claims caught", values)


def _relations(table: Table) -> Chart | None:
    """What share of the deciding evidence entails, is neutral, contradicts."""
    kinds = table.columns[2:-1]
    rows: list[Row] = []
    for verifier, category, *rates, _ in table.rows:
        if category != "all":
            continue
        shares = [rate for rate in rates if isinstance(rate, Rate) and rate.value is not None]
        at, parts = LABELS, list[Part]()
        for kind, rate in enumerate(shares):
            width = round((rate.value or 0.0) * _SCALE, 1)
            if width:
                label = f"{kinds[kind]}: {rate.count} of {rate.of}"
                parts.append(Part(round(at, 1), width, kind, label))
                at += width
        said = ", ".join(f"{each.count}" for each in shares)
        rows.append(Row(_y(len(rows)), str(verifier), said, tuple(parts)))
    if not rows:
        return None
    return Chart(
        table.name,
        "What the deciding evidence says of the claim",
        f"One bar for each verifier, in parts: {', '.join(kinds)}; the numbers are claims.",
        WIDTH,
        _y(len(rows)) + TOP,
        tuple(rows),
        legend=kinds,
    )


def _times(table: Table) -> Chart | None:
    """Time by stage: drafting, and judging with each verifier."""
    values = [
        (str(what), each.value, shown(each))
        for what, _, _, each, _ in table.rows
        if isinstance(each, Number) and each.value
    ]
    if not values:
        return None
    most = max(value for _, value, _ in values)
    rows = tuple(
        Row(_y(n), label, text, (Part(LABELS, round(value / most * _SCALE, 1), 0, label),))
        for n, (label, value, text) in enumerate(values)
    )
    summary = "Seconds of drafting all questions, and of judging all claims with each verifier."
    return Chart(table.name, "Time by stage", summary, WIDTH, _y(len(rows)) + TOP, rows)


def _reliability(table: Table) -> Chart | None:
    """How often claims of a score are true, against the score."""
    names = tuple(dict.fromkeys(str(row[0]) for row in table.rows))
    points: list[Point] = []
    for verifier, _, score, true in table.rows:
        if not (isinstance(score, Number) and isinstance(true, Rate)):
            continue
        if score.value is None or true.value is None or true.interval is None:
            continue
        low, high = true.interval
        label = f"{verifier}: score {score.value:.2f}, true {shown(true)}"
        points.append(
            Point(
                round(_MARGIN + score.value * _SQUARE, 1),
                _up(true.value),
                _up(low),
                _up(high),
                names.index(str(verifier)),
                label,
            )
        )
    if not points:
        return None
    return Chart(
        table.name,
        "Reliability of p(entailment)",
        "Share of claims that are true against the verifier's score; on the diagonal the score "
        "is the truth. Lines are 95 % intervals.",
        2 * _MARGIN + _SQUARE,
        TOP + _SQUARE + _MARGIN,
        points=tuple(points),
        legend=names,
        frame=(_MARGIN, TOP, _SQUARE),
    )


def _bars(
    table: Table, title: str, summary: str, values: Sequence[tuple[str, Rate]]
) -> Chart | None:
    if not values:
        return None
    rows: list[Row] = []
    for label, rate in values:
        low, high = rate.interval or (0.0, 1.0)
        width = round((rate.value or 0.0) * _SCALE, 1)
        parts = (Part(LABELS, width, 0, f"{label}: {shown(rate)}"),)
        whisker = (round(LABELS + low * _SCALE, 1), round(LABELS + high * _SCALE, 1))
        rows.append(Row(_y(len(rows)), label, f"{rate.count} of {rate.of}", parts, whisker))
    words = f"{summary}, a bar for each category and verifier, with its 95 % interval."
    return Chart(table.name, title, words, WIDTH, _y(len(rows)) + TOP, tuple(rows))


def _y(row: int) -> float:
    return TOP + row * ROW


def _up(share: float) -> float:
    return round(TOP + (1 - share) * _SQUARE, 1)


_DRAWN: dict[str, Callable[[Table], Chart | None]] = {
    "outcomes": _caught,
    "labels": _relations,
    "reliability": _reliability,
    "work": _times,
}
