"""Large numbers in words are read as one number."""

from __future__ import annotations

import pytest

from gvqa_verifiers.guards.numbers import doubts
from gvqa_verifiers.language.numbers import large_in_figures


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Two thousand people were asked.", "2000 people were asked."),
        ("a hundred dogs", "100 dogs"),
        ("forty-two thousand euros", "42000 euros"),
        ("One million, two hundred thousand and five", "1200005"),
        ("two hundred and fifty thousand", "250000"),
        ("3.5 million cars", "3500000 cars"),
        ("1,200 thousand", "1200000"),
        ("sixteen million bricks and two doors", "16000000 bricks and two doors"),
        ("five hundred grams and a spoon", "500 grams and a spoon"),
        ("hundreds of people", "hundreds of people"),
        ("two or three dogs", "two or three dogs"),
        ("twenty minutes past two", "twenty minutes past two"),
        ("version 1.5.2 thousand", "version 1.5.2 thousand"),
    ],
)
def test_large_numbers_are_written_in_figures(text: str, written: str):
    assert large_in_figures(text) == written


@pytest.mark.parametrize(
    ("premise", "claim", "objects"),
    [
        ("We asked two thousand people.", "Two hundred people were asked.", True),
        ("We asked two thousand people.", "Two thousand people were asked.", False),
        ("We asked two thousand people.", "2,000 people were asked.", False),
        ("We asked 2000 people.", "Two thousand people were asked.", False),
        ("Forty thousand people are here.", "Four thousand people are here.", True),
    ],
)
def test_the_guard_compares_them(premise: str, claim: str, objects: bool):
    assert bool(doubts(premise, claim)) is objects
