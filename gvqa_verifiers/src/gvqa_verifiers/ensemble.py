"""`ensemble`: several judges and a written rule by which their judgements are merged.

- `all`: supported if every member supports. The first that does not decides; if all
  do, the least certain one speaks.
- `majority`: supported if more than half of the members support; an even split is not.
  The most certain member of the winning side speaks.
- `mean`: the members' probabilities of support are averaged with equal weight, and
  more than one half supports. A member without a score has no voice; if none has one,
  the claim is not supported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs
from attrs import field, frozen, validators

from gvqa_core.types import BinaryLabel, Judgement
from gvqa_verifiers.cascade import support
from gvqa_verifiers.combined import Combined
from gvqa_verifiers.guards import OFF

Voices = Mapping[str, Judgement]
"""Member's name → its judgement on one pair."""


@frozen(kw_only=True)
class EnsembleOptions:
    """Options of `ensemble`.

    Attributes:
        members: Registered names of at least two verifiers, separated by commas.
        rule: `all`, `majority` or `mean`.
        split_compound: Judge the parts of "A and B" apart, joined by AND.
        guards: Let the deterministic guards withdraw a Grounded.
        guards_off: Names of guards left out all the same, separated by commas.
    """

    members: str = "nli-mini,nli"
    rule: str = field(default="all", validator=validators.in_(("all", "majority", "mean")))
    split_compound: bool = True
    guards: bool = True
    guards_off: str = OFF

    def __attrs_post_init__(self) -> None:
        if len(split_names(self.members)) < 2:
            raise ValueError(f"members must name at least two verifiers, got {self.members!r}")


def split_names(text: str) -> tuple[str, ...]:
    """Read names separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


class Ensemble(Combined[EnsembleOptions]):
    """Merges the judgements of its members by a rule; the judgement names who decided."""

    @property
    def names(self) -> tuple[str, ...]:
        """The members' registered names, in order."""
        return split_names(self.options.members)

    def judge_simple(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """Judge each (caption, claim) by the members alone: no splitting, no guards."""
        if not pairs:
            return []
        columns = {name: member.judge(pairs) for name, member in self.members.items()}
        merge = RULES[self.options.rule]
        return [
            merge({name: column[i] for name, column in columns.items()}) for i in range(len(pairs))
        ]


def merge_all(voices: Voices) -> Judgement:
    """Every member must support."""
    for name, judgement in voices.items():
        if not judgement.supports:
            return attrs.evolve(judgement, judge=name)
    return _spoken(min(voices, key=lambda name: _certainty(voices[name])), voices)


def merge_majority(voices: Voices) -> Judgement:
    """More than half of the members must support."""
    yes = [name for name, judgement in voices.items() if judgement.supports]
    winners = yes if len(yes) * 2 > len(voices) else [name for name in voices if name not in yes]
    return _spoken(max(winners, key=lambda name: _certainty(voices[name])), voices)


def merge_mean(voices: Voices) -> Judgement:
    """The mean probability of support must exceed one half."""
    chances = {name: p for name, found in voices.items() if (p := support(found)) is not None}
    if not chances:
        return Judgement(False, reason="no member gave a score")
    mean = sum(chances.values()) / len(chances)
    scores = {BinaryLabel.SUPPORTED.value: mean, BinaryLabel.UNSUPPORTED.value: 1 - mean}
    label = BinaryLabel.SUPPORTED if mean > 0.5 else BinaryLabel.UNSUPPORTED
    return Judgement(mean > 0.5, label, scores, judge=" + ".join(chances))


RULES: Mapping[str, Callable[[Voices], Judgement]] = {
    "all": merge_all,
    "majority": merge_majority,
    "mean": merge_mean,
}


def _spoken(name: str, voices: Voices) -> Judgement:
    return attrs.evolve(voices[name], judge=name)


def _certainty(judgement: Judgement) -> float:
    return max(judgement.scores.values(), default=0.0)
