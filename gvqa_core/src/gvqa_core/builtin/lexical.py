"""The verifier `lexical`: does the caption contain the claim, word for word enough?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from gvqa_core.builtin.alignment import contains
from gvqa_core.builtin.screen_claim import judge_screen_claim
from gvqa_core.builtin.statement import Statement, masked, statements
from gvqa_core.builtin.words import STOPWORDS, stems, tokens
from gvqa_core.component import BaseComponent
from gvqa_core.types import Judgement, NLILabel, Pair


class LexicalVerifier(BaseComponent[None]):
    """Compares content words, their order, numbers, colours, negation and quoted text.

    A claim is supported when one clause of the caption contains it: the same stems in
    the same order, modifiers and trailing phrases left out at most. The same words with
    another number, another colour or the opposite negation contradict it. All else is
    neutral, and so is whatever the comparison cannot decide: it would rather leave a
    true claim Unverified than ground a false one. Text quoted from the screen supports
    only claims about what the screen says.

    The score `containment` is the share of the claim's content words that the caption
    has in any order, 0 to 1. It informs; it does not decide.
    """

    knows_synonyms = False
    """That a caption lacks a word says nothing: no absence is concluded from it."""

    def __init__(self) -> None:
        super().__init__(None)

    @property
    def needs(self) -> Literal["caption"]:
        """It reads captions."""
        return "caption"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge each pair by itself."""
        return [_judge(premise, hypothesis) for premise, hypothesis in pairs]


def _judge(premise: object, hypothesis: str) -> Judgement:
    if not isinstance(premise, str):
        return Judgement(supports=False, reason="the lexical verifier reads captions, not frames")
    if not premise.strip():
        return Judgement(supports=False, label=NLILabel.NEUTRAL, reason="empty caption")
    if not _content(hypothesis):
        return Judgement(
            supports=False, label=NLILabel.NEUTRAL, reason="the claim has no content words"
        )
    label = judge_screen_claim(premise, hypothesis) or _judge_statements(premise, hypothesis)
    return Judgement(
        supports=label is NLILabel.ENTAILMENT,
        label=label,
        scores={"containment": _containment(premise, hypothesis)},
    )


def _judge_statements(premise: str, hypothesis: str) -> NLILabel:
    """Every clause of the claim must be contained; one that is contradicted decides."""
    known = statements(premise)
    labels = [_judge_statement(known, claimed) for claimed in statements(hypothesis)]
    if NLILabel.CONTRADICTION in labels:
        return NLILabel.CONTRADICTION
    if labels and all(label is NLILabel.ENTAILMENT for label in labels):
        return NLILabel.ENTAILMENT
    return NLILabel.NEUTRAL


def _judge_statement(known: Sequence[Statement], claimed: Statement) -> NLILabel:
    supported = any(_supports(statement, claimed) for statement in known)
    denied = any(_denies(statement, claimed) for statement in known)
    if denied:
        return NLILabel.NEUTRAL if supported else NLILabel.CONTRADICTION
    if supported:
        return NLILabel.ENTAILMENT
    if any(_differs_in_value(statement, claimed) for statement in known):
        return NLILabel.CONTRADICTION
    return NLILabel.NEUTRAL


def _supports(statement: Statement, claimed: Statement) -> bool:
    if statement.negations or claimed.negations or statement.hedged or claimed.hedged:
        # Leaving a word out of "no red car" changes what is said: only the same will do.
        return statement == claimed
    return contains(statement, claimed)


def _denies(statement: Statement, claimed: Statement) -> bool:
    """Whether both say the same thing, but one of them with a negation."""
    if statement.hedged or claimed.hedged or statement.negations % 2 == claimed.negations % 2:
        return False
    return contains(statement, claimed)


def _differs_in_value(statement: Statement, claimed: Statement) -> bool:
    if statement.hedged or statement.negations or claimed.negations:
        return False
    return contains(masked(statement), masked(claimed))


def _content(text: str) -> list[str]:
    return [token for token in tokens(text) if token not in STOPWORDS]


def _containment(premise: str, hypothesis: str) -> float:
    wanted = set(stems(" ".join(_content(hypothesis))))
    return len(wanted & set(stems(premise))) / len(wanted)
