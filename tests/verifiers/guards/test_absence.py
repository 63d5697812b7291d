"""A denial of what stands on the screen is never borne out by the words it denies."""

from __future__ import annotations

import pytest

from gvqa_verifiers.guards import absence, antonyms
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

SLIDE = (
    'The heading reads "Results". "Espresso: 21 people" is written on the screen. '
    '"Tea: 12 people" is written on the screen. "A survey by Maria Lopez" is written on the screen.'
)
FALSE_DENIALS = (
    "Tea is not on the slide.",
    "Espresso is not on the slide.",
    "Maria Lopez is not on the slide.",
    "The word Results is absent.",
    "There is no tea on the slide.",
    "The slide does not mention Maria Lopez.",
)
TRUE_DENIALS = (
    "There is no dragon on the slide.",
    "Coffee is not on the slide.",
    "The slide does not mention John Smith.",
)


@pytest.mark.parametrize("claim", FALSE_DENIALS)
def test_a_false_denial_is_doubted(claim: str) -> None:
    assert absence.doubts(SLIDE, claim)


@pytest.mark.parametrize("claim", [*TRUE_DENIALS, "Tea is on the slide.", "12 people drink tea."])
def test_a_true_denial_and_what_denies_nothing_are_left_alone(claim: str) -> None:
    assert absence.doubts(SLIDE, claim) == []


def test_no_false_denial_is_grounded_by_the_small_model() -> None:
    with NLIMini(NLIMiniOptions()) as mini:
        found = mini.judge([(SLIDE, claim) for claim in FALSE_DENIALS])
    assert [judgement.supports for judgement in found] == [False] * len(FALSE_DENIALS)


def test_a_span_is_no_pair_of_opposites() -> None:
    caption = '"Survey period: March to May" is written on the screen.'
    assert antonyms.doubts(caption, "The survey took place from March to May.") == []
    assert antonyms.doubts(caption, "The survey took place from May to March.")
