"""`cascade`: a cheap judge first, a stronger one for what the first is not sure of."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from attrs import field, frozen, validators

from gvqa_core.types import BinaryLabel, Judgement, NLILabel
from gvqa_verifiers.combined import Combined
from gvqa_verifiers.guards import OFF


@frozen(kw_only=True)
class CascadeOptions:
    """Options of `cascade`.

    Attributes:
        first: Registered name of the cheap verifier.
        second: Registered name of the stronger one.
        low: Below this p of support, 0 to 1, the first judge's No stands.
        high: Above this p of support, 0 to 1, the first judge's Yes stands.
        split_compound: Judge the parts of "A and B" apart, joined by AND.
        guards: Let the deterministic guards withdraw a Grounded.
        guards_off: Names of guards left out all the same, separated by commas.
    """

    first: str = "nli-mini"
    second: str = "nli"
    low: float = field(default=0.1, validator=[validators.ge(0.0), validators.le(1.0)])
    high: float = field(default=0.95, validator=[validators.ge(0.0), validators.le(1.0)])
    split_compound: bool = True
    guards: bool = True
    guards_off: str = OFF

    def __attrs_post_init__(self) -> None:
        if self.high < self.low:
            raise ValueError(f"high must not lie below low, got {self.high} < {self.low}")


class Cascade(Combined[CascadeOptions]):
    """Asks the second judge where the first one's p of support lies in [low, high].

    A first judge without a score is not sure of anything. The judgement names the
    judge that decided.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The members' registered names, in order."""
        return (self.options.first, self.options.second)

    def judge_simple(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """Judge each (caption, claim) by the members alone: no splitting, no guards."""
        (first, cheap), (second, strong) = self.members.items()
        judgements = [attrs.evolve(found, judge=first) for found in cheap.judge(pairs)]
        unsure = [i for i, found in enumerate(judgements) if self._unsure(found)]
        if unsure:
            for i, found in zip(unsure, strong.judge([pairs[i] for i in unsure]), strict=True):
                judgements[i] = attrs.evolve(found, judge=second)
        return judgements

    def _unsure(self, judgement: Judgement) -> bool:
        p = support(judgement)
        return p is None or self.options.low <= p <= self.options.high


def support(judgement: Judgement) -> float | None:
    """The probability of support in a judgement's scores, 0 to 1; None if it has none."""
    for name in (NLILabel.ENTAILMENT.value, BinaryLabel.SUPPORTED.value):
        if name in judgement.scores:
            return judgement.scores[name]
    return None
