"""Cues become sentences, and rolling captions are read once."""

from __future__ import annotations

from gvqa_core.speech.passages import LARGEST_GAP, LONGEST, MOST_CHARACTERS, passages
from gvqa_core.types import Segment


def texts(*cues: Segment) -> list[str]:
    return [passage.text for passage in passages(cues)]


def test_a_sentence_over_several_cues_is_one_passage():
    found = passages(
        [
            Segment(1, 3, "We let the dough"),
            Segment(3.1, 5, "rest for\nan hour."),
            Segment(5, 6, "Then we bake."),
        ]
    )
    assert found == (
        Segment(1, 5, "We let the dough rest for an hour."),
        Segment(5, 6, "Then we bake."),
    )


def test_silence_another_speaker_and_length_end_a_passage():
    gap = 2 + LARGEST_GAP
    assert texts(Segment(0, 2, "one"), Segment(gap, gap + 1, "two")) == ["one two"]
    assert texts(Segment(0, 2, "one"), Segment(gap + 0.1, gap + 1, "two")) == ["one", "two"]
    assert texts(Segment(0, 2, "one", "A"), Segment(2, 3, "two", "B")) == ["one", "two"]
    assert texts(Segment(0, LONGEST, "one"), Segment(LONGEST, LONGEST + 1, "two")) == ["one", "two"]
    long = "x" * (MOST_CHARACTERS - 3)
    assert texts(Segment(0, 1, long), Segment(1, 2, "two")) == [long, "two"]


def test_closing_quotes_and_other_scripts_end_sentences():
    assert texts(Segment(0, 1, 'She said "no."'), Segment(1, 2, "Yes")) == ['She said "no."', "Yes"]
    assert texts(Segment(0, 1, "今日は。"), Segment(1, 2, "はい")) == ["今日は。", "はい"]


def test_lines_that_roll_on_count_once():
    rolling = [
        Segment(0, 2, "and now"),
        Segment(2, 2.01, "and now"),
        Segment(2.01, 4, "and now\nwe bake"),
        Segment(4, 6, "we bake\nthe bread"),
    ]
    assert texts(*rolling) == ["and now we bake the bread"]


def test_a_line_that_is_held_makes_its_passage_last():
    held = [Segment(n, n + 1, "Hurra!") for n in range(20)]
    assert passages(held) == (Segment(0, 20, "Hurra!"),)


def test_what_is_said_again_later_counts_again():
    assert texts(Segment(0, 1, "Yes."), Segment(9, 10, "Yes.")) == ["Yes.", "Yes."]


def test_overlapping_cues_keep_the_latest_end():
    assert passages([Segment(0, 5, "one"), Segment(1, 2, "two")]) == (Segment(0, 5, "one two"),)


def test_nothing_gives_nothing():
    assert passages([]) == ()
