"""What is done around a judge of captions: compound claims are split, guards may object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import attrs

from gvqa_core.types import Judgement
from gvqa_verifiers.compound import split_claim
from gvqa_verifiers.guards import Guard, guards_left, objection

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
        asked = guards_left(guards_off)
        judged = [
            _guarded(judgement, *pair, asked)
            for judgement, pair in zip(judged, simple, strict=True)
        ]
    answers = iter(zip(simple, judged, strict=True))
    return [_all_of([next(answers) for _ in group]) for group in parts]


def _guarded(
    judgement: Judgement, premise: str, claim: str, guards: Mapping[str, Guard]
) -> Judgement:
    if not judgement.supports:
        return judgement
    found = objection(premise, claim, guards)
    return attrs.evolve(judgement, supports=False, reason=found) if found else judgement


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
