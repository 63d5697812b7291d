"""The written rule: what makes a sentence one about what is said, and what it says is said."""

from __future__ import annotations

import pytest

from gvqa_core.speech.channel import Report, in_channel, names_no_one, report
from gvqa_core.types import Caption, Claim, Hit

REPORTS = {
    'The narrator says, "Fold it twice."': ("The narrator", "Fold it twice.", "quote"),
    'It is said: "We let it rest."': ("", "We let it rest.", "quote"),
    "“Hello there,” the man in red says.": ("the man in red", "Hello there,", "quote"),
    '"Stop!" shouts the driver.': ("the driver", "Stop!", "quote"),
    "The woman says that the dough needs an hour.": (
        "The woman",
        "The dough needs an hour.",
        "statement",
    ),
    "According to the narrator, the bridge is old.": (
        "the narrator",
        "The bridge is old.",
        "statement",
    ),
    "The presenter says the price is 5 euros.": (
        "The presenter",
        "The price is 5 euros.",
        "statement",
    ),
    "It is said: We let it rest.": ("", "We let it rest.", "statement"),
    "It is explained that salt slows the yeast": ("", "Salt slows the yeast.", "statement"),
    "The dough needs an hour, the baker explains.": (
        "the baker",
        "The dough needs an hour.",
        "statement",
    ),
    "The speaker tells viewers that it is late.": ("The speaker", "It is late.", "statement"),
    "The speaker promises that it is late.": ("The speaker", "It is late.", "statement"),
    "Garlic is mentioned.": ("", "Garlic", "topic"),
    "The storm of March was discussed in the video.": ("", "The storm of March", "topic"),
    "The two men discuss the game.": ("The two men", "the game", "topic"),
    "The speaker is talking about garlic and oil.": ("The speaker", "garlic and oil", "topic"),
}


MANNERS = {
    '"Stop!" shouts the driver.': "shouts",
    "The speaker promises that it is late.": "promises",
}


@pytest.mark.parametrize("text", REPORTS)
def test_a_report_is_taken_apart(text: str):
    speaker, content, form = REPORTS[text]
    assert report(text) == Report(speaker, content, form, manner=MANNERS.get(text, ""))


@pytest.mark.parametrize(
    "text",
    [
        "Nobody mentions the price.",
        "The narrator does not mention the price.",
        "The speaker doesn't say that it is cold.",
        "The price is never mentioned.",
        "The two are not talking about the price.",
        "No dog is mentioned.",
        "The speaker mentions no dog.",
        "Nothing about dogs is mentioned.",
    ],
)
def test_a_denial_is_told(text: str):
    found = report(text)
    assert found is not None
    assert found.denied


SEEN = [
    "The dough needs an hour.",
    "A dog lies on the sofa.",
    'The sign says "Exit".',
    'The sign on the wall says "Exit".',
    'A caption says, "Two years later".',
    'The text "Sunday Bread" is displayed.',
    "The book says that it is old.",
    "A man tells a woman a story.",
    "The man is talking to a woman.",
    "A man adds salt to the bowl.",
    "The woman points out the window.",
    "A man answers the phone.",
    # In part a report: the rest would go unchecked.
    "She says hello while waving.",
    'The man says "hello" while holding a knife.',
    "The woman adds the salt and says that it is enough.",
    "A dog is mentioned and a cat is on the sofa.",
    'The man says hello to the camera and "hi" appears.',
    "The price is mentioned as 5 euros.",
    "The man tells her that it is late.",
    "The man thinks the sky is blue.",
    "Garlic is briefly mentioned.",
]


@pytest.mark.parametrize("text", SEEN)
def test_all_else_is_about_what_is_seen(text: str):
    assert report(text) is None


@pytest.mark.parametrize("who", ["", "the speaker", "A narrator", "someone", "The female voice"])
def test_whoever_speaks_is_no_one_in_particular(who: str):
    assert names_no_one(who)


@pytest.mark.parametrize("who", ["the woman", "Anna", "he", "the old speaker of the house"])
def test_someone_in_particular_is_named(who: str):
    assert not names_no_one(who)


def hit(time: float, channel: str) -> Hit:
    end = time + 3 if channel == "said" else None
    return Hit(Caption(time, "…", time, channel=channel, end=end), 1.0, 0)  # type: ignore[arg-type]


HITS = [hit(5.0, "seen"), hit(5.12, "said"), hit(10.0, "seen"), hit(10.0, "said")]


def test_a_sentence_drafted_from_speech_says_that_it_is_said():
    claim = in_channel(Claim("We let it rest.", 5.12), HITS)
    assert (claim.text, claim.hypothesis) == ("It is said: We let it rest.", "We let it rest.")
    assert claim.channel == "said"


@pytest.mark.parametrize("time", [5.0, 6.0, 10.0, 30.0])
def test_any_other_citation_leaves_a_sentence_about_what_is_seen(time: float):
    claim = Claim("A dog lies on the sofa.", time)
    assert in_channel(claim, HITS) == claim


def test_a_report_is_about_speech_wherever_it_cites():
    claim = in_channel(Claim("The speaker says that it is late.", 10.0), HITS)
    assert (claim.channel, claim.hypothesis) == ("said", "It is late.")
    assert claim.text == "The speaker says that it is late."
