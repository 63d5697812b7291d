"""CHAIR, n_hall and Coverage: golden values, switches, public faults."""

from __future__ import annotations

import pytest
from tests.cedi.cases import case
from tests.cedi.golden import GOLDEN

from gvqa_cedi.grading.chair import Chair, ChairOptions
from gvqa_cedi.grading.mentions import mentioned, true_names
from gvqa_cedi.transcripts import Turn

REFERENCE = GOLDEN["chair_reference"]
CASES = [
    case(REFERENCE["gt"][image], REFERENCE["captions"][image])
    for image in sorted(REFERENCE["captions"])
]
BOTH = pytest.mark.parametrize("vocabulary", ["physical", "coco"])


def grade(cases, **options):
    return Chair(ChairOptions(**options)).grade(cases)


@BOTH
def test_golden_micro_over_mentions_as_rohrbach(vocabulary):
    found = grade(
        CASES, counting="mention", average="micro", unit="response", vocabulary=vocabulary
    )
    wanted = REFERENCE["micro_mention"]
    assert found["chair_s"].value == pytest.approx(wanted["CHAIRs"])
    assert found["chair_i"].value == pytest.approx(wanted["CHAIRi"])
    assert found["coverage"].value == pytest.approx(wanted["Recall"])


@BOTH
def test_golden_macro_over_sets_as_the_papers_table_7(vocabulary):
    wanted = REFERENCE["paper_table7_set_macro"]
    skipped = grade(CASES, vocabulary=vocabulary)
    zeroed = grade(CASES, vocabulary=vocabulary, empty="zero")
    assert skipped["chair_i"].value == pytest.approx(wanted["CHAIR_I_empty_skipped"])
    assert zeroed["chair_i"].value == pytest.approx(wanted["CHAIR_I_empty_as_0"])
    assert [sample["n_hall"] for sample in skipped.samples] == wanted["n_hall"]
    assert skipped["coverage"].value == pytest.approx(wanted["Cov"])
    assert skipped["chair_i"].scored == 3
    assert skipped.details[0]["hallucinated"] == ["cat", "tv"]


def categories(text: str) -> list[str]:
    one = case([], text)
    return [each.name for each in mentioned(one.parsed[0].sentences, frozenset(), "coco")]


# The reference's own answer to each stands in golden.json; where it errs, ours differs.
@pytest.mark.parametrize(
    ("text", "ours", "reference_errs"),
    [
        ("A man rides a motor bike next to a cat.", ["person", "motorcycle", "cat"], True),
        ("A passenger jet and a baby elephant.", ["airplane", "elephant"], False),
        ("The toilet seat is up.", ["toilet"], False),
        ("The seat of the toilet is white.", ["toilet"], False),
        ("There is no cat in the image.", [], True),
        ("an orange shirt", [], True),
        ("A hot dog on a plate", ["hot dog"], False),
        ("He holds an iPhone and a smartphone", ["cell phone", "cell phone"], True),
        ("stove top oven", ["oven"], True),
        ("a computer mouse and a computer monitor", ["mouse", "tv"], True),
    ],
)
def test_golden_mentions(text, ours, reference_errs):
    assert categories(text) == ours
    assert (REFERENCE["mentions"][text] != ours) is reference_errs


@pytest.mark.case("A20")
@pytest.mark.parametrize(
    ("caption", "truth"),
    [
        (
            "Two women with wine glasses and knives eat hot dogs near a toilet seat while a "
            "passenger train and a baby elephant pass.",
            ["person", "wine glass", "knife", "hot dog", "toilet", "train", "elephant"],
        ),
        ("Men pet puppies beside two sheep and a bus.", ["person", "dog", "sheep", "bus"]),
    ],
)
def test_plurals_compounds_and_kinds_are_no_hallucinations(caption, truth):
    """A20: folded, every mention is of something that is there."""
    one = case(truth, caption)
    found = mentioned(one.parsed[0].sentences, true_names(one.graph, "coco"), "coco")
    assert [each.name for each in found] == truth
    graded = grade([one], vocabulary="coco")
    assert graded["chair_i"].value == graded["chair_s"].value == 0.0


def test_units_of_chair_s():
    one = case(["dog"], "A dog sits. A cat sits.", "A dog stands.")
    values = {
        unit: grade([one], unit=unit)["chair_s"].value
        for unit in ("sentence", "response", "dialogue")
    }
    assert values == {"sentence": pytest.approx(1 / 3), "response": 0.5, "dialogue": 1.0}


def test_mentions_against_sets():
    one = case(["dog"], "A cat. Another cat. A dog.")
    assert grade([one])["chair_i"].value == 0.5
    assert grade([one], counting="mention")["chair_i"].value == pytest.approx(2 / 3)


def test_a_broader_name_is_no_hallucination_and_covers_nothing():
    found = grade([case(["car"], "A vehicle is on the street.")])
    assert found.samples[0]["n_hall"] == 1  # the street
    assert found["coverage"].value == 0.0


def test_nothing_to_score():
    found = grade([case([], "")])
    assert [metric.value for metric in found.metrics] == [None, None, 0.0, None]
    assert grade([])["chair_i"].value is None


def test_a_turn_without_a_response_is_missing_and_not_clean():
    found = grade([case(["dog"], "A cat.", Turn("What else?", None, error="timeout"))])
    assert found["chair_s"].value == 1.0
    assert found["chair_s"].missing == 1
    assert grade([case(["dog"], "A cat.", Turn("?", None))], unit="response")["chair_s"].value == 1


def test_denials_and_doubts_are_no_mentions():
    found = grade([case(["dog"], "There is no cat. It might be a bird. A dog sleeps.")])
    assert found["chair_i"].value == 0.0
