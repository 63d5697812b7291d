"""From the raw records of `gvqa eval pairs` to its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gvqa_core.errors import StoreError
from gvqa_core.evaluation.comparisons import (
    WILSON,
    Decision,
    Outcome,
    Results,
    against_truth,
    agreements,
    calibration,
    differences,
)
from gvqa_core.evaluation.records import Lines, read_json
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.tables import Cell, Number, Table
from gvqa_core.types import NLILabel

THREE = tuple(label.value for label in NLILabel)
SUPPORTED = ("entailment", "supported")
OTHERS = ("supported", "unsupported", "unread", "failed", "unseen")


def pair_results(folder: Path) -> tuple[Results, dict[str, str]]:
    """Read what every verifier said.

    Returns:
        Verifier → decisions, in the order of the items, of verifiers that judged them
        all; item → what people say of it.

    Raises:
        StoreError: No verifier has finished, or a record is damaged.
    """
    items = Lines(folder / "items.jsonl").read()
    gold = {str(item["id"]): str(item["gold"]) for item in items}
    results: dict[str, list[Decision]] = {}
    for name, rows in judged_systems(folder):
        by_item = {str(row["id"]): row for row in rows}
        if by_item.keys() >= gold.keys():
            results[name] = [
                _decision(item, by_item[str(item["id"])], gold[str(item["id"])]) for item in items
            ]
    if not results:
        raise StoreError(f"{folder} holds no finished verifier: run it again to go on")
    return results, gold


def judged_systems(folder: Path) -> list[tuple[str, list[dict[str, Any]]]]:
    """(verifier, its rows) of all that have begun, in the order of their names."""
    found = [read_json(path) | {"file": path.stem} for path in (folder / "systems").glob("*.json")]
    return [
        (str(each["name"]), Lines(folder / "judgements" / f"{each['file']}.jsonl").read())
        for each in sorted(found, key=lambda each: str(each["name"]))
    ]


def pair_tables(folder: Path, false_accepts: float = 0.05) -> list[Table]:
    """All tables of a run over pairs, rebuilt from its raw records alone.

    Args:
        folder: The run.
        false_accepts: The share of untrue claims that a threshold may accept.
    """
    results, gold = pair_results(folder)
    tables = [
        _speed(against_truth(results, "premises"), results),
        _three_way(results, gold),
        _confusion(results, gold),
        differences(results, "premises", right=True),
        agreements(results),
        calibration(results, false_accepts),
        _reading(folder),
    ]
    return [table for table in tables if table.rows]


def _decision(item: Mapping[str, Any], row: Mapping[str, Any], gold: str) -> Decision:
    if row["supports"]:
        outcome = Outcome.ACCEPTED
    elif row.get("unseen"):
        outcome = Outcome.UNSEEN
    else:
        outcome = Outcome.FAILED if row.get("error") else Outcome.REFUSED
    return Decision(
        item=str(item["id"]),
        cluster=str(item["group"]),
        outcome=outcome,
        label=row["label"] or "",
        truth=gold in SUPPORTED,
        score=row.get("scores", {}).get(NLILabel.ENTAILMENT),
        seconds=row.get("seconds"),
    )


def _speed(table: Table, results: Results) -> Table:
    """Add pairs per second to the table of verifiers."""
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        seconds = [d.seconds for d in results[str(row[0])] if d.seconds is not None]
        total = sum(seconds)
        rows.append((*row, Number(len(seconds) / total if total else None, 1)))
    return Table(
        name="pairs",
        title="Entailment against the rest",
        columns=(*table.columns, "pairs per second"),
        rows=tuple(rows),
        note=table.note,
    )


def _three_way(results: Results, gold: Mapping[str, str]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    if set(gold.values()) <= set(THREE):
        for name, decisions in results.items():
            if any(d.label in THREE for d in decisions):
                right = sum(d.label == gold[d.item] for d in decisions)
                rows.append((name, Rate(right, len(decisions)), *_each(decisions, gold)))
    return Table(
        name="three-way",
        title="Three-way accuracy",
        columns=("verifier", "all", *(f"of {label}" for label in THREE)),
        rows=tuple(rows),
        note=f"{WILSON} Only verifiers that tell three relations apart; the label counts, "
        "whatever the threshold says.",
    )


def _each(decisions: Sequence[Decision], gold: Mapping[str, str]) -> list[Rate]:
    return [
        Rate(sum(d.label == label for d in mine), len(mine))
        for label in THREE
        for mine in [[d for d in decisions if gold[d.item] == label]]
    ]


def _confusion(results: Results, gold: Mapping[str, str]) -> Table:
    counts = {
        name: Counter((gold[d.item], _said(d)) for d in decisions)
        for name, decisions in results.items()
    }
    said = [
        word
        for word in (*THREE, *OTHERS)
        if any(word == heard for each in counts.values() for _, heard in each)
    ]
    rows: list[tuple[Cell, ...]] = [
        (name, truth, *(each[truth, word] for word in said))
        for name, each in counts.items()
        for truth in sorted(set(gold.values()))
    ]
    return Table(
        name="confusion",
        title="What people say (rows) and what the verifier says (columns)",
        columns=("verifier", "people", *said),
        rows=tuple(rows),
        note="Unread: an answer that is neither yes nor no.",
    )


def _reading(folder: Path) -> Table:
    path = folder / "reading.json"
    found = read_json(path) if path.exists() else {}
    rate = Rate(int(found["exact"]), int(found["read"])) if found else None
    return Table(
        name="reading",
        title="Premises read back from the video",
        columns=("slides read exactly",),
        rows=((rate,),) if rate else (),
        note=f"{WILSON} Exactly: every character, spaces aside.",
    )


def _said(decision: Decision) -> str:
    if decision.outcome in (Outcome.FAILED, Outcome.UNSEEN):
        return decision.outcome.value
    return decision.label or "unread"
