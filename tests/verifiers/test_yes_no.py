import pytest

from gvqa_verifiers.yes_no import read_yes_no


@pytest.mark.parametrize(
    "text",
    [
        "YES: the man holds a cup",
        "**Yes**, it does.",
        "Answer: YES",
        "- yes: it is red",
        "I know the picture well, so I would say yes",
        "Let me think.\nYES: there is a dog",
        "No doubt, yes",
    ],
)
def test_yes(text):
    assert read_yes_no(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "NO: no dog is mentioned",
        "No\nThe image shows a cat, yes a cat indeed",
        "There isn't a dog in the picture.",
        "There is no dog.",
        "The description does not mention a car.",
        "Final answer: no",
        "The man is not there, so the answer is no.",
    ],
)
def test_no(text):
    assert read_yes_no(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "Maybe",
        "I know nothing",
        "Yes or no: hard to tell",
        "YES: it does\nNO: it does not",
        "Noted.",
        "Yesterday there was a dog",
        "The claim is supported",
        "No one is there",
        "There isn't any doubt: yes",
    ],
)
def test_what_cannot_be_read_is_neither(text):
    assert read_yes_no(text) is None
