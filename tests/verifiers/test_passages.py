import pytest
from tests.verifiers.tiny import NO, PERHAPS, YES, Written, WrittenScorer

from gvqa_core.types import NLILabel
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions
from gvqa_verifiers.passages import Scored, about, deciding_passage, passages


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("A dog runs. A cat sleeps.", ["A dog runs.", "A cat sleeps."]),
        (
            "A man sits. He holds a cup. A dog runs.",
            ["A man sits.", "A man sits. He holds a cup.", "A dog runs."],
        ),
        ("A dog runs. a  dog runs. A cat sleeps.", ["A dog runs.", "A cat sleeps."]),
        ("A dog runs. " * 9, ["A dog runs."]),
        ('The sign says "Stop. Go back." A car waits.', None),
        ("  A dog runs . ", ["  A dog runs . "]),
        ("A dog runs", ["A dog runs"]),
        ("Mr. Bean sits. Item stands.", ["Mr. Bean sits.", "Item stands."]),
    ],
)
def test_a_caption_is_cut_at_its_sentences(caption, expected):
    assert passages(caption) == (expected or [caption])


def test_at_most_three_sentences_lean_on_each_other():
    caption = "A man sits. He holds a cup. He smiles. He waves."
    assert passages(caption)[-1] == "He holds a cup. He smiles. He waves."


def test_a_passage_is_about_a_claim_when_it_has_half_of_its_words_in_any_form():
    assert about(["Two black dogs were running."], "A dog runs.")[0]
    assert about(["An empty bench stands there."], "Nobody is sitting on the bench.")[0]
    assert not about(["A wall is grey."], "There is no car.")[0]
    assert not about(["It is there."], "It is there.")[0]


SURE, UNSURE = Scored(0.9, 0.05, True), Scored(0.6, 0.3, True)
ELSEWHERE, DENIES, OTHER = (
    Scored(0.05, 0.05, True),
    Scored(0.02, 0.95, True),
    Scored(0.02, 0.95, False),
)


@pytest.mark.parametrize(
    ("scored", "absence", "expected"),
    [
        ([ELSEWHERE, SURE], False, (1, False)),
        ([UNSURE, SURE, SURE], False, (1, False)),
        ([SURE, DENIES], False, (1, True)),
        ([SURE, OTHER], False, (0, False)),
        ([SURE, Scored(0.1, 0.89, True)], False, (0, False)),
        ([ELSEWHERE, DENIES], False, (1, False)),
        ([OTHER, DENIES], False, (1, False)),
        ([OTHER, ELSEWHERE], False, (1, False)),
        ([DENIES], False, (0, False)),
        ([Scored(0.9, 0.0, False), Scored(0.2, 0.1, False)], True, (1, False)),
        ([Scored(0.9, 0.0, False), Scored(0.8, 0.1, False)], True, (0, False)),
        ([Scored(0.9, 0.0, False), SURE], True, (0, False)),
        ([OTHER, SURE], True, (1, False)),
        ([SURE, DENIES], True, (1, True)),
        ([OTHER], True, (0, False)),
    ],
)
def test_the_joining_rule(scored, absence, expected):
    assert deciding_passage(scored, absence=absence) == expected


def judged(says, caption, claim, **options):
    return Written(WrittenScorer(says), **options).judge([(caption, claim)])[0]


def test_two_sentences_never_ground_together_what_neither_says_alone():
    def says(premise, claim):
        return YES if "dog" in premise and "cat" in premise else PERHAPS

    caption = "A dog runs. A cat sleeps."
    assert not judged(says, caption, "A cat runs.").supports
    assert judged(says, caption, "A cat runs.", sentences=False).supports


def test_a_contradiction_about_the_same_thing_sinks_the_claim_and_is_quoted():
    found = judged(
        lambda p, c: NO if "brown" in p else YES,
        "A black dog runs. The dog is brown.",
        "A dog is black.",
    )
    assert (found.supports, found.label) == (False, NLILabel.CONTRADICTION)
    assert found.reason == "the caption also says: The dog is brown."


def test_a_contradiction_about_something_else_does_not():
    caption = "A black dog runs. The wall is brown."
    assert judged(lambda p, c: NO if "wall" in p else YES, caption, "A dog is black.").supports


def test_leaving_something_out_does_not_prove_that_it_is_absent():
    def says(premise, claim):
        return PERHAPS if "dog" in premise else YES

    assert not judged(says, "A dog runs. The wall is grey.", "There is no car.").supports
    assert judged(says, "A dog runs. No car is there.", "There is no car.").supports


def test_one_sentence_gets_the_same_judgement_either_way():
    for answer in (YES, PERHAPS, NO):
        found = [
            judged(lambda p, c, a=answer: a, "A dog runs .", "A dog runs.", sentences=way)
            for way in (True, False)
        ]
        assert found[0] == found[1]


def test_results_stay_in_order_when_some_pairs_have_faults():
    pairs = [
        ("A dog runs. A cat sleeps.", "A cat sleeps."),
        ("A dog runs. A cat sleeps.", "word " * 600),
        ("", "A cat sleeps."),
        ("A man sits.", "A cat sleeps."),
    ]
    found = Written(WrittenScorer(lambda p, c: YES if "cat" in p else NO)).judge(pairs)
    assert [judgement.supports for judgement in found] == [True, False, False, False]
    assert found[1].reason.startswith("claim too long")
    assert found[2].reason == "empty caption"


ROWS = [
    '"North site 12 turbines" is written on the screen.',
    '"South site 9 turbines" is written on the screen.',
    '"East site 4 turbines" is written on the screen.',
]


def test_a_row_of_a_table_is_not_about_what_another_row_says_better():
    assert about(ROWS, "The south site has 9 turbines.") == [False, True, False]


@pytest.mark.parametrize(
    "claim",
    [
        "The south site has 9 turbines.",
        "The north site has 12 turbines.",
        "South site: 9 turbines",
        "There are 9 turbines at the south site.",
    ],
)
def test_a_true_claim_is_not_called_contradicted_by_another_row(claim):
    with NLIMini(NLIMiniOptions()) as mini:
        found = mini.judge([(" ".join(ROWS), claim)])[0]
    assert "also says" not in (found.reason or "")
    assert found.supports is not claim.startswith("There are")  # too far from the row's words


@pytest.mark.parametrize(
    "claim", ["The south site has 12 turbines.", "The east site has 9 turbines."]
)
def test_words_of_two_rows_ground_nothing(claim):
    with NLIMini(NLIMiniOptions()) as mini:
        assert not mini.judge([(" ".join(ROWS), claim)])[0].supports
