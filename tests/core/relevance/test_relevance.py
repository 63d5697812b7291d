"""Whether a claim answers the question: words, kind and moment, by the written rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from gvqa_core.relevance.judge import NEAR, RelevanceJudge
from gvqa_core.relevance.moment import Moment, moment
from gvqa_core.relevance.wanted import Wanted, tells, wanted
from gvqa_core.types import Claim


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Is there a car?", Wanted.YES_OR_NO),
        ("Does the cat sleep?", Wanted.YES_OR_NO),
        ("How many cats are there?", Wanted.NUMBER),
        ("What colour is the car?", Wanted.COLOUR),
        ("Which color does the jug have?", Wanted.COLOUR),
        ("Where is the cat?", Wanted.PLACE),
        ("When does the train leave?", Wanted.TIME),
        ("What does the sign say?", Wanted.TEXT),
        ("What is the title of the slide?", Wanted.TEXT),
        ("What does the man hold?", Wanted.ANYTHING),
        ("Who opens the door?", Wanted.ANYTHING),
    ],
)
def test_what_a_question_wants(question: str, kind: Wanted):
    assert wanted(question) is kind


@pytest.mark.parametrize(
    ("question", "claim", "told"),
    [
        ("How many cats are there?", "There are two cats.", True),
        ("How many cats are there?", "There are cats.", False),
        ("How many of the 3 cats sleep?", "3 cats are there.", False),
        ("How many times is a cat shown?", "A cat sits on the wall.", True),
        ("What colour is the car?", "The car is blue.", True),
        ("What colour is the car?", "The car is new.", False),
        ("Where is the cat?", "The cat sits on the roof.", True),
        ("Where is the cat?", "The cat is grey.", False),
        ("What does the sign say?", 'The sign reads "Exit".', True),
        ("What does the sign say?", "The sign hangs on a wall.", False),
        ("What does the man hold?", "The man holds a kite.", True),
        ("What does the man hold?", "The man holds something.", False),
        ("Is there a car?", "There is a car.", True),
    ],
)
def test_a_claim_must_tell_what_the_question_does_not(question: str, claim: str, told: bool):
    assert tells(claim, question) is told


AFTER = {"anchors": [["after", "a cat"]], "anchors_at": [60.0]}
BEFORE = {"anchors": [["before", "a cat"]], "anchors_at": [60.0]}
READINGS: list[tuple[Mapping[str, Any], float, Moment]] = [
    ({}, 50.0, Moment.POSSIBLE),
    ({"places": ["end"]}, 86.0, Moment.NAMED),
    ({"places": ["end"]}, 76.0, Moment.POSSIBLE),
    ({"places": ["end"]}, 50.0, Moment.ELSEWHERE),
    ({"places": ["start"]}, 15.0, Moment.NAMED),
    ({"places": ["start"]}, 24.0, Moment.POSSIBLE),
    ({"places": ["start"]}, 26.0, Moment.ELSEWHERE),
    ({"places": ["middle"]}, 50.0, Moment.NAMED),
    ({"places": ["second half"]}, 40.0, Moment.ELSEWHERE),
    ({"spans": [[30.0, 40.0]]}, 44.0, Moment.NAMED),
    ({"spans": [[30.0, 40.0]]}, 46.0, Moment.ELSEWHERE),
    ({"spans": [[-10.0, None]]}, 86.0, Moment.NAMED),
    ({"spans": [[-10.0, None]]}, 80.0, Moment.ELSEWHERE),
    (AFTER, 70.0, Moment.NAMED),
    (AFTER, 99.0, Moment.POSSIBLE),
    (AFTER, 50.0, Moment.ELSEWHERE),
    (BEFORE, 50.0, Moment.NAMED),
    (BEFORE, 10.0, Moment.POSSIBLE),
    (BEFORE, 70.0, Moment.ELSEWHERE),
    ({"anchors": [["after", "a cat"]]}, 5.0, Moment.POSSIBLE),
    ({"places": "nonsense", "spans": 3}, 5.0, Moment.POSSIBLE),
]


@pytest.mark.parametrize(("reading", "time", "when"), READINGS)
def test_how_a_claim_lies_to_the_moment_asked_for(
    reading: Mapping[str, Any], time: float, when: Moment
):
    assert moment(reading, time, 100.0, 5.0) is when


def test_what_is_of_the_named_moment_need_not_share_words():
    claim = Claim("Coloured paper rains down.", 30.0)
    [found] = judge().label("What happens at 0:30?", [claim], {"spans": [[30.0, 30.0]]})
    assert found.answers


def judge(cosine: float | None = None) -> RelevanceJudge:
    def compare(text: str, others: Sequence[str]) -> list[float] | None:
        return None if cosine is None else [cosine] * len(others)

    return RelevanceJudge(compare=compare, duration=100.0, interval=5.0)


def test_a_claim_that_answers():
    [found] = judge().label("What colour is the car?", [Claim("The car is blue.", 5.0)], {})
    assert found.answers
    assert found.reason == ""


@pytest.mark.parametrize(
    ("question", "claim", "reading", "reason"),
    [
        ("What colour is the car?", "A dog barks.", {}, "it is about something else"),
        (
            "What colour is the car?",
            "The car is new.",
            {},
            "it does not tell a colour, as is asked",
        ),
        ("What does the man hold?", "The man holds it.", {}, "it does not tell what is asked"),
        (
            "What does the man hold at the end?",
            "The man holds a kite.",
            {"places": ["end"]},
            "it is of another moment than the question asks about",
        ),
    ],
)
def test_a_claim_that_does_not_answer_tells_why(
    question: str, claim: str, reading: Mapping[str, Any], reason: str
):
    [found] = judge().label(question, [Claim(claim, 5.0)], reading)
    assert not found.answers
    assert found.reason == reason


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        ("What does the woman say about salt?", "One spoon of salt is enough.", True),
        ("What does the woman say about salt?", "The cat sleeps.", False),
        ("How much salt is enough, according to Anna?", "One spoon of salt is enough.", True),
        ("How much salt is enough, according to Anna?", "Salt is enough.", False),
    ],
)
def test_what_is_said_answers_by_what_it_says(question: str, text: str, answers: bool):
    claim = Claim(f"The speaker says that {text}", 5.0, hypothesis=text, channel="said")
    [found] = judge().label(question, [claim], {})
    assert found.answers is answers


@pytest.mark.parametrize(
    ("text", "answers"), [("They pick crumbs.", True), ("Tourists glide by.", False)]
)
def test_a_pronoun_stands_for_what_was_asked_about(text: str, answers: bool):
    [found] = judge().label("What do the pigeons eat?", [Claim(text, 5.0)], {})
    assert found.answers is answers


@pytest.mark.parametrize(("cosine", "answers"), [(NEAR, True), (NEAR - 0.01, False), (None, False)])
def test_meaning_counts_where_an_embedding_is_at_hand(cosine: float | None, answers: bool):
    claim = Claim("A vehicle stands there, painted blue.", 5.0)
    [found] = judge(cosine).label("What colour is the car?", [claim], {})
    assert found.answers is answers
