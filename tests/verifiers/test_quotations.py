"""Quoted on-screen text: two texts may both be shown, and a quotation must be word for word."""

from __future__ import annotations

import pytest

from gvqa_verifiers.guards import all_doubts
from gvqa_verifiers.guards.quotations import doubts
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions
from gvqa_verifiers.passages import about

TABLE = (
    'The heading reads "Turbines built". "North site 12 turbines" is written on the screen. '
    '"South site 9 turbines" is written on the screen. '
    '"East site 4 turbines" is written on the screen. The picture is mostly white.'
)
CODE = '"def power(speed):" is written on the screen. "area = 4.5" is written on the screen.'


@pytest.mark.parametrize(
    ("premise", "claim", "missing"),
    [
        (CODE, 'The screen shows "area = 4.5".', None),
        (CODE, 'The screen shows "Area = 4.5."', None),
        (CODE, 'The screen shows "area = 5.4".', "area = 5.4"),
        (CODE, "The screen shows program code.", None),
        (CODE, 'The screen shows "power".', "power"),
        ("A sign says STOP.", 'A sign says "stop".', None),
        ("A sign says STOP.", 'A sign says "go".', "go"),
        (TABLE, 'It shows "North site 12 turbines" and "South site 9".', None),
        (TABLE, 'It shows "North site 12 turbines" and "South site 4".', "South site 4"),
        ("A wall.", 'It shows "".', None),
    ],
)
def test_a_quotation_must_stand_in_the_caption_word_for_word(premise, claim, missing):
    found = [doubt.why for doubt in doubts(premise, claim)]
    assert found == ([f'the caption does not have "{missing}"'] if missing else [])


def test_the_guard_is_asked_and_named():
    ((name, doubt),) = all_doubts(CODE, '"area = 5.4" is written on the screen.')
    assert (name, doubt.why) == ("quotations", 'the caption does not have "area = 5.4"')


def test_a_passage_that_quotes_other_text_is_not_about_the_claim():
    claim = '"South site 9 turbines" is written on the screen.'
    assert not about(['"East site 4 turbines" is written on the screen.'], claim)[0]
    assert about(['The slide says "South site 9 turbines" on the screen.'], claim)[0]
    assert about(['"South site 9 turbines" is not written on the screen.'], claim)[0]


@pytest.mark.parametrize(
    ("claim", "grounded"),
    [
        ('"North site 12 turbines" is written on the screen.', True),
        ('"South site 9 turbines" is written on the screen.', True),
        ('"East site 4 turbines" is written on the screen.', True),
        ('"South site 12 turbines" is written on the screen.', False),
        ('"West site 9 turbines" is written on the screen.', False),
        ('"South site 9 turbines" is not written on the screen.', False),
    ],
)
def test_every_row_of_a_table_is_judged_by_itself(claim, grounded):
    with NLIMini(NLIMiniOptions()) as verifier:
        verifier.open({})
        assert verifier.judge([(TABLE, claim)])[0].supports is grounded
