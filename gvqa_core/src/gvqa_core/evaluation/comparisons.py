"""Tables that set verifiers against each other and against the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

from attrs import frozen

from gvqa_core.evaluation.scoring import (
    Confusion,
    balanced_interval,
    expected_calibration_error,
    reliability,
    threshold_for,
)
from gvqa_core.evaluation.statistics import agreement, cluster_bootstrap, mcnemar, ratio
from gvqa_core.evaluation.tables import Cell, Number, Table, percent

CLUSTERED = "Brackets of differences: 95 % bootstrap, all {cluster} drawn together."
WILSON = "Brackets of rates: counts and Wilson 95 % interval."


class Outcome(StrEnum):
    """What became of one claim under one verifier.

    Only ACCEPTED is Grounded; the others are Unverified, and say why.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    FAILED = "failed"
    UNSEEN = "unseen"


@frozen(kw_only=True)
class Decision:
    """One claim under one verifier.

    Attributes:
        item: Which claim; the same for every verifier.
        cluster: What it shares with others: its question, or its premise.
        outcome: What became of it; FAILED when the verifier raised, UNSEEN when
            there was no frame or caption to judge.
        category: Of its question.
        label: The relation found; empty when none was.
        truth: Whether the claim is true; None when nobody said.
        score: Probability of entailment, 0 to 1; None when the verifier has none.
        seconds: Time the judgement took, its share of the batch.
    """

    item: str
    cluster: str
    outcome: Outcome
    category: str = ""
    label: str = ""
    truth: bool | None = None
    score: float | None = None
    seconds: float | None = None

    @property
    def accepted(self) -> bool:
        """Whether it is Grounded."""
        return self.outcome is Outcome.ACCEPTED


Results = Mapping[str, Sequence[Decision]]
"""Verifier → its decisions, of the same items in the same order."""


def differences(results: Results, cluster: str, *, right: bool = False) -> Table:
    """How two verifiers differ on the same items.

    Args:
        results: At least two verifiers, or the table is empty.
        cluster: What the clusters are, in the plural, for people.
        right: Compare how often they decide rightly, of the items whose truth is
            known, instead of how often they accept.
    """
    counted: Callable[[Decision], bool] = _is_right if right else _is_accepted
    rows: list[tuple[Cell, ...]] = []
    for (first, ours), (second, theirs) in combinations(results.items(), 2):
        pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if not right or _known(a)]
        one = [(counted(a), counted(b)) for a, b in pairs]
        only_first, only_second = one.count((True, False)), one.count((False, True))
        sums: dict[str, list[int]] = {}
        for (a, _), (x, y) in zip(pairs, one, strict=True):
            total = sums.setdefault(a.cluster, [0, 0])
            total[0] += x - y
            total[1] += 1
        gap = (only_first - only_second) / len(one) if one else None
        interval = cluster_bootstrap(list(sums.values()), ratio)
        rows.append(
            (
                first,
                second,
                len(one),
                only_first,
                only_second,
                _points(gap, interval),
                Number(mcnemar(only_first, only_second) if one else None, 4),
            )
        )
    verb = "right" if right else "accepted"
    return Table(
        name=f"differences-{verb}",
        title=f"Differences between verifiers: claims {verb}",
        columns=(
            "first",
            "second",
            "n",
            f"{verb} by the first only",
            f"{verb} by the second only",
            "difference, points",
            "McNemar exact p",
        ),
        rows=tuple(rows),
        note=CLUSTERED.format(cluster=f"claims of one of the {cluster}")
        + " McNemar's test takes claims as independent; where they are not, trust the bootstrap.",
    )


def agreements(results: Results) -> Table:
    """How often two verifiers say the same, with Cohen's kappa."""
    rows: list[tuple[Cell, ...]] = []
    for (first, ours), (second, theirs) in combinations(results.items(), 2):
        found = agreement([a.accepted for a in ours], [b.accepted for b in theirs])
        rows.append((first, second, found.same, Number(found.kappa)))
    return Table(
        name="agreement",
        title="Agreement between verifiers",
        columns=("first", "second", "same verdict", "Cohen's kappa"),
        rows=tuple(rows),
        note=f"{WILSON} Kappa is – where chance alone would always agree.",
    )


