"""Words, sentences, places and windows: what the built-in components share."""

from __future__ import annotations

import pytest

from gvqa_core.builtin.position import place, without_place
from gvqa_core.builtin.sentences import quotations, sentences
from gvqa_core.builtin.windows import windows
from gvqa_core.builtin.words import is_number, stem, stems, tokens


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The dog's ball isn't red.", ["the", "dog", "ball", "is", "not", "red"]),
        ("It can't run", ["it", "can", "not", "run"]),
        ("12.50 EUR, 1,200 and 3,5", ["12.5", "eur", "1200", "and", "3.5"]),
        ("at 10:30", ["at", "10:30"]),
        ("Twelve dogs, 45%", ["12", "dogs", "45", "percent"]),
        ("Q3 and b2b", ["q3", "and", "b2b"]),
        ("犬がいる", ["犬", "が", "い", "る"]),
        ("Ｗｉｄｅ ﬁsh", ["wide", "fish"]),
        ("", []),
        ("...", []),
    ],
)
def test_tokens(text, found):
    assert tokens(text) == found


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("dogs", "dog"),
        ("running", "run"),
        ("runs", "run"),
        ("making", "make"),
        ("carried", "carry"),
        ("parties", "party"),
        ("boxes", "box"),
        ("women", "woman"),
        ("grey", "gray"),
        ("bus", "bus"),
        ("glass", "glass"),
        ("red", "red"),
        ("bed", "bed"),
        ("king", "king"),
        ("heading", "heading"),
        ("head", "head"),
        ("cap", "cap"),
        ("cape", "cape"),
        ("planes", "plane"),
        ("plans", "plan"),
    ],
)
def test_stems_join_what_is_one_word_and_no_more(word, base):
    assert stem(word) == base


def test_stems_of_a_text_and_numbers():
    assert stems("Two dogs ran.") == ["2", "dog", "ran"]
    assert [is_number(token) for token in ("12", "10:30", "q3")] == [True, True, False]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A dog. A cat! A cow? Yes", ["A dog.", "A cat!", "A cow?", "Yes"]),
        ("Dr. No sits. He waits.", ["Dr. No sits.", "He waits."]),
        ("It costs 4.5 euros. Fine.", ["It costs 4.5 euros.", "Fine."]),
        ('It says "Stop. Now." today. Yes.', ['It says "Stop. Now." today.', "Yes."]),
        ("One\n\nTwo", ["One", "Two"]),
        ("", []),
    ],
)
def test_sentences_never_end_inside_a_quotation(text, found):
    assert sentences(text) == found


def test_quotations_in_straight_and_curly_marks():
    assert quotations('It says "a b" and “c”.') == ["a b", "c"]


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("What is shown at the very end?", "end"),
        ("What colour is the last slide?", "end"),
        ("How does the video end?", "end"),
        ("What is on the first slide?", "start"),
        ("What happens at the beginning?", "start"),
        ("What is at the end of the street?", None),
        ("Who is first in the race?", None),
        ("What is shown?", None),
    ],
)
def test_plain_places(question, where):
    assert place(question) == where


def test_a_place_is_taken_out_of_the_question():
    assert "end" not in without_place("What is shown at the very end?")
    assert without_place("Is there a dog?") == "is there a dog?"


def words_of(text: str) -> int:
    return len(text.split())


def test_windows_are_whole_sentences_within_the_limit():
    text = "One two three. Four five. Six seven eight nine."
    assert windows(text, words_of, 5) == ["One two three. Four five.", "Six seven eight nine."]
    assert windows(text, words_of, 9) == [text]


def test_a_sentence_or_a_word_too_long_is_cut_and_nothing_is_lost():
    assert windows("a b c d e", words_of, 2) == ["a b", "c d", "e"]
    pieces = windows("x" * 10, len, 4)
    assert all(len(piece) <= 4 for piece in pieces)
    assert "".join("".join(pieces).split()) == "x" * 10
    assert windows("", words_of, 3) == [""]
