"""VALOR: faithfulness and coverage of the objects mentioned, and the per-turn signal.

    faith = (matched + broader) / generated        cov = distinct true objects matched / true

A broader name ("vehicle" for a car) counts for faithfulness and not for coverage. A
response without objects has no faithfulness: the reference counts it as 0 for one
average and as 1 for the other, and counts a name that is in both lists twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from attrs import asdict, frozen

from gvqa_cedi.grading.mentions import Named, Vocabulary, mentioned, true_names
from gvqa_cedi.grading.results import (
    Case,
    Grading,
    Metric,
    Values,
    answered,
    mean,
    share,
    unread,
)
from gvqa_cedi.parsing.parsed import ParsedSentence
from gvqa_core.component import BaseComponent


@frozen
class Objects:
    """The generated objects of one response or conversation, matched.

    Attributes:
        generated: Distinct names.
        matched: Generated name → the true name it stands for.
        broader: Generated name → the true name of which it is a more general one.
        truth: Distinct true names.
    """

    generated: Collection[str]
    matched: Mapping[str, str]
    broader: Mapping[str, str]
    truth: Collection[str]

    @property
    def faithful(self) -> int:
        """Generated names that are there; one in both lists counts once."""
        return len({*self.matched, *self.broader} & set(self.generated))

    @property
    def faithfulness(self) -> float | None:
        """Share of generated names that are there; None when none was generated."""
        return share(self.faithful, len(set(self.generated)))

    @property
    def covered(self) -> int:
        """True names that were matched."""
        return len(set(self.matched.values()) & set(self.truth))

    @property
    def coverage(self) -> float | None:
        """Share of true names that were matched; None when there are none."""
        return share(self.covered, len(set(self.truth)))


@frozen(kw_only=True)
class ValorOptions:
    """Options of the grader `valor`.

    Attributes:
        average: Mean over images (`macro`, the paper's Table 7) or over all objects
            (`micro`, as VALOR's own).
        vocabulary: Every visible thing (`physical`), or COCO's 80 categories (`coco`).
    """

    average: Literal["macro", "micro"] = "macro"
    vocabulary: Vocabulary = "physical"


class Valor(BaseComponent[ValorOptions]):
    """Grades objects by the parser's mentions and WordNet, without a judge model."""

    def grade(self, cases: Sequence[Case]) -> Grading:
        """Grade transcripts; each turn gets 1 − faithfulness of its own objects."""
        truths = [true_names(case.graph, self.options.vocabulary) for case in cases]
        found = [
            self._objects((s for p in answered(case) for s in p.sentences), truth)
            for case, truth in zip(cases, truths, strict=True)
        ]
        turns = tuple(
            tuple(_turn(self._objects(parsed.sentences, truth)) for parsed in case.parsed)
            for case, truth in zip(cases, truths, strict=True)
        )
        return grading(
            found, self.options.average, turns, unread(cases), settings=asdict(self.options)
        )

    def _objects(self, sentences: Iterable[ParsedSentence], truth: frozenset[str]) -> Objects:
        return objects_of(mentioned(sentences, truth, self.options.vocabulary), truth)


def objects_of(named: Iterable[Named], truth: frozenset[str]) -> Objects:
    """The distinct objects among matched mentions."""
    distinct = {each.name: each for each in named}

    def those(match: str) -> dict[str, str]:
        return {n: min(each.truth) for n, each in distinct.items() if each.match == match}

    return Objects(tuple(distinct), those("same"), those("broader"), truth)


def grading(
    found: Sequence[Objects],
    average: Literal["macro", "micro"],
    turns: tuple[tuple[Values, ...], ...],
    missing: int,
    *,
    settings: Mapping[str, object],
    grader: str = "valor",
) -> Grading:
    """The figures of matched objects, one for each case."""
    samples = [{"valor_faith": o.faithfulness, "valor_cov": o.coverage} for o in found]
    micro = {
        "valor_faith": share(
            sum(o.faithful for o in found), sum(len(set(o.generated)) for o in found)
        ),
        "valor_cov": share(sum(o.covered for o in found), sum(len(set(o.truth)) for o in found)),
    }
    return Grading(
        grader=grader,
        metrics=tuple(
            Metric(
                name,
                micro[name] if average == "micro" else mean(s[name] for s in samples),
                sum(s[name] is not None for s in samples),
                missing,
                "object" if average == "micro" else "image",
            )
            for name in micro
        ),
        samples=tuple(samples),
        turns=turns,
        settings=dict(settings),
        details=tuple(
            {
                "generated": sorted(o.generated),
                "matched": dict(o.matched),
                "broader": dict(o.broader),
            }
            for o in found
        ),
    )


def _turn(objects: Objects) -> Values:
    faith = objects.faithfulness
    return {"valor_unfaith": None if faith is None else 1 - faith, "valor_faith": faith}