def against_truth(results: Results, cluster: str) -> Table:
    """Precision, recall and balanced accuracy of Grounded, of the items whose truth is known."""
    rows: list[tuple[Cell, ...]] = []
    for name, decisions in results.items():
        known = [d for d in decisions if d.truth is not None]
        whole = _confusion(known)
        clusters: dict[str, list[Decision]] = {}
        for decision in known:
            clusters.setdefault(decision.cluster, []).append(decision)
        interval = balanced_interval([_confusion(each) for each in clusters.values()])
        rows.append(
            (
                name,
                len(known),
                whole.accuracy,
                whole.precision,
                whole.recall,
                _points(whole.balanced_accuracy, interval),
                sum(d.outcome in (Outcome.FAILED, Outcome.UNSEEN) for d in known),
            )
        )
    return Table(
        name="truth",
        title="Grounded against the truth",
        columns=(
            "verifier",
            "n",
            "accuracy",
            "precision",
            "recall",
            "balanced accuracy, %",
            "not judged",
        ),
        rows=tuple(rows),
        note=f"{WILSON} Balanced accuracy: 95 % bootstrap over {cluster}. "
        "A claim that was not judged counts as refused.",
    )


def calibration(results: Results, wanted: float = 0.05) -> Table:
    """How far the scores are probabilities, and where to cut them for few false accepts.

    Args:
        results: Verifiers without scores are left out.
        wanted: The most untrue claims to accept, as a share, 0 to 1.
    """
    rows: list[tuple[Cell, ...]] = []
    for name, decisions in results.items():
        scored = [
            (d.score, d.truth) for d in decisions if d.score is not None and d.truth is not None
        ]
        if not scored:
            continue
        scores, truths = [s for s, _ in scored], [t for _, t in scored]
        cut = threshold_for(scores, truths, wanted)
        rows.append(
            (
                name,
                len(scored),
                Number(expected_calibration_error(reliability(scores, truths)), 3),
                Number(cut.value if cut else None, 3),
                cut.false_accepts if cut else None,
                cut.recall if cut else None,
            )
        )
    return Table(
        name="calibration",
        title="Calibration of p(entailment)",
        columns=("verifier", "n", "ECE", "threshold", "false accepts there", "recall there"),
        rows=tuple(rows),
        note=f"Ten bins of equal width. The threshold is the lowest that accepts at most "
        f"{percent(wanted)} % of the untrue claims here; it was chosen on these very claims, so "
        "that on others it will do somewhat worse.",
    )


def reliability_table(results: Results) -> Table:
    """The reliability diagram as a table: in each bin of scores, how many claims are true."""
    rows: list[tuple[Cell, ...]] = []
    for name, decisions in results.items():
        scored = [
            (d.score, d.truth) for d in decisions if d.score is not None and d.truth is not None
        ]
        for each in reliability([s for s, _ in scored], [t for _, t in scored]):
            if each.true.of:
                span = f"{each.low:.1f}–{each.high:.1f}"
                rows.append((name, span, Number(each.mean_score), each.true))
    return Table(
        name="reliability",
        title="Reliability of p(entailment)",
        columns=("verifier", "score", "mean score", "true"),
        rows=tuple(rows),
        note=WILSON,
    )


def _known(decision: Decision) -> bool:
    return decision.truth is not None


def _is_accepted(decision: Decision) -> bool:
    return decision.accepted


def _is_right(decision: Decision) -> bool:
    return decision.accepted is decision.truth


def _confusion(decisions: Sequence[Decision]) -> Confusion:
    return Confusion.of([d.accepted for d in decisions], [bool(d.truth) for d in decisions])


def _points(share: float | None, interval: tuple[float, float] | None) -> Number:
    """A share, or a difference of shares, in percentage points."""
    scaled = None if interval is None else (100 * interval[0], 100 * interval[1])
    return Number(None if share is None else 100 * share, 1, scaled)
