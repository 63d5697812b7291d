"""The lexical verifier: a truth table of captions and claims."""

from __future__ import annotations

import numpy as np
import pytest

from gvqa_core.builtin.lexical import LexicalVerifier
from gvqa_core.types import Frame, Judgement, NLILabel

E, N, C = NLILabel.ENTAILMENT, NLILabel.NEUTRAL, NLILabel.CONTRADICTION

SLIDE = 'The heading reads "Revenue". "Q1 12 M" is written on the screen.'
DOG = "A brown dog runs on the grass."
TWO = "A man in a red shirt holds a blue cup."
BUS = "A red bus and a green car are parked."


def judge(caption: str, claim: str) -> Judgement:
    (found,) = LexicalVerifier().judge([(caption, claim)])
    assert found.supports is (found.label is E)
    return found


@pytest.mark.parametrize(
    ("caption", "claim"),
    [
        (DOG, DOG),
        (DOG, "A dog runs on the grass."),
        (DOG, "A brown dog runs."),
        (DOG, "There is a dog."),
        ("Two dogs run on the grass.", "2 dogs run on the grass."),
        ("It costs 1,200 euros.", "It costs 1200 euros."),
        ("The clock shows 10:30.", "The clock shows 10:30."),
        ("There is no dog.", "There is no dog."),
        (BUS, BUS),
        (SLIDE, 'The heading reads "Revenue".'),
        (SLIDE, 'The title is "Revenue".'),
        (SLIDE, 'The slide says "Q1 12 M".'),
        (SLIDE, "The slide says q1 12 m."),
        ("There is some red on the left.", "There is some red."),
        ("The bus is red.", "There is a red bus."),
    ],
)
def test_what_the_caption_says_is_supported(caption, claim):
    assert judge(caption, claim).label is E


@pytest.mark.parametrize(
    ("caption", "claim"),
    [
        (DOG, "A black dog runs on the grass."),
        (DOG, "A brown dog does not run on the grass."),
        (DOG, "A dog doesn't run on the grass."),
        ("Two dogs run on the grass.", "Three dogs run on the grass."),
        ("It costs 1,200 euros.", "It costs 12 euros."),
        ("The clock shows 10:30.", "The clock shows 10:31."),
        ("There is no dog.", "There is a dog."),
        ("The picture is blurred.", "The picture is not blurred."),
        ("The screen shows program code.", "The screen shows no program code."),
        (TWO, "A man in a blue shirt holds a red cup."),
        (SLIDE, 'The slide says "Q1 13 M".'),
        (SLIDE, 'The slide does not say "Q1 12 M".'),
    ],
)
def test_another_number_colour_or_negation_contradicts(caption, claim):
    assert judge(caption, claim).label is C


@pytest.mark.parametrize(
    ("caption", "claim"),
    [
        (DOG, "A cat runs on the grass."),
        (DOG, "There is a brown dog on the grass."),  # what it does there is left out
        ("A dog bites a man.", "A man bites a dog."),
        ("A dog is chased by a cat.", "A dog chases a cat."),
        ("A dog is chased by a cat.", "A cat is chased by a dog."),
        ("The man is taller than the woman.", "The woman is taller than the man."),
        (
            "A bottle of water stands next to a glass of wine.",
            "A bottle of wine stands next to a glass of water.",
        ),
        ("There is no red car.", "There is no car."),
        ("There is no car.", "There is no red car."),
        ("A man may be holding a cup.", "A man is holding a cup."),
        ("A toy gun lies on the table.", "A gun lies on the table."),
        ("A man pretends to sleep.", "A man sleeps."),
        ("A photo of a tiger hangs on the wall.", "A tiger hangs on the wall."),
        ("Everyone but John wears a hat.", "John wears a hat."),
        ("The man who is left of the car waves.", "The car waves."),
        ("A man rides a horse.", "A man rides a white horse."),
        ("A man rides a horse.", "A man rides a horse at night."),
        (BUS, "A green bus is parked."),
        ("There is some red on the left.", "There is some red on the right."),
        ("The picture is mostly dark blue.", "The picture is dark blue."),
        (SLIDE, 'The heading reads "Q1 12 M".'),
        (SLIDE, 'The slide says "Q1".\nThe slide says "profit".'),
        ('"Q2" is written on the screen. "15 M" is written on the screen.', 'It says "Q2 15 M".'),
        ('The heading reads "A dog barks".', "A dog barks."),
        ('"The bus is red" is written on the screen.', "The bus is red."),
        ("日本の猫がソファで寝ている。", "猫が寝ている。"),
    ],
)
def test_what_cannot_be_read_off_the_caption_is_neutral(caption, claim):
    assert judge(caption, claim).label is N


@pytest.mark.parametrize(
    ("caption", "claim", "reason"),
    [
        ("", "A dog runs.", "empty caption"),
        ("  \n", "A dog runs.", "empty caption"),
        (DOG, "It is there.", "the claim has no content words"),
        (DOG, "", "the claim has no content words"),
    ],
)
def test_nothing_to_compare_is_never_supported_and_says_why(caption, claim, reason):
    found = judge(caption, claim)
    assert (found.supports, found.reason) == (False, reason)


def test_a_frame_is_no_caption():
    frame = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0.0)
    (found,) = LexicalVerifier().judge([(frame, "A dog runs.")])
    assert (found.supports, found.label) == (False, None)
    assert found.reason == "the lexical verifier reads captions, not frames"


def test_the_score_is_the_share_of_content_words_in_any_order():
    assert judge(DOG, "A brown cat runs.").scores == {"containment": pytest.approx(2 / 3)}
    assert judge(DOG, DOG).scores == {"containment": 1.0}


def test_pairs_are_judged_each_by_itself():
    pairs = [(DOG, "A dog runs."), (DOG, "A cat runs."), ("A cat runs.", "A cat runs.")]
    assert [found.supports for found in LexicalVerifier().judge(pairs)] == [True, False, True]
    assert LexicalVerifier().judge([]) == []
