import pytest
from tests.verifiers.tiny import NO, YES, Written, WrittenScorer

from gvqa_core.types import NLILabel
from gvqa_verifiers.compound import split_claim


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ("A cat sleeps and a dog barks", ["A cat sleeps", "a dog barks"]),
        ("A man is sitting and reading a book.", ["A man is sitting", "A man is reading a book."]),
        ("A man holds a cup and reads a book", ["A man holds a cup", "A man reads a book"]),
        ("The mug is red and the plate is blue.", ["The mug is red", "the plate is blue."]),
        (
            "Two men are talking and a woman is listening.",
            ["Two men are talking", "a woman is listening."],
        ),
        ("A woman wears a hat and is smiling.", ["A woman wears a hat", "A woman is smiling."]),
        (
            "A person is cooking while another person is washing dishes.",
            ["A person is cooking", "another person is washing dishes."],
        ),
        (
            "The lamp is on; a cat sleeps and a dog barks",
            ["The lamp is on", "a cat sleeps", "a dog barks"],
        ),
    ],
)
def test_clauses_and_shared_subjects_are_split(claim, parts):
    assert split_claim(claim) == parts


@pytest.mark.parametrize(
    "claim",
    [
        "A cat and a dog sleep",
        "A man holds apples and pears",
        "A woman walks a man and the big dogs",
        "There is a dog and a cat.",
        "The dog is black and white.",
        "A man in a hat and a coat is walking.",
        "Nobody sits and reads a book.",
        "A man stands between a car and a bus that is red.",
        "A cat and a dog are both sleeping and both are brown.",
        "If a cat sleeps and a dog barks",
        "Rock and roll is played",
        "A dog that runs and barks",
        "A dog runs.",
        "",
    ],
)
def test_what_is_doubtful_stays_whole(claim):
    assert split_claim(claim) == [claim]


def judged(says, claim="A cat sleeps and a dog barks", **options):
    return Written(WrittenScorer(says), split_compound=True, **options).judge([("x", claim)])[0]


def test_the_parts_are_joined_by_and():
    assert judged(lambda p, c: YES).supports
    found = judged(lambda p, c: YES if "cat" in c else NO)
    assert not found.supports
    assert found.label is NLILabel.CONTRADICTION
    assert found.reason == 'not supported: "a dog barks"'


def test_the_least_certain_part_speaks_for_a_supported_claim():
    weak = (2.0, 0.0, 0.0)
    found = judged(lambda p, c: weak if "dog" in c else YES)
    assert found.scores["entailment"] == pytest.approx(0.787, abs=1e-3)


def test_an_uncertain_part_makes_the_claim_uncertain():
    weak = (1.0, 0.0, 0.0)
    found = judged(lambda p, c: weak if "dog" in c else YES, threshold=0.9)
    assert found.reason == 'uncertain: "a dog barks"'


def test_splitting_can_be_switched_off():
    scorer = WrittenScorer(lambda p, c: YES)
    Written(scorer, split_compound=False).judge([("x", "A cat sleeps and a dog barks")])
    assert scorer.asked == [[("x", "A cat sleeps and a dog barks")]]
