"""What a question takes for granted."""

from __future__ import annotations

import pytest

from gvqa_core.premises.phrases import presupposed, there_is


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("What does the dragon do?", ["dragon"]),
        ("What colour is the blue car?", ["blue car"]),
        ("What does the man with the red scarf wear?", ["man", "red scarf"]),
        ("What does the woman spread on the bread?", ["woman", "bread"]),
        ("What happens after the dragon appears?", ["dragon"]),
        ("What is the man riding the horse holding?", ["man", "horse"]),
        ("What is the name of the lecturer?", ["lecturer"]),
        ("What animal is on the sofa?", ["sofa"]),
        ("What is shown at the very end?", []),
        ("What is written on the last slide of the video?", []),
        ("What happens in the second half of the talk?", []),
        ("Is there a dragon?", []),
        ("Is the dragon visible?", []),
        ("Do we see the dragon?", []),
        ("How many times does the tram pass?", []),
        ("What does a man eat?", []),
        ("", []),
        ("日本の猫はどこ？", []),
    ],
)
def test_definite_noun_phrases(question: str, phrases: list[str]) -> None:
    assert [thing.phrase for thing in presupposed(question)] == phrases


def test_a_word_that_may_be_a_verb_does_not_stand_alone() -> None:
    (thing,) = presupposed("What happens after the dragon roars?")
    assert set(thing.heads) == {"dragon", "roars"}
    (car,) = presupposed("What colour is the blue car?")
    assert car.hypotheses == ("There is a car.", "There is a blue car.")


def test_existence_in_words() -> None:
    assert there_is("owl") == "There is an owl."
    assert there_is("cars") == "There are cars."
    assert there_is("glass") == "There is a glass."
