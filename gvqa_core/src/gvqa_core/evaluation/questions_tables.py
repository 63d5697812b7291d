"""The tables of a run over questions: the paper's, with what they lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gvqa_core.evaluation.comparisons import WILSON, Decision, Outcome, Results
from gvqa_core.evaluation.labels import claim_id
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.systems import BASELINE
from gvqa_core.evaluation.tables import Cell, Number, Table

ALL = "all"
_LABELS = ("entailment", "neutral", "contradiction", "supported", "unsupported")
_CAUGHT = (Outcome.REFUSED, Outcome.UNSEEN)


def drafts(records: Sequence[Mapping[str, Any]]) -> Table:
    """What drafting gave, by category; an empty draft is a result."""
    rows: list[tuple[Cell, ...]] = []
    for name in _categories(str(r["category"]) for r in records):
        mine = [r for r in records if name in (ALL, r["category"])]
        rows.append(
            (
                name,
                len(mine),
                sum(len(r["claims"]) for r in mine),
                sum(not r["claims"] and not r["error"] for r in mine),
                sum(bool(r["error"]) for r in mine),
                sum(len(r["claims"]) for r in mine if r["given"]),
            )
        )
    return Table(
        name="drafts",
        title="Drafts",
        columns=(
            "category",
            "questions",
            "claims",
            "empty drafts",
            "failed drafts",
            "claims given by the set",
        ),
        rows=tuple(rows),
        note="Each question was drafted once; every verifier checked the same claims.",
    )


def relevance(records: Sequence[Mapping[str, Any]], results: Results) -> Table:
    """How many claims answer the question they were drafted for, Grounded or not."""
    rows: list[tuple[Cell, ...]] = []
    answers = {
        claim_id(record["id"], place): claim["relevance"]["answers"]
        for record in records
        for place, claim in enumerate(record["claims"], start=1)
        if claim.get("relevance")
    }
    for name in _categories(str(r["category"]) for r in records) if answers else ():
        for verifier, decisions in results.items():
            mine = [d for d in _of(decisions, name) if d.item in answers]
            if not mine:
                continue
            grounded = [d for d in mine if d.outcome is Outcome.ACCEPTED]
            rows.append(
                (
                    name,
                    verifier,
                    Rate(sum(answers[d.item] for d in mine), len(mine)),
                    Rate(sum(answers[d.item] for d in grounded), len(grounded)),
                )
            )
    return Table(
        name="relevance",
        title="Claims that answer the question",
        columns=("category", "verifier", "of all claims", "of those Grounded"),
        rows=tuple(rows),
        note="Judged apart from the verdict: a claim can be true and beside the point.",
    )


def outcomes(records: Sequence[Mapping[str, Any]], results: Results, *, given: bool) -> Table:
    """Verification outcome by category against showing the draft as it is.

    Args:
        records: The drafts.
        results: Verifier → decisions.
        given: Whether claims of the set are among them.
    """
    rows: list[tuple[Cell, ...]] = []
    for name in _categories(str(r["category"]) for r in records):
        claims = sum(len(r["claims"]) for r in records if name in (ALL, r["category"]))
        rows.append((name, BASELINE, Rate(claims, claims), Rate(0, claims), 0))
        for verifier, decisions in results.items():
            mine = _of(decisions, name)
            rows.append(
                (
                    name,
                    verifier,
                    Rate(sum(d.accepted for d in mine), len(mine)),
                    _caught(mine),
                    sum(d.outcome is Outcome.FAILED for d in mine),
                )
            )
    written = " Some claims were written in the set, not drafted." if given else ""
    return Table(
        name="outcomes",
        title="Verification outcome by category",
        columns=("category", "verifier", "Grounded or shown", "caught", "verifier failed"),
        rows=tuple(rows),
        note=f"{WILSON} Caught: Unverified because the evidence does not support it, or there is "
        f"none at the cited time.{written}",
    )


def labels(results: Results) -> Table:
    """Which relation the deciding evidence has to the claim, by category."""
    seen = [d.label for decisions in results.values() for d in decisions]
    heard = [label for label in _LABELS if label in seen]
    rows: list[tuple[Cell, ...]] = []
    for verifier, decisions in results.items():
        for name in _categories(d.category for d in decisions):
            mine = _of(decisions, name)
            none = sum(d.label not in heard for d in mine)
            rates = [Rate(sum(d.label == label for d in mine), len(mine)) for label in heard]
            rows.append((verifier, name, *rates, none))
    return Table(
        name="labels",
        title="Relation of the deciding evidence to the claim",
        columns=("verifier", "category", *heard, "none"),
        rows=tuple(rows),
        note=f"{WILSON} An entailment below a verifier's threshold keeps its label and is "
        "Unverified. A two-way judge says supported or unsupported.",
    )


def ablation(results: Results, needs: Mapping[str, str]) -> Table:
    """The same verifiers side by side: what each catches in each category."""
    names = _categories(d.category for decisions in results.values() for d in decisions)
    rows: list[tuple[Cell, ...]] = [
        (BASELINE, "nothing", *(Rate(0, len(_of(first, name))) for name in names), 0)
        for first in list(results.values())[:1]
    ]
    for verifier, decisions in results.items():
        caught = [_caught(_of(decisions, name)) for name in names]
        failed = sum(d.outcome is Outcome.FAILED for d in decisions)
        rows.append((verifier, f"the {needs[verifier]}", *caught, failed))
    return Table(
        name="ablation",
        title="Ablation: claims caught, by verifier",
        columns=("verifier", "reads", *(f"caught: {name}" for name in names), "verifier failed"),
        rows=tuple(rows),
        note=WILSON,
    )


def citations(records: Sequence[Mapping[str, Any]]) -> Table:
    """Of drafted claims, how many cite a time at which the answer is on screen."""
    rows: list[tuple[Cell, ...]] = []
    known = [r for r in records if r["interval"] and not r["given"]]
    for name in _categories(str(r["category"]) for r in known):
        times = [
            (claim["timestamp"], r["interval"])
            for r in known
            if name in (ALL, r["category"])
            for claim in r["claims"]
        ]
        inside = sum(start <= time <= end for time, (start, end) in times)
        rows.append((name, Rate(inside, len(times))))
    return Table(
        name="citations",
        title="Citations inside the true interval",
        columns=("category", "cited time inside"),
        rows=tuple(rows),
        note=f"{WILSON} Drafted claims of questions whose interval the set gives.",
    )


def work(
    records: Sequence[Mapping[str, Any]],
    verdicts: Mapping[str, Sequence[Mapping[str, Any]]],
) -> Table:
    """What checking cost against drafting, as it was timed in this run."""
    drafted = [r for r in records if not r["given"]]
    spent = sum(float(r["seconds"]) for r in drafted)
    rows: list[tuple[Cell, ...]] = [
        ("drafting", len(drafted), None, Number(spent, 2, unit=" s"), None)
    ]
    for verifier, each in verdicts.items():
        judgements = sum(int(r["judgements"]) for r in each)
        seconds = sum(float(r["judging_seconds"]) for r in each)
        claims = sum(len(r["claims"]) for r in each)
        rows.append(
            (
                f"judging: {verifier}",
                claims,
                judgements,
                Number(seconds, 2, unit=" s"),
                Number(1000 * seconds / claims if claims else None, 1, unit=" ms"),
            )
        )
    return Table(
        name="work",
        title="Time",
        columns=("work", "questions or claims", "judgements", "time", "for each claim"),
        rows=tuple(rows),
        note="Wall time on the machine of the run. Extracting and describing evidence frames is "
        "done once for all verifiers and not counted here; `gvqa measure` times it.",
    )


def _of(decisions: Sequence[Decision], category: str) -> list[Decision]:
    return [d for d in decisions if category in (ALL, d.category)]


def _caught(decisions: Sequence[Decision]) -> Rate:
    return Rate(sum(d.outcome in _CAUGHT for d in decisions), len(decisions))


def _categories(found: Iterator[str]) -> list[str]:
    """Each category in order of appearance, and `all` where there are several."""
    names = list(dict.fromkeys(found))
    return [*names, ALL] if len(names) > 1 else names
