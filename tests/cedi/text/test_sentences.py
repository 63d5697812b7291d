"""Sentences keep their places, whatever a model writes."""

from __future__ import annotations

import pytest

from gvqa_cedi.text.sentences import split_sentences
from gvqa_cedi.text.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A cat. A dog!", ["A cat.", "A dog!"]),
        ("Dr. Smith holds 3.5 apples. Yes.", ["Dr. Smith holds 3.5 apples.", "Yes."]),
        ("1. A cat\n2. A dog\n- a bird", ["A cat", "A dog", "a bird"]),
        ('He says "Stop." The car stops', ['He says "Stop."', "The car stops"]),
        ("", []),
        ("...", []),
        ("cat", ["cat"]),
        ("**Objects**\n* Hund\n* 犬。猫", ["Objects**", "Hund", "犬。猫"]),
    ],
)
def test_split(text, expected):
    found = split_sentences(text)
    assert [each.text for each in found] == expected
    assert all(text[each.start : each.end] == each.text for each in found)


def test_fifty_thousand_characters():
    text = "A dog sits on the mat. " * 2200
    assert len(split_sentences(text)) == 2200


def test_tokens_keep_their_places():
    sentence = "It’s the man's T-shirt, isn't it?"
    tokens = tokenize(sentence)
    assert [t.word for t in tokens] == [
        "it", "'s", "the", "man", "'s", "t-shirt", ",", "isn't", "it", "?",
    ]  # fmt: skip
    assert sentence[tokens[5].start : tokens[5].end] == "T-shirt"
