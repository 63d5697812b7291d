"""POPE: accuracy on yes/no questions about what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import asdict, frozen

from gvqa_cedi.grading.pope_reader import Said, read_yes_no
from gvqa_cedi.grading.results import Case, Grading, Metric, Values, share
from gvqa_cedi.transcripts import Turn
from gvqa_core.component import BaseComponent


@frozen
class Confusion:
    """Answers counted against labels; "yes" is the positive.

    Attributes:
        tp: Yes, rightly.
        fp: Yes, wrongly.
        tn: No, rightly.
        fn: No, wrongly.
        unknown: Neither yes nor no; counts as wrong.
        missing: No answer at all; counts nowhere.
        labelled_yes: Questions whose label is yes, among those answered.
    """

    tp: int = 0
    fp: int = 0
    tn: int = 0
    fn: int = 0
    unknown: int = 0
    missing: int = 0
    labelled_yes: int = 0

    @property
    def asked(self) -> int:
        """Questions answered, in whatever way."""
        return self.tp + self.fp + self.tn + self.fn + self.unknown

    @property
    def accuracy(self) -> float | None:
        """Right / asked; an answer that is neither yes nor no is not right."""
        return share(self.tp + self.tn, self.asked)

    @property
    def precision(self) -> float | None:
        """Right among those answered yes."""
        return share(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float | None:
        """Answered yes among those whose label is yes."""
        return share(self.tp, self.labelled_yes)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall."""
        return share(2 * self.tp, self.tp + self.fp + self.labelled_yes)

    @property
    def yes_ratio(self) -> float | None:
        """Share of questions answered yes."""
        return share(self.tp + self.fp, self.asked)


def confusion(pairs: Iterable[tuple[Said | None, str]]) -> Confusion:
    """Count (answer, label) pairs; None stands for no answer at all."""
    counts: Counter[str] = Counter()
    for said, label in pairs:
        if said is None:
            counts["missing"] += 1
            continue
        counts["labelled_yes"] += label == "yes"
        if said is Said.UNKNOWN:
            counts["unknown"] += 1
        else:
            right = "t" if said == label else "f"
            counts[right + ("p" if said is Said.YES else "n")] += 1
    return Confusion(**counts)


@frozen
class PopeOptions:
    """The grader `pope` has no options."""


class Pope(BaseComponent[PopeOptions]):
    """Grades the turns whose `expected` is yes or no."""

    def grade(self, cases: Sequence[Case]) -> Grading:
        """Grade transcripts; turns without a yes/no label are passed over."""
        said = [[_said(turn) for turn in case.transcript.turns] for case in cases]
        pairs = [
            [
                (answer, turn.expected)
                for answer, turn in zip(answers, case.transcript.turns, strict=True)
                if turn.expected in ("yes", "no")
            ]
            for case, answers in zip(cases, said, strict=True)
        ]
        total = confusion(pair for sample in pairs for pair in sample)
        note = f"{total.unknown} neither yes nor no" if total.unknown else ""
        return Grading(
            grader="pope",
            metrics=tuple(
                Metric(
                    f"pope_{name}",
                    getattr(total, name),
                    total.asked,
                    total.missing,
                    "question",
                    note if name == "accuracy" else "",
                )
                for name in ("accuracy", "precision", "recall", "f1", "yes_ratio")
            ),
            samples=tuple({"pope_accuracy": confusion(sample).accuracy} for sample in pairs),
            turns=tuple(
                tuple(
                    _turn(turn, answer) for turn, answer in zip(c.transcript.turns, a, strict=True)
                )
                for c, a in zip(cases, said, strict=True)
            ),
            details=tuple({**asdict(confusion(sample))} for sample in pairs),
        )


def _said(turn: Turn) -> Said | None:
    return None if turn.response is None else read_yes_no(turn.response, turn.question)


def _turn(turn: Turn, said: Said | None) -> Values:
    if turn.expected not in ("yes", "no") or said is None:
        return {"pope_accuracy": None}
    return {"pope_accuracy": float(said == turn.expected)}
