"""What graders take and give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from gvqa_cedi.grading.definitions import DEFINITIONS, Definition
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.parsing.parsed import ParsedResponse
from gvqa_cedi.transcripts import Transcript

Values = Mapping[str, float | None]
"""Metric → value; None where there is none: nothing to score, or the judge failed."""


@frozen
class Case:
    """A transcript beside the truth.

    Attributes:
        transcript: What was said.
        graph: What is in the picture.
        parsed: The turns' responses, read; one for each turn, in order.
    """

    transcript: Transcript
    graph: SceneGraph
    parsed: tuple[ParsedResponse, ...] = ()


@frozen
class Metric:
    """One figure over all cases.

    Attributes:
        name: A key of `DEFINITIONS`.
        value: The figure; None when nothing could be scored.
        scored: How many units it is the figure of.
        missing: How many could not be scored, though they should: a judge failed.
        unit: What is counted: image, sentence, turn.
        note: What a reader should know.
        variant: Which of several ways to count, when a grader gives more than one.
    """

    name: str
    value: float | None
    scored: int
    missing: int = 0
    unit: str = "image"
    note: str = ""
    variant: str = ""

    @property
    def definition(self) -> Definition:
        """What the metric is."""
        return DEFINITIONS[self.name]


@frozen
class Grading:
    """All that a grader found.

    Attributes:
        grader: Its name.
        metrics: Over all cases.
        samples: For each case its values.
        turns: For each case, for each turn its values; empty when the grader has none.
        settings: The switches in force.
        details: For each case anything else worth keeping, as JSON data.
    """

    grader: str
    metrics: tuple[Metric, ...]
    samples: tuple[Values, ...]
    turns: tuple[tuple[Values, ...], ...] = ()
    settings: Mapping[str, Any] = field(factory=dict[str, Any])
    details: tuple[Mapping[str, Any], ...] = ()

    def __getitem__(self, name: str) -> Metric:
        """The metric of that name; of several variants the first."""
        return next(metric for metric in self.metrics if metric.name == name)


def answered(case: Case) -> list[ParsedResponse]:
    """The parsed responses of the turns that have one; a turn without is never a good one."""
    turns = case.transcript.turns
    return [p for turn, p in zip(turns, case.parsed, strict=True) if turn.response is not None]


def unread(cases: Iterable[Case]) -> int:
    """How many turns have no response, and how many sentences no parser could read."""
    return sum(
        sum(turn.response is None for turn in case.transcript.turns)
        + sum(parsed.failures for parsed in case.parsed)
        for case in cases
    )


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is there; None when nothing is."""
    present = [value for value in values if value is not None]
    return sum(present) / len(present) if present else None


def share(part: float, whole: float) -> float | None:
    """Part / whole; None when the whole is zero."""
    return part / whole if whole else None


def mean_metrics(
    samples: Sequence[Values], names: Iterable[str], *, missing: int = 0
) -> tuple[Metric, ...]:
    """The mean over images of each named value."""
    made: list[Metric] = []
    for name in names:
        values = [sample.get(name) for sample in samples]
        made.append(Metric(name, mean(values), sum(v is not None for v in values), missing))
    return tuple(made)
