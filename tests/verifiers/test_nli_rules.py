import math

import pytest
from tests.verifiers.tiny import NO, PERHAPS, YES, Written, WrittenScorer

from gvqa_core.errors import VerificationError
from gvqa_core.types import Frame, NLILabel


def judge_one(answer, premise="a dog runs", claim="a dog", **options):
    return Written(WrittenScorer(lambda p, c: answer), **options).judge([(premise, claim)])[0]


@pytest.mark.parametrize(
    ("logits", "label", "supports"),
    [
        (YES, NLILabel.ENTAILMENT, True),
        (PERHAPS, NLILabel.NEUTRAL, False),
        (NO, NLILabel.CONTRADICTION, False),
        ((2.0, 2.0, -1.0), NLILabel.NEUTRAL, False),
        ((2.0, -1.0, 2.0), NLILabel.NEUTRAL, False),
        ((0.0, 0.0, 0.0), NLILabel.NEUTRAL, False),
    ],
)
def test_arg_max_decides_and_a_tie_is_neutral(logits, label, supports):
    found = judge_one(logits)
    assert (found.label, found.supports) == (label, supports)
    assert math.isclose(sum(found.scores.values()), 1.0)


@pytest.mark.case("B15")
def test_scores_are_probabilities_of_a_softmax_not_raw_logits():
    found = judge_one((1.2, 2.0, -1.0))
    assert found.label is NLILabel.NEUTRAL
    assert not found.supports
    assert found.scores["entailment"] == pytest.approx(0.300, abs=5e-4)


@pytest.mark.case("B15")
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_score_that_is_not_a_number_is_an_error_never_support(bad):
    found = judge_one((bad, bad, bad))
    assert not found.supports
    assert found.label is None
    assert "not a number" in found.reason


@pytest.mark.case("B15")
def test_verdicts_stay_with_their_claims_when_batches_are_sorted_by_length():
    claims = [" ".join(["dog"] * n) for n in (3, 60, 8)]
    scorer = WrittenScorer(lambda p, c: YES if len(c.split()) == 8 else NO, batch_size=2)
    found = Written(scorer).judge([("a dog", claim) for claim in claims])
    assert [judgement.supports for judgement in found] == [False, False, True]
    assert [len(batch) for batch in scorer.asked] == [2, 1]


@pytest.mark.case("B15")
def test_one_claim_whose_logits_come_without_a_batch_axis_is_read_the_same():
    single = Written(WrittenScorer(lambda p, c: YES, flat_single=True)).judge([("a dog", "a dog")])
    assert single[0].supports
    assert single[0].scores["entailment"] == pytest.approx(0.979, abs=1e-3)


@pytest.mark.case("A12")
def test_the_caption_is_read_first_and_the_claim_second():
    right = ("A black dog runs on grass.", "A dog is on grass.")
    scorer = WrittenScorer(lambda p, c: YES if (p, c) == right else PERHAPS)
    assert Written(scorer).judge([right])[0].supports
    assert scorer.asked == [[right]]
    assert not Written(scorer).judge([right[::-1]])[0].supports


@pytest.mark.case("A14")
def test_nothing_to_judge_gives_nothing_and_asks_nothing():
    scorer = WrittenScorer(lambda p, c: YES)
    assert Written(scorer).judge([]) == []
    assert scorer.asked == []


def test_an_entailment_below_the_threshold_keeps_its_label_and_is_uncertain():
    found = judge_one((1.0, 0.0, 0.0), threshold=0.8)
    assert found.label is NLILabel.ENTAILMENT
    assert not found.supports
    assert found.reason == "uncertain"


def test_reaching_the_threshold_exactly_supports():
    chance = judge_one((1.0, 0.0, 0.0)).scores["entailment"]
    assert judge_one((1.0, 0.0, 0.0), threshold=chance).supports


def test_the_temperature_flattens_probabilities_but_not_their_order():
    cold, warm = judge_one(YES), judge_one(YES, temperature=4.0)
    assert warm.supports
    assert warm.scores["entailment"] < cold.scores["entailment"]


@pytest.mark.parametrize(("premise", "claim"), [("", "a dog"), ("  ", "a dog"), ("a dog", " ")])
def test_an_empty_text_is_a_reason_and_asks_nothing(premise, claim):
    scorer = WrittenScorer(lambda p, c: YES)
    found = Written(scorer).judge([(premise, claim)])[0]
    assert not found.supports
    assert "empty" in found.reason
    assert scorer.asked == []


def test_a_frame_as_premise_is_refused():
    import numpy as np

    frame = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0.0)
    with pytest.raises(VerificationError, match="Expected a caption"):
        Written(WrittenScorer(lambda p, c: YES)).judge([(frame, "a dog")])
