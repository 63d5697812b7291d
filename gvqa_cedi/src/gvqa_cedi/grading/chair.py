"""CHAIR, n_hall and Coverage, with the switches by which implementations differ.

The defaults are those of the CEDI paper's Table 7: distinct objects, mean over images,
CHAIR_S over sentences. Rohrbach et al.'s own are `counting="mention"`,
`average="micro"`, `unit="response"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import asdict, frozen

from gvqa_cedi.grading.mentions import Named, Vocabulary, mentioned, true_names
from gvqa_cedi.grading.results import Case, Grading, Metric, Values, answered, mean, share, unread
from gvqa_cedi.parsing.parsed import ParsedSentence
from gvqa_core.component import BaseComponent


@frozen(kw_only=True)
class ChairOptions:
    """Options of the grader `chair`.

    Attributes:
        counting: Count distinct objects (`set`) or every mention (`mention`).
        average: Mean over images (`macro`) or over all that is counted (`micro`).
        unit: What CHAIR_S is the share of: each `sentence`, `response` or `dialogue`.
        empty: An image without any object mentioned is left out (`skip`) or counts as
            no hallucination (`zero`).
        vocabulary: Every visible thing (`physical`), or COCO's 80 categories (`coco`).
    """

    counting: Literal["set", "mention"] = "set"
    average: Literal["macro", "micro"] = "macro"
    unit: Literal["sentence", "response", "dialogue"] = "sentence"
    empty: Literal["skip", "zero"] = "skip"
    vocabulary: Vocabulary = "physical"


@frozen
class _Counts:
    objects: int
    hallucinated: int
    units: int
    bad_units: int
    truth: int
    covered: int
    distinct_hallucinated: tuple[str, ...]


class Chair(BaseComponent[ChairOptions]):
    """Grades objects: CHAIR_S, CHAIR_I, n_hall, Coverage."""

    def grade(self, cases: Sequence[Case]) -> Grading:
        """Grade transcripts; see docs/cedi.md for the formulas."""
        counts = [self._count(case) for case in cases]
        samples = [self._sample(each) for each in counts]
        macro = self.options.average == "macro"
        micro = {
            "chair_s": share(sum(c.bad_units for c in counts), sum(c.units for c in counts)),
            "chair_i": share(sum(c.hallucinated for c in counts), sum(c.objects for c in counts)),
            "n_hall": mean(sample["n_hall"] for sample in samples),
            "coverage": share(sum(c.covered for c in counts), sum(c.truth for c in counts)),
        }
        return Grading(
            grader="chair",
            metrics=tuple(
                Metric(
                    name,
                    mean(sample[name] for sample in samples) if macro else micro[name],
                    sum(sample[name] is not None for sample in samples),
                    missing=unread(cases),
                    unit="image" if macro or name == "n_hall" else self._unit(name),
                )
                for name in micro
            ),
            samples=tuple(samples),
            settings=asdict(self.options),
            details=tuple({"hallucinated": list(c.distinct_hallucinated)} for c in counts),
        )

    def _unit(self, name: str) -> str:
        return self.options.unit if name == "chair_s" else "object"

    def _count(self, case: Case) -> _Counts:
        truth = true_names(case.graph, self.options.vocabulary)
        units = [self._mentions(unit, truth) for unit in self._units(case)]
        named = [each for unit in units for each in unit]
        counted: Sequence[Named] = named
        if self.options.counting == "set":
            counted = list({each.name: each for each in named}.values())
        covered = frozenset[str]().union(*(each.truth for each in named if each.match == "same"))
        bad = tuple(dict.fromkeys(each.name for each in named if each.hallucinated))
        return _Counts(
            objects=len(counted),
            hallucinated=sum(each.hallucinated for each in counted),
            units=len(units),
            bad_units=sum(any(each.hallucinated for each in unit) for unit in units),
            truth=len(truth),
            covered=len(covered),
            distinct_hallucinated=bad,
        )

    def _mentions(self, unit: Sequence[ParsedSentence], truth: frozenset[str]) -> list[Named]:
        return mentioned(unit, truth, self.options.vocabulary)

    def _units(self, case: Case) -> list[Sequence[ParsedSentence]]:
        responses = [
            [sentence for sentence in response.sentences if not sentence.error]
            for response in answered(case)
        ]
        if self.options.unit == "response":
            return list(responses)
        sentences = [sentence for response in responses for sentence in response]
        if self.options.unit == "dialogue":
            return [sentences]
        return [(sentence,) for sentence in sentences]

    def _sample(self, counts: _Counts) -> Values:
        nothing = 0.0 if self.options.empty == "zero" else None

        def rate(part: int, whole: int) -> float | None:
            return part / whole if whole else nothing

        return {
            "chair_s": rate(counts.bad_units, counts.units),
            "chair_i": rate(counts.hallucinated, counts.objects),
            "n_hall": float(len(counts.distinct_hallucinated)),
            "coverage": share(counts.covered, counts.truth),
        }
