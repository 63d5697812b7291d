"""Reading yes and no, and counting them."""

from __future__ import annotations

import pytest
from tests.cedi.cases import case
from tests.cedi.golden import GOLDEN

from gvqa_cedi.grading.pope import Pope, PopeOptions, confusion
from gvqa_cedi.grading.pope_reader import Said, read_yes_no
from gvqa_cedi.transcripts import Turn

# What is right for each answer on which golden.json gives the reference parser's reading.
RIGHT = ["yes", "no", "yes", "no", "no", "no", "unknown", "yes", "no", "no"]


@pytest.mark.parametrize(
    ("answer", "reference", "right"),
    [(*row, right) for row, right in zip(GOLDEN["pope_reference_parser"], RIGHT, strict=True)],
)
def test_golden_answers(answer, reference, right):
    assert read_yes_no(answer, "Is there a dog in the image?") == right
    errs = answer in (
        "There isn't a dog in the image.", "NO", "Nope, nothing like that", "I'm not sure.",
        "The image does not show a cat. Yes, there is a dog.",
        "It shows a cat. No dog is visible.",
    )  # fmt: skip
    assert (reference != right) is errs


B27 = [
    "No\nThe image shows a cat.", "Yes, there is a dog with no collar.", "NO.",
    "There isn't a dog in the image.", "I do not know.", "I know there is a dog: yes.",
]  # fmt: skip
LABELS = ["no", "yes", "no", "no", "yes", "yes"]


@pytest.mark.case("B27")
@pytest.mark.parametrize("question", ["", "Is there a dog in the image?"])
def test_answers_in_free_words(question):
    """B27: each is read right, and a don't-know is neither."""
    said = [read_yes_no(answer, question) for answer in B27]
    assert said == ["no", "yes", "no", "no", "unknown", "yes"]
    found = confusion(zip(said, LABELS, strict=True))
    assert (found.tp, found.fp, found.tn, found.fn, found.unknown) == (2, 0, 3, 0, 1)
    assert found.accuracy == pytest.approx(5 / 6)
    assert found.precision == 1.0
    assert found.recall == pytest.approx(2 / 3)
    assert found.yes_ratio == pytest.approx(2 / 6)


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        ("Is there a dog?", "The picture shows a cat.", "unknown"),
        ("Is there a dog?", "A puppy is on the mat, without a collar.", "yes"),
        ("Is there a dog?", "It might be a dog.", "unknown"),
        ("Is there a person?", "There are no people here.", "no"),
        ("Is there a dog?", "", "unknown"),
        ("Is there a dog?", "It isn't.", "no"),
        ("Is there a car?", "Sure, there's one.", "yes"),
        ("Is there a dog?", "No there is not", "no"),
        ("Is there a dog?", "yes", "yes"),
        ("Is there a dog?", "**Yes**", "yes"),
        ("Is there a dog?", "I cannot tell from this image.", "unknown"),
    ],
)
def test_more_answers(question, answer, right):
    assert read_yes_no(answer, question) == right


def test_golden_metrics():
    golden = GOLDEN["pope_metrics"]
    pairs = [(Said.YES, "yes")] * 2 + [(Said.YES, "no")] * 4
    pairs += [(Said.NO, "no")] * 2 + [(Said.NO, "yes")] * 2
    found = confusion(pairs)
    for name in ("accuracy", "precision", "recall", "f1", "yes_ratio"):
        assert getattr(found, name) == pytest.approx(golden[name]), name
    assert golden["gold_labels"].count("yes") == 4


def test_grader_counts_missing_answers_nowhere():
    turns = [
        Turn("Is there a dog?", "Yes.", expected="yes"),
        Turn("Is there a cat?", "I'm not sure.", expected="no"),
        Turn("Is there a bird?", None, expected="no", error="timeout"),
        Turn("What is there?", "A dog.", expected="answer"),
    ]
    found = Pope(PopeOptions()).grade([case(["dog"], *turns)])
    accuracy = found["pope_accuracy"]
    assert (accuracy.value, accuracy.scored, accuracy.missing) == (0.5, 2, 1)
    assert accuracy.note == "1 neither yes nor no"
    assert [turn["pope_accuracy"] for turn in found.turns[0]] == [1.0, 0.0, None, None]


def test_no_yes_no_question_at_all():
    found = Pope(PopeOptions()).grade([case(["dog"], "A dog.")])
    assert all(metric.value is None for metric in found.metrics)
