"""From the raw records of `gvqa eval run` to its decisions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from gvqa_core.errors import StoreError
from gvqa_core.evaluation.comparisons import (
    Decision,
    Outcome,
    Results,
    against_truth,
    agreements,
    calibration,
    differences,
    reliability_table,
)
from gvqa_core.evaluation.labels import Labels, claim_id
from gvqa_core.evaluation.questions_tables import (
    ablation,
    citations,
    drafts,
    labels,
    outcomes,
    relevance,
    work,
)
from gvqa_core.evaluation.records import read_json
from gvqa_core.evaluation.tables import Table
from gvqa_core.types import NLILabel


@frozen
class Measured:
    """A run over questions as read from its records.

    Attributes:
        drafts: The drafts, in the order of the set.
        results: Verifier → decisions; those that have checked everything.
        systems: Verifier → what it is.
        verdicts: Verifier → its records, in the order of the set.
    """

    drafts: tuple[Mapping[str, Any], ...]
    results: Results
    systems: Mapping[str, Mapping[str, Any]]
    verdicts: Mapping[str, tuple[Mapping[str, Any], ...]]


def read_run(folder: Path) -> Measured:
    """Read all records of a run.

    Raises:
        StoreError: No verifier has finished, or a record is damaged.
    """
    paths = sorted((folder / "drafts").glob("*.json"))
    drafts = tuple(read_json(path) for path in paths)
    truths = Labels(folder).truths()
    found = [read_json(path) | {"file": path.stem} for path in (folder / "systems").glob("*.json")]
    results: dict[str, list[Decision]] = {}
    verdicts: dict[str, tuple[Mapping[str, Any], ...]] = {}
    systems: dict[str, Mapping[str, Any]] = {}
    for system in sorted(found, key=lambda each: str(each["name"])):
        records = [folder / "verdicts" / str(system["file"]) / path.name for path in paths]
        if not all(record.exists() for record in records):
            continue
        name = str(system["name"])
        systems[name] = system
        verdicts[name] = tuple(read_json(record) for record in records)
        results[name] = [
            decision
            for draft, record in zip(drafts, verdicts[name], strict=True)
            for decision in _decisions(draft, record, truths)
        ]
    if not results:
        raise StoreError(f"{folder} holds no finished verifier: run it again to go on")
    return Measured(drafts, results, systems, verdicts)


def question_tables(folder: Path, false_accepts: float = 0.05) -> list[Table]:
    """All tables of a run over questions, rebuilt from its raw records alone.

    Args:
        folder: The run.
        false_accepts: The share of untrue claims that a threshold may accept.
    """
    run = read_run(folder)
    given = any(draft["given"] for draft in run.drafts)
    tables = [
        drafts(run.drafts),
        outcomes(run.drafts, run.results, given=given),
        relevance(run.drafts, run.results),
        labels(run.results),
        ablation(run.results, {name: str(s["needs"]) for name, s in run.systems.items()}),
        differences(run.results, "questions"),
        agreements(run.results),
        citations(run.drafts),
    ]
    if any(d.truth is not None for each in run.results.values() for d in each):
        tables += [
            against_truth(run.results, "questions"),
            differences(run.results, "questions", right=True),
            calibration(run.results, false_accepts),
            reliability_table(run.results),
        ]
    tables.append(work(run.drafts, run.verdicts))
    return [table for table in tables if table.rows]


def _decisions(
    draft: Mapping[str, Any], record: Mapping[str, Any], truths: Mapping[str, bool]
) -> list[Decision]:
    decisions: list[Decision] = []
    pairs = zip(draft["claims"], record["claims"], strict=True)
    for place, (claim, checked) in enumerate(pairs, start=1):
        looks = checked["looked_at"]
        judgements = [look["judgement"] for look in looks if look["judgement"]]
        scores = [
            j["scores"][NLILabel.ENTAILMENT]
            for j in judgements
            if NLILabel.ENTAILMENT in j.get("scores", {})
        ]
        deciding = looks[checked["decided_by"]]["judgement"] or {}
        item = claim_id(draft["id"], place)
        decisions.append(
            Decision(
                item=item,
                cluster=str(draft["id"]),
                category=str(draft["category"]),
                outcome=_outcome(checked),
                label=deciding.get("label") or "",
                truth=truths.get(item, claim["true"]),
                score=max(scores, default=None),
            )
        )
    return decisions


def _outcome(checked: Mapping[str, Any]) -> Outcome:
    if checked["verdict"] == "Grounded":
        return Outcome.ACCEPTED
    looks = checked["looked_at"]
    if any(look["failed"] for look in looks):
        return Outcome.FAILED
    return Outcome.REFUSED if looks[0]["judgement"] else Outcome.UNSEEN
