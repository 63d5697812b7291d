"""The grammar of time language: what it reads, what it leaves alone."""

from __future__ import annotations

import pytest

from gvqa_core.retrieval.grammar import read
from gvqa_core.retrieval.parse import Anchor, Span

PLACES = {
    "What is shown at the very end?": ("end", "what is shown?"),
    "What does the last slide say?": ("end", "what does say?"),
    "How does the film end?": ("end", "how does?"),
    "What is the final image?": ("end", "what is?"),
    "Which animal is shown last?": ("end", "which animal?"),
    "What is shown at the beginning of the video?": ("start", "what is shown?"),
    "What's the first thing we see?": ("start", "what's we see?"),
    "Which colour does the opening scene have?": ("start", "which colour does have?"),
    "Who speaks shortly before the end?": ("end", "who speaks?"),
    "Where does the journey end?": ("end", "where does?"),
    "What is seen just after the beginning?": ("start", "what is seen?"),
    "Is there a dog in the middle of the clip?": ("middle", "is there a dog?"),
    "What happens halfway through the video?": ("middle", "what happens?"),
    "Does it rain in the second half?": ("second half", "does it rain?"),
    "Who talks during the first half of the talk?": ("first half", "who talks?"),
}


@pytest.mark.parametrize("question", PLACES)
def test_places(question: str) -> None:
    place, content = PLACES[question]
    parse = read(question)
    assert parse.places == (place,)
    assert parse.content == content
    assert parse.anchors == parse.spans == ()


SPANS = {
    "What happens at 3:20?": Span(200, 200),
    "What is shown around 1:02:03?": Span(3723, 3723),
    "What can be seen at 45 seconds?": Span(45, 45),
    "What is on screen at the three-minute mark?": Span(180, 180),
    "What happens two minutes in?": Span(120, 120),
    "What happens 90 seconds into the video?": Span(90, 90),
    "What is shown in minute 3?": Span(180, 180),
    "What is happening [01:30]?": Span(90, 90),
    "Who speaks between 1:00 and 2:00?": Span(60, 120),
    "Who speaks between 20 and 40 seconds?": Span(20, 40),
    "Who speaks from 0:30 to 1:15?": Span(30, 75),
    "What is seen in the first minute?": Span(0, 60),
    "What is seen in the first thirty seconds?": Span(0, 30),
    "What is seen during the last 2 minutes of the film?": Span(-120, None),
    "Who is seen in the final seconds?": Span(-10, None),
    "Is there a cat after 2:00?": Span(120, None),
    "Is there a cat before 1:30?": Span(0, 90),
}


@pytest.mark.parametrize("question", SPANS)
def test_spans(question: str) -> None:
    parse = read(question)
    assert parse.spans == (SPANS[question],)
    assert parse.anchors == parse.places == ()
    assert not any(character.isdigit() for character in parse.content)


ANCHORS = {
    "What happens after the logo appears?": [("after", "the logo appears")],
    "What is shown right before the credits?": [("before", "the credits")],
    "After the logo appears, what does the man do?": [("after", "the logo appears")],
    "Before leaving the house, what does she take?": [("before", "leaving the house")],
    "Where do we go after the kitchen?": [("after", "the kitchen")],
    "What follows the coin toss?": [("after", "the coin toss")],
    "Which scene precedes the storm?": [("before", "the storm")],
    "What is said once the music stops?": [("after", "the music stops")],
    "What comes between the goal and the penalty?": [
        ("after", "the goal"),
        ("before", "the penalty"),
    ],
    "What does he do immediately after painting the frame?": [("after", "painting the frame")],
}


@pytest.mark.parametrize("question", ANCHORS)
def test_anchors(question: str) -> None:
    parse = read(question)
    assert parse.anchors == tuple(Anchor(side, text) for side, text in ANCHORS[question])


@pytest.mark.parametrize(
    "question",
    [
        "What colour is the car?",
        "Who does the lion run after?",
        "Which animal is running after a zebra?",
        "Who is standing before the crowd?",
        "What is at the end of the rope?",
        "Who is the dog named after?",
        "Is there a book between the lamp and a cup?",
        "Who looks after the child?",
        "What does the text on the sign say?",
        "How many people sit at the table for 8?",
        "",
        "?!",
        "日本の猫はどこ？",
    ],
)
def test_what_says_nothing_of_time_stays_content(question: str) -> None:
    parse = read(question)
    assert parse.timeless, parse
    assert parse.content == question


def test_first_and_last_of_several_give_an_order() -> None:
    assert read("Which wheel is removed first?").order == "first"
    assert read("When is the cat seen for the last time?").order == "last"
    assert read("What colour is the first car?").order == "first"
    assert read("Who gives first aid?").order is None


def test_every_occurrence() -> None:
    for question in ("How many times does a tram pass?", "In how many scenes is it dark?"):
        assert read(question).every
        assert read(question).timeless
    assert not read("What colour is the tram?").every


def test_two_kinds_of_time_language_in_one_question() -> None:
    parse = read("What happens in the second half after the goal?")
    assert parse.places == ("second half",)
    assert parse.anchors == (Anchor("after", "the goal"),)
    assert parse.as_data() == {
        "content": "what happens?",
        "places": ["second half"],
        "anchors": [["after", "the goal"]],
    }


def test_long_and_hostile_questions_are_read_quickly() -> None:
    for question in ("at the " * 4000, "after " * 4000, "between 1:00 and " * 2000, "1" * 20000):
        assert isinstance(read(question).content, str)
