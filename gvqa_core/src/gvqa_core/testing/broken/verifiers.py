"""Verifiers that break their contract, each in one way."""

# ruff: noqa: D102 - the protocols document these methods
from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from gvqa_core.testing.broken._plain import Plain
from gvqa_core.types import (
    Judgement,
    NLILabel,
    Pair,
)


def _judgement(supports: bool) -> Judgement:
    return Judgement(supports, NLILabel.ENTAILMENT if supports else NLILabel.NEUTRAL)


class SameWords(Plain):
    """A right, if strict, verifier, from which the wrong ones are made."""

    needs = "caption"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [
            _judgement(bool(str(claim).strip()) and claim in str(premise))
            for premise, claim in pairs
        ]


class CredulousVerifier(SameWords):
    """Supports everything."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(True) for _ in pairs]


class StubbornVerifier(SameWords):
    """Supports nothing."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(False) for _ in pairs]


class SwappingVerifier(SameWords):
    """Takes the claim for the premise, so that an empty caption supports everything."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(str(premise).strip() in claim) for premise, claim in pairs]


class InconsistentVerifier(SameWords):
    """Supports a claim that it calls neutral."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [evolve(one, label=NLILabel.NEUTRAL) for one in super().judge(pairs)]


class LogitVerifier(SameWords):
    """Gives raw logits for probabilities."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [evolve(one, scores={"entailment": 4.2}) for one in super().judge(pairs)]


class ShufflingVerifier(SameWords):
    """Sorts pairs by length and forgets to sort the judgements back."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return super().judge(sorted(pairs, key=lambda pair: len(pair[1])))


class BatchSensitiveVerifier(SameWords):
    """Scores a pair by the company it is in."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        share = 1 / max(1, len(pairs))
        return [evolve(one, scores={"entailment": share}) for one in super().judge(pairs)]


class EmptyLoverVerifier(SameWords):
    """Finds an empty claim well supported."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(bool(str(p).strip()) and claim.strip() in str(p)) for p, claim in pairs]


class ClosedWorldVerifier(SameWords):
    """Takes what a caption does not mention for absent."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        found = super().judge(pairs)
        for number, (premise, claim) in enumerate(pairs):
            opening, _, thing = claim.partition("There is no ")
            if str(premise).strip() and not opening and thing.split()[0] not in str(premise):
                found[number] = _judgement(True)
        return found
