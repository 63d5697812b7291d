"""What the charts draw: the two curves and the radar, as points of an SVG and as a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from gvqa_cedi.report.intervals import Estimate, estimate
from gvqa_cedi.report.runs import Run
from gvqa_cedi.report.tables import Table, of_metric, shown

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 14, 46
RADIUS, CENTRE = 118.0, (320.0, 160.0)

RADAR: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "chair_i": ("CHAIR_I (%) / 100", lambda value: value),
    "chair_s": ("CHAIR_S (%) / 100", lambda value: value),
    "mmhal": ("MMHal / 100", lambda value: value / 100),
    "haelm": ("HaELM / 100", lambda value: value / 100),
    "ged": ("GED / 150", lambda value: value / 150),
    "ged_hal": ("GED_hal / 150", lambda value: value / 150),
    "ged_cov": ("GED_cov / 150", lambda value: value / 150),
    "sg_deltacon": ("ΔCon / 5", lambda value: value / 5),
    "valor_faith": ("(100 − faith) / 50", lambda value: (100 - 100 * value) / 50),
}
"""The paper's scalings: 0 in the middle is best, 1 at the rim is worst."""


@frozen
class Line:
    """One run in a chart.

    Attributes:
        label: The run.
        points: Where its points are: x and y of the SVG.
    """

    label: str
    points: tuple[tuple[float, float], ...]

    @property
    def path(self) -> str:
        """The points as SVG writes them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@frozen
class Tick:
    """A text at an axis: `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    anchor: str = "middle"


@frozen
class Chart:
    """A drawing and the same in figures.

    Attributes:
        table: Every value that is drawn.
        lines: One for each run.
        ticks: Of both axes, or the names of the radar's.
        grid: Lines behind: x1, y1, x2, y2.
        axes: Titles of x and y; empty for the radar.
        summary: One sentence for who cannot see the drawing.
        closed: The lines are closed shapes: a radar.
    """

    table: Table
    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    grid: tuple[tuple[float, float, float, float], ...]
    axes: tuple[str, str]
    summary: str
    closed: bool = False


def charts(runs: Sequence[Run], *, seed: int) -> list[Chart]:
    """Make the charts that the runs hold values for."""
    turns = {
        run.label: [
            estimate(((image, value) for image, value in each), seed=seed) for each in _by_turn(run)
        ]
        for run in runs
    }
    contexts = {run.label: _by_contexts(run, seed) for run in runs}
    made = [
        _curve("turns", "Hallucination by turn",
               "1 − VALOR faithfulness of the turns in that place; runs with and without history "
               "are lines of their own.", ("turn", "1 − faithfulness"), turns, 1.0),
        _curve("contexts", "Contexts for each image",
               "Distinct made-up objects found in the first contexts of an image, mean over "
               "images; an image with fewer contexts keeps its last number.",
               ("contexts", "made-up objects"), contexts, None),
        _radar(runs, seed),
    ]  # fmt: skip
    return [chart for chart in made if chart is not None]


def _by_turn(run: Run) -> list[list[tuple[str, float | None]]]:
    most = max((len(each["turns"]) for each in run.conversations), default=0)
    return [
        [
            (each["image"], each["turns"][place]["values"].get("valor_unfaith"))
            for each in run.conversations
            if place < len(each["turns"])
        ]
        for place in range(most)
    ]


def _by_contexts(run: Run, seed: int) -> list[Estimate]:
    """For k = 1, 2 …: how many different objects the first k conversations made up."""
    found: dict[str, list[set[str]]] = {}
    for each in run.conversations:
        chair = each.get("details", {}).get("chair")
        if chair is not None:
            found.setdefault(each["image"], []).append(set(chair["hallucinated"]))
    most = max(map(len, found.values()), default=0)
    return [
        estimate(
            ((image, float(len(set[str]().union(*sets[:k])))) for image, sets in found.items()),
            seed=seed,
        )
        for k in range(1, most + 1)
    ]


def _curve(
    name: str,
    title: str,
    note: str,
    axes: tuple[str, str],
    found: Mapping[str, Sequence[Estimate]],
    top: float | None,
) -> Chart | None:
    most = max(map(len, found.values()), default=0)
    values = [e.value for each in found.values() for e in each if e.value is not None]
    if most < 2 or not values:
        return None
    high = top or _round_up(max(values))
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(number: int, value: float) -> tuple[float, float]:
        return LEFT + across * (number - 1) / (most - 1), TOP + down * (1 - value / high)

    heights = [(step * high / 4, TOP + down * (1 - step / 4)) for step in range(5)]
    numbers = range(1, most + 1, -(-most // 10))
    bottom = HEIGHT - BOTTOM + 20
    return Chart(
        table=Table(
            name,
            title,
            note + " Mean [95 % interval over images], number of images.",
            ("Run", *(f"{axes[0]} {n}" for n in range(1, most + 1))),
            tuple(
                (label, *(shown(each[n]) if n < len(each) else "–" for n in range(most)))
                for label, each in found.items()
            ),
        ),
        lines=tuple(
            Line(
                label,
                tuple(place(n, e.value) for n, e in enumerate(each, 1) if e.value is not None),
            )
            for label, each in found.items()
        ),
        ticks=(
            *(Tick(LEFT - 8, y + 4, f"{value:.3g}", "end") for value, y in heights),
            *(Tick(place(n, 0)[0], bottom, str(n)) for n in numbers),
        ),
        grid=tuple((LEFT, y, WIDTH - RIGHT, y) for _, y in heights),
        axes=axes,
        summary=f"{title}: {axes[1]} from 0 to {high:.3g} over {axes[0]} 1 to {most}.",
    )


def _round_up(value: float) -> float:
    """The next 1, 2, 4 or 8 of a power of ten, so that four steps are round numbers."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 8, 10) if value <= step * power)


def _radar(runs: Sequence[Run], seed: int) -> Chart | None:
    found = {
        run.label: {name: of_metric(run.conversations, name, seed=seed) for name in RADAR}
        for run in runs
    }
    names = [n for n in RADAR if all(each[n].value is not None for each in found.values())]
    if len(names) < 3:
        return None

    def place(number: int, share: float) -> tuple[float, float]:
        angle = 2 * math.pi * number / len(names) - math.pi / 2
        length = RADIUS * min(max(share, 0.0), 1.0)
        return CENTRE[0] + length * math.cos(angle), CENTRE[1] + length * math.sin(angle)

    scaled = {
        label: [RADAR[n][1](value) for n in names if (value := each[n].value) is not None]
        for label, each in found.items()
    }
    corners = [place(number, 1) for number in range(len(names))]
    rings = [[place(n, ring / 4) for n in range(len(names))] for ring in range(1, 5)]
    return Chart(
        table=Table(
            "radar",
            "Radar",
            "The paper's scalings: 0 in the middle is best; what is above 1 is drawn at the rim. "
            "Only metrics that every run has.",
            ("Run", "Images", *(RADAR[name][0] for name in names)),
            tuple(
                (run.label, str(len(run.images)), *(f"{v:.3g}" for v in scaled[run.label]))
                for run in runs
            ),
        ),
        lines=tuple(
            Line(label, tuple(place(n, share) for n, share in enumerate(shares)))
            for label, shares in scaled.items()
        ),
        ticks=tuple(_at_corner(RADAR[name][0], corners[n]) for n, name in enumerate(names)),
        grid=(
            *((*CENTRE, *corner) for corner in corners),
            *((*a, *b) for ring in rings for a, b in zip(ring, ring[1:] + ring[:1], strict=True)),
        ),
        axes=("", ""),
        summary=f"Radar of {len(names)} scaled metrics; a smaller shape is a better run.",
        closed=True,
    )


def _at_corner(text: str, corner: tuple[float, float]) -> Tick:
    away = corner[0] - CENTRE[0]
    anchor = "middle" if abs(away) < 1 else "start" if away > 0 else "end"
    x = corner[0] + (0 if anchor == "middle" else math.copysign(8, away))
    return Tick(x, corner[1] + (16 if corner[1] > CENTRE[1] + 1 else -6), text, anchor)
