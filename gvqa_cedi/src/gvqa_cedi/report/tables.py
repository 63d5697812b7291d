"""The tables of a comparison, in the form of the paper's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from gvqa_cedi.grading.definitions import DEFINITIONS
from gvqa_cedi.report.intervals import Estimate, estimate
from gvqa_cedi.report.runs import Run

HEADLINE = (
    "ged", "ged_hal", "ged_cov", "sg_deltacon", "chair_i", "chair_s", "n_hall", "coverage",
    "valor_faith", "valor_cov", "mmhal", "haelm", "pope_accuracy", "pope_f1",
)  # fmt: skip
"""The columns of the main table; those without any value are left out."""

FAMILIES = ("hal_objects", "hal_attributes", "hal_relations")

TURN_VALUES: Mapping[str, str] = {
    "valor_unfaith": "1 − VALOR faithfulness",
    "mmhal_score": "MMHal mean rating",
    "haelm": "HaELM-style rate",
}
"""What graders give for a turn, and its title."""


@frozen
class Table:
    """Cells of text.

    Attributes:
        name: Names its CSV file.
        title: What is shown.
        note: How to read it.
        columns: Titles.
        rows: Each as long as `columns`.
    """

    name: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(runs: Sequence[Run], *, seed: int) -> list[Table]:
    """Make every table.

    Args:
        runs: What is compared.
        seed: Of the intervals.
    """
    made = [_main(runs, seed), _by_source(runs, seed), _by_kind(runs, seed), _families(runs, seed)]
    return [table for table in made if table.rows]


def shown(found: Estimate, images: int | None = None) -> str:
    """An estimate as text: `0.31 [0.25, 0.38], n = 11`.

    Args:
        found: The estimate.
        images: How many images the row says it is about: n is left out when it is that.
    """
    if found.value is None:
        return "–"
    interval = "" if found.low is None else f" [{found.low:.3g}, {found.high:.3g}]"
    number = "" if found.images == images else f", n = {found.images}"
    return f"{found.value:.3g}{interval}{number}"


def of_metric(conversations: Iterable[Mapping[str, Any]], name: str, *, seed: int) -> Estimate:
    """The mean over conversations of a metric, with its interval over images."""
    return estimate(((c["image"], c["values"].get(name)) for c in conversations), seed=seed)


def _metric(run: Run, name: str, seed: int) -> str:
    """As the grader averaged it; with an interval where that is the mean over conversations."""
    found = of_metric(run.conversations, name, seed=seed)
    graded = next((m["value"] for m in run.metrics if m["name"] == name), None)
    if graded is None or (found.value is not None and abs(found.value - graded) < 1e-9):
        return shown(found, len(run.images))
    return f"{graded:.3g}"


def _title(name: str) -> str:
    arrow = {"lower": " ↓", "higher": " ↑", "neither": ""}[DEFINITIONS[name].better]
    return DEFINITIONS[name].title + arrow


def _main(runs: Sequence[Run], seed: int) -> Table:
    def row(run: Run) -> list[str]:
        counts = [len(run.images), len(run.conversations)]
        return [run.label, *map(str, counts), *(_metric(run, name, seed) for name in HEADLINE)]

    return _with_values(
        "runs",
        "Metrics of each run",
        "Mean over conversations [95 % interval, images resampled]; n where fewer images have a "
        "value. Scene graphs by category. "
        "Figures without an interval are not means over conversations, or of one image only.",
        ("Run", "Images", "Conversations", *map(_title, HEADLINE)),
        map(row, runs),
    )


def _by_source(runs: Sequence[Run], seed: int) -> Table:
    def rows() -> Iterable[list[str]]:
        for run in runs:
            for source, group in _grouped(run.conversations, _source).items():
                images = len({each["image"] for each in group})
                values = (shown(of_metric(group, name, seed=seed), images) for name in HEADLINE)
                yield [run.label, source, str(images), *values]

    return _with_values(
        "sources",
        "By source of the pictures",
        "The same means for each data set.",
        ("Run", "Source", "Images", *map(_title, HEADLINE)),
        rows(),
    )


def _by_kind(runs: Sequence[Run], seed: int) -> Table:
    def rows() -> Iterable[list[str]]:
        for run in runs:
            turns = [
                {"image": each["image"], **turn} for each in run.conversations
                for turn in each["turns"]
            ]  # fmt: skip
            for kind, group in _grouped(turns, lambda turn: turn.get("kind") or "none").items():
                images = len({turn["image"] for turn in group})
                values = (shown(of_metric(group, name, seed=seed), images) for name in TURN_VALUES)
                yield [run.label, kind, str(images), str(len(group)), *values]

    return _with_values(
        "types",
        "By question type",
        "Mean over turns that have a value; n where fewer images have one. A turn that mentions "
        "no object has no faithfulness.",
        ("Run", "Type", "Images", "Turns", *TURN_VALUES.values()),
        rows(),
    )


def _families(runs: Sequence[Run], seed: int) -> Table:
    def row(run: Run) -> list[str]:
        found = [of_metric(run.conversations, name, seed=seed) for name in FAMILIES]
        return [run.label, str(len(run.images)), *(shown(each, len(run.images)) for each in found)]

    return _with_values(
        "families",
        "By error family",
        "Parts of the scene graph that were made up, for each conversation: GED_hal by kind.",
        ("Run", "Images", "Objects ↓", "Attributes ↓", "Relations ↓"),
        map(row, runs),
    )


def _with_values(
    name: str, title: str, note: str, columns: tuple[str, ...], rows: Iterable[Sequence[str]]
) -> Table:
    """A table without its empty columns; without rows when nothing is left to compare."""
    all_rows = [tuple(row) for row in rows]
    kept = [n for n, _ in enumerate(columns) if any(row[n] != "–" for row in all_rows)]
    return Table(
        name,
        title,
        note,
        tuple(columns[n] for n in kept),
        tuple(tuple(row[n] for n in kept) for row in all_rows),
    )


def _source(conversation: Mapping[str, Any]) -> str:
    """As the graph says; else what stands before the first `/` of the picture's name."""
    return str(conversation.get("source") or conversation["image"].rpartition("/")[0] or "–")


def _grouped(
    items: Iterable[Mapping[str, Any]], key: Callable[[Mapping[str, Any]], str]
) -> dict[str, list[Mapping[str, Any]]]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for each in items:
        groups.setdefault(str(key(each)), []).append(each)
    return groups
