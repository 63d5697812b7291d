"""What is done around a judge of captions: compound claims are split, guards may object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import attrs

from gvqa_core.types import BinaryLabel, Judgement, NLILabel
from gvqa_verifiers.compound import split_claim
from gvqa_verifiers.guards import Doubt, Guard, all_doubts, guards_left

TextPair: TypeAlias = tuple[str, str]
Judge: TypeAlias = Callable[[Sequence[TextPair]], list[Judgement]]


def judge_cautiously(
    judge: Judge,
    pairs: Sequence[TextPair],
    *,
    split_compound: bool,
    guards: bool,
    guards_off: str = "",
) -> list[Judgement]:
    """Judge pairs, each part of a compound claim by itself, and let the guards object.

    Args:
        judge: Judges simple claims.
        pairs: (caption, claim).
        split_compound: Whether to split "A and B".
        guards: Whether guards may withdraw support.
        guards_off: Names of guards to leave out, separated by commas.

    Returns:
        One judgement for each pair, in order.
    """
    parts = [split_claim(claim) if split_compound else [claim] for _, claim in pairs]
    simple = [(pair[0], part) for pair, group in zip(pairs, parts, strict=True) for part in group]
    judged = judge(simple) if simple else []
    if guards:
        judged = _guarded(judge, simple, judged, guards_left(guards_off))
    answers = iter(zip(simple, judged, strict=True))
    return [_all_of([next(answers) for _ in group]) for group in parts]


def _guarded(
    judge: Judge,
    pairs: Sequence[TextPair],
    judged: Sequence[Judgement],
    guards: Mapping[str, Guard],
) -> list[Judgement]:
    """Withdraw support where a guard's doubt is certain, or the judge asked again bears it out."""
    doubted = [
        all_doubts(*pair, guards) if judgement.supports else []
        for pair, judgement in zip(pairs, judged, strict=True)
    ]
    questions = [
        question
        for (premise, _), doubts in zip(pairs, doubted, strict=True)
        for question in _to_ask(premise, doubts)
    ]
    distinct = list(dict.fromkeys(questions))
    supports = [support_of(found) for found in judge(distinct)] if distinct else []
    answers = dict(zip(distinct, supports, strict=True))
    return [
        _withdrawn(judgement, premise, doubts, answers)
        for judgement, (premise, _), doubts in zip(judged, pairs, doubted, strict=True)
    ]


def _to_ask(premise: str, doubts: Sequence[tuple[str, Doubt]]) -> list[TextPair]:
    asked = [doubt.questions(premise) for _, doubt in doubts]
    # A certain objection needs no further question.
    return [pair for group in asked for pair in group] if all(asked) else []


def _withdrawn(
    judgement: Judgement,
    premise: str,
    doubts: Sequence[tuple[str, Doubt]],
    answers: Mapping[TextPair, float],
) -> Judgement:
    for name, doubt in doubts:
        found = [answers[question] for question in doubt.questions(premise)]
        if doubt.holds(support_of(judgement), found):
            return attrs.evolve(judgement, supports=False, reason=f"guard {name}: {doubt.why}")
    return judgement


def support_of(judgement: Judgement) -> float:
    """The probability of support in a judgement's scores; without scores 1 or 0."""
    for name in (NLILabel.ENTAILMENT.value, BinaryLabel.SUPPORTED.value):
        if name in judgement.scores:
            return judgement.scores[name]
    return float(judgement.supports)


def _all_of(judged: Sequence[tuple[TextPair, Judgement]]) -> Judgement:
    """Join the parts of one claim by AND.

    All parts must be supported, and the least certain one then speaks for the claim;
    otherwise the first that is not, with its words in the reason.
    """
    if len(judged) == 1:
        return judged[0][1]
    for (_, part), judgement in judged:
        if not judgement.supports:
            why = judgement.reason or "not supported"
            return attrs.evolve(judgement, reason=f'{why}: "{part}"')
    return min((judgement for _, judgement in judged), key=_certainty)


def _certainty(judgement: Judgement) -> float:
    return max(judgement.scores.values(), default=0.0)
