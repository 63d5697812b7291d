"""Asking a verifier safely: no pair is supported by accident, no bad pair spoils another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from gvqa_core.checking.judging import judge_pairs
from gvqa_core.types import BinaryLabel, Judgement, NLILabel, Pair

YES = Judgement(supports=True, label=NLILabel.ENTAILMENT, scores={"entailment": 0.9})
NO = Judgement(supports=False, label=NLILabel.NEUTRAL)


def says(judgement: Any) -> Any:
    return lambda pairs: [judgement] * len(pairs)


def test_distinct_pairs_are_judged_once_and_answers_keep_their_place() -> None:
    calls: list[list[Pair]] = []

    def judge(pairs: Sequence[Pair]) -> list[Judgement]:
        calls.append(list(pairs))
        return [YES if pair[1] == "a" else NO for pair in pairs]

    pairs: list[Pair] = [("p", "a"), ("p", "b"), ("p", "a"), ("q", "a")]
    assert judge_pairs(judge, pairs) == [YES, NO, YES, YES]
    assert calls == [[("p", "a"), ("p", "b"), ("q", "a")]]


@pytest.mark.case("A14")
def test_no_pairs_means_no_call() -> None:
    def judge(pairs: Sequence[Pair]) -> list[Judgement]:
        raise AssertionError("called")

    assert judge_pairs(judge, []) == []


def test_one_pair_that_raises_spoils_no_other() -> None:
    def judge(pairs: Sequence[Pair]) -> list[Judgement]:
        if any(hypothesis == "bad" for _, hypothesis in pairs):
            raise ValueError("boom")
        return [YES] * len(pairs)

    good, bad = judge_pairs(judge, [("p", "good"), ("p", "bad")])
    assert good == YES
    assert bad == "the verifier failed: ValueError: boom"


@pytest.mark.parametrize(
    ("judgement", "reason"),
    [
        (Judgement(supports=True, label=NLILabel.CONTRADICTION), "labelled contradiction"),
        (Judgement(supports=True, label=NLILabel.NEUTRAL), "labelled neutral"),
        (Judgement(supports=True, label=BinaryLabel.UNSUPPORTED), "labelled unsupported"),
        (Judgement(supports=1, label=NLILabel.ENTAILMENT), "must be a bool"),  # type: ignore[arg-type]
        (Judgement(supports=True, scores={"entailment": float("nan")}), "is nan"),
        ("yes", "must return Judgement"),
        (None, "must return Judgement"),
    ],
)
def test_a_judgement_that_contradicts_itself_is_no_judgement(judgement: Any, reason: str) -> None:
    (answer,) = judge_pairs(says(judgement), [("p", "h")])
    assert isinstance(answer, str)
    assert reason in answer


@pytest.mark.parametrize("returned", [None, [], [YES, YES], "yes"])
def test_wrong_number_of_judgements_is_no_judgement(returned: Any) -> None:
    (answer,) = judge_pairs(lambda pairs: returned, [("p", "h")])
    assert isinstance(answer, str)
    assert "the verifier failed" in answer
