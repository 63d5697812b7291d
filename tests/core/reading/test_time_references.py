"""A reference to the video's time is taken off a sentence; a time that is content stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gvqa_core.claims import hypothesis
from gvqa_core.reading.time_references import split_reference


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("A man waves at 00:05.", "A man waves."),
        ("A man waves (12.3s)", "A man waves"),
        ("A man waves (12.3s).", "A man waves."),
        ("A man waves. (12.3s)", "A man waves."),
        ("A man waves around the 35 second mark.", "A man waves."),
        ("A man waves at around the 1:20 mark.", "A man waves."),
        ("A man waves at the 5-second mark.", "A man waves."),
        ("A man waves [00:05]", "A man waves"),
        ("A man waves [12.0].", "A man waves."),
        ("A man waves. [00:05 - 00:10]", "A man waves."),
        ("A man waves at 1:02:03", "A man waves"),
        ("A man waves at t=12.0.", "A man waves."),
        ("A man waves at timestamp 12.0.", "A man waves."),
        ("A man waves (timestamp: 12.0)", "A man waves"),
        ("A man waves (at 10:30)", "A man waves"),
        ("A man waves from 00:05 to 00:10.", "A man waves."),
        ("A man waves, at 00:05!", "A man waves!"),
        ("A man waves at 12 seconds.", "A man waves."),
        ("A man waves at approximately 12s.", "A man waves."),
        ("A man waves at 10:30 in the video.", "A man waves."),
        ("A man waves 12 seconds into the clip.", "A man waves."),
        ("A man waves at 00:05 (5.0s).", "A man waves."),
        ("[9.5] A man waves.", "A man waves."),
        ("The clock shows 10:30 at 00:05.", "The clock shows 10:30 at 00:05."),
        ("The clock shows 10:30 (12.3s).", "The clock shows 10:30."),
    ],
)
def test_references_are_taken_off(text, judged):
    assert hypothesis(text) == judged


@pytest.mark.parametrize(
    "text",
    [
        "The clock shows 10:30.",
        "The score is 3:2",
        "A counter reads 12",
        "The train leaves at 10:30",
        "A man waves at 10:30.",
        "The clock stops at 00:05.",
        "The display is at 12.0.",
        "The timer reaches the 30 second mark.",
        "He speaks for about 12 seconds.",
        "He waits for around 12 seconds.",
        "The race ends at 9.58 seconds.",
        "The price drops from 12 to 10.",
        "The shop is open from 10:00 to 18:00.",
        "The speed is 12 m/s",
        "The thermometer stands at 12.0.",
        "Formula [3] is on the slide, see [3]",
        "The home team leads (3:21)",
        "There are two dogs (12)",
        "The slide announces a talk at 01:30.",
        "A queue of around 12 s.",
        "At 00:05.",
        "00:05",
        "[00:05]",
        "(12.3s)",
        "",
        "At 10:30 the train leaves.",
        "It runs Windows 10.",
        "Room 12:30 is shut.",
        "Matthew 5:10",
    ],
)
def test_times_that_are_content_stay(text):
    assert hypothesis(text) == text


@pytest.mark.parametrize(
    ("text", "cited", "judged"),
    [
        ("The train leaves at 10:30.", 630.0, "The train leaves."),
        ("The train leaves at 10:30.", 12.0, "The train leaves at 10:30."),
        ("A man waves at 10:30.", 630.4, "A man waves."),
        ("A man waves at 9.5.", 9.5, "A man waves."),
        ("A man waves at 12.", 12.0, "A man waves."),
        ("A man waves at 12.", 13.0, "A man waves at 12."),
        ("A man waves around 12s.", 12.0, "A man waves."),
        ("A man waves (12)", 12.0, "A man waves"),
        ("[3] A man waves.", 3.0, "A man waves."),
        ("The shop opens at 12.", 12.0, "The shop opens at 12."),
        ("A counter reads 12.", 12.0, "A counter reads 12."),
        ("The clock stops at 00:05.", 5.0, "The clock stops at 00:05."),
        ("The thermometer stands at 12.0.", 12.0, "The thermometer stands at 12.0."),
        ("The clock shows 10:30 at 00:05.", 5.0, "The clock shows 10:30."),
    ],
)
def test_the_citation_settles_what_could_be_either(text, cited, judged):
    assert hypothesis(text, cited=cited) == judged


def test_the_reference_that_was_taken_off_is_told():
    assert split_reference("A man waves from 00:05 to 00:10.") == ("A man waves.", (5.0, 10.0))
    assert split_reference("The clock shows 10:30.") == ("The clock shows 10:30.", None)


@given(st.text(max_size=200), st.none() | st.floats(0, 1e4))
def test_only_ends_are_taken_off_and_words_remain(text, cited):
    judged = hypothesis(text, cited=cited)
    assert judged.rstrip(".!?。") in text
    assert bool(judged) == bool(text.strip())
