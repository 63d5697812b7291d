"""The extractive drafter: sentences that answer, or honestly nothing."""

from __future__ import annotations

import pytest

from gvqa_core.builtin.drafter import EmbeddedDrafter, EmbeddedDrafterOptions
from gvqa_core.types import Caption, Hit

TITLE = 'The heading reads "Wind power". The picture is mostly dark blue.'
TABLE = (
    'The heading reads "Turbines built". "North site 12 turbines" is written on the screen. '
    '"South site 9 turbines" is written on the screen. The picture is mostly white.'
)
CHART = 'The heading reads "Output by month". The picture is mostly white. There is some red.'
THANKS = 'The heading reads "Thank you". The picture is mostly dark green.'
TALK = {0.0: TITLE, 10.0: TABLE, 15.0: TABLE, 40.0: CHART, 55.0: THANKS}


def draft(question: str, captions: dict[float, str] = TALK, **options: object):
    hits = [
        Hit(Caption(time, text, pts=time), score=1.0 - rank / 10, rank=rank)
        for rank, (time, text) in enumerate(captions.items())
    ]
    found = EmbeddedDrafter(EmbeddedDrafterOptions(**options)).draft(question, hits)
    assert found.error is None
    return [(claim.text, claim.timestamp) for claim in found.claims]


@pytest.mark.parametrize(
    ("question", "claims"),
    [
        (
            "How many turbines does the south site have?",
            [('"South site 9 turbines" is written on the screen.', 10.0)],
        ),
        (
            "Which site has 12 turbines?",
            [('"North site 12 turbines" is written on the screen.', 10.0)],
        ),
        ("Is there anything red?", [("There is some red.", 40.0)]),
        (
            "What does the last slide say?",
            [('The heading reads "Thank you".', 55.0)],
        ),
        ("What colour is the closing slide?", [("The picture is mostly dark green.", 55.0)]),
        (
            "What colour is the slide that says thank you?",
            [("The picture is mostly dark green.", 55.0)],
        ),
        (
            "What is the title of the first slide?",
            [('The heading reads "Wind power".', 0.0)],
        ),
    ],
)
def test_the_sentence_that_answers_is_the_claim(question, claims):
    assert draft(question) == claims


@pytest.mark.parametrize(
    "question",
    [
        "What colour is the hat of the dragon?",
        "Is there a dog?",
        "How many solar panels are there?",
        "Which site has 7 turbines?",
        "Who is the speaker?",
        "What colour is the south site?",  # the slide's white is not the site's
        "Is the last slide red?",  # another one is
        "How many turbines are shown at the end?",
        "???",
        "",
        "   ",
    ],
)
def test_what_no_caption_answers_gets_no_claim(question):
    assert draft(question) == []


def test_a_question_for_everything_gets_one_sentence_of_each_scene_in_time():
    assert draft("What does the video show?") == [
        ('The heading reads "Wind power".', 0.0),
        ('The heading reads "Turbines built".', 10.0),
        ('The heading reads "Output by month".', 40.0),
        ('The heading reads "Thank you".', 55.0),
    ]


def test_what_colour_everything_is_gets_the_sentence_with_the_colour():
    captions = {0.0: "The picture is blank. The picture is plain red.", 5.0: TITLE}
    assert draft("What colour is the picture?", captions) == [
        ("The picture is plain red.", 0.0),
        ("The picture is mostly dark blue.", 5.0),
    ]


def test_a_sentence_is_claimed_once_at_its_first_time():
    assert draft("south site", {15.0: TABLE, 10.0: TABLE}) == [
        ('"South site 9 turbines" is written on the screen.', 10.0)
    ]


def test_no_captions_no_claims():
    assert draft("What is shown?", {}) == []


def test_the_threshold_is_how_much_of_the_question_a_caption_must_cover():
    question = "Does the south site have solar panels?"
    assert draft(question) == []
    assert draft(question, threshold=0.3) == [
        ('"South site 9 turbines" is written on the screen.', 10.0)
    ]


def test_there_are_at_most_so_many_claims():
    assert len(draft("What does the video show?", max_claims=2)) == 2


def test_captions_of_a_vision_model_are_answered_from_too():
    film = {
        3.0: "A man in a red jacket rides a bicycle past a bakery.",
        8.0: "Two dogs sleep on a blue sofa. A lamp stands beside it.",
        12.0: "An empty street at night.",
    }
    assert draft("How many dogs are on the sofa?", film) == [
        ("Two dogs sleep on a blue sofa.", 8.0)
    ]
    assert draft("What colour is the sofa?", film) == [("Two dogs sleep on a blue sofa.", 8.0)]
    assert draft("What is the man riding?", film) == [
        ("A man in a red jacket rides a bicycle past a bakery.", 3.0)
    ]
    assert draft("What colour is the horse?", film) == []
    assert draft("How many cats are on the sofa?", film) == []
