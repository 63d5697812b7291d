"""Claims about what is said: Grounded only where the transcript says so."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gvqa_core.claims import prepare
from gvqa_core.speech.checking import SpeechProcedure
from gvqa_core.speech.offers import with_speech_offered
from gvqa_core.types import (
    Caption,
    Claim,
    Evidence,
    Judgement,
    NLILabel,
    Pair,
    Segment,
    Verdict,
    VerifiedClaim,
)

SEGMENTS = (
    Segment(0.0, 4.0, "Welcome to the bakery."),
    Segment(5.0, 8.0, "The dough needs an hour.", "Anna"),
    Segment(8.5, 11.0, "Is it cold? Keep it warm."),
    Segment(12.0, 13.0, "Why?"),
    Segment(40.0, 44.0, "We sell garlic bread on Fridays."),
)


class Contains:
    """Entails when the hypothesis stands in the premise; records what it is asked."""

    def __init__(self) -> None:
        self.calls: list[list[Pair]] = []

    def __call__(self, pairs: Sequence[Pair]) -> list[Judgement]:
        self.calls.append(list(pairs))
        return [
            Judgement(h in str(p), NLILabel.ENTAILMENT if h in str(p) else NLILabel.NEUTRAL)
            for p, h in pairs
        ]


@pytest.fixture
def judge() -> Contains:
    return Contains()


def verify(
    judge: Contains | None, *claims: tuple[str, float], **more: object
) -> list[VerifiedClaim]:
    values = {"interval": 5.0, "neighbours": 1} | more
    procedure = SpeechProcedure(segments=SEGMENTS, judge=judge, **values)  # type: ignore[arg-type]
    prepared = prepare([Claim(*claim) for claim in claims], (), 5.0, speech=True)
    assert all(claim.channel == "said" for claim in prepared)
    done = dict(procedure.run(dict(enumerate(prepared))))
    return [done[position] for position in range(len(claims))]


def test_a_statement_is_judged_by_what_is_said_at_its_time(judge: Contains):
    [found] = verify(judge, ("The speaker says that the dough needs an hour.", 6.0))
    assert found.verdict is Verdict.GROUNDED
    assert found.evidence.spoken == SEGMENTS[1:2]
    assert found.evidence.picture is None
    assert judge.calls == [[("The dough needs an hour.", "The dough needs an hour.")]]


def test_the_neighbouring_passages_are_taken_in_when_one_does_not_say_so(judge: Contains):
    [found] = verify(judge, ("The speaker says that the dough needs an hour.", 9.0))
    assert found.grounded
    assert [(look.offset, look.spoken) for look in found.looked_at] == [
        (0, SEGMENTS[2:3]),
        (-1, SEGMENTS[1:3]),
    ]
    assert found.evidence.timestamp == 5.0


def test_a_citation_between_passages_takes_the_nearest_and_far_from_any_none(judge: Contains):
    near, far = verify(
        judge,
        ("The speaker says that we sell garlic bread on Fridays.", 38.0),
        ("The speaker says that we sell garlic bread on Fridays.", 30.0),
    )
    assert near.evidence.spoken == SEGMENTS[4:]
    assert not far.grounded
    assert far.evidence.judgement is None
    assert far.reason == "nothing is said at 0:30 or near it"


def test_all_claims_of_a_round_are_judged_in_one_call(judge: Contains):
    verify(
        judge,
        ("The speaker says that it rains.", 6.0),
        ("The speaker says that it snows.", 41.0),
        neighbours=0,
    )
    assert [len(call) for call in judge.calls] == [2]


def test_a_question_states_nothing(judge: Contains):
    cold, why = verify(
        judge,
        ("The speaker says that is it cold?", 9.0),
        ("The speaker says that it is why.", 12.5),
        neighbours=0,
    )
    assert judge.calls[0][0][0] == "Keep it warm."
    assert not cold.grounded
    assert why.reason == "only questions are asked there, and a question states nothing"


@pytest.mark.parametrize(
    ("text", "grounded"),
    [
        ('The speaker says, "the dough needs an HOUR".', True),
        ('The speaker says, "dough needs an hour".', True),
        ('The speaker says, "the dough needs two hours".', False),
        ('The speaker says, "dough an hour".', False),
        ("The dough is mentioned.", True),
        ("The speaker talks about doughs and hours.", True),
        ("The speaker talks about dough and garlic.", False),
        ("An hour of dough is mentioned.", False),
    ],
)
def test_words_alone_decide_quotations_and_topics(judge: Contains, text: str, grounded: bool):
    [found] = verify(judge, (text, 6.0), neighbours=0)
    assert found.grounded is grounded
    assert judge.calls in ([], [[]])
    assert found.evidence.judgement is not None
    assert found.evidence.judgement.judge == "words of the transcript"


@pytest.mark.parametrize(
    ("who", "grounded"),
    [("The speaker", True), ("Anna", True), ("The woman", False), ("Ann", False), ("He", False)],
)
def test_who_speaks_is_believed_only_where_the_transcript_tells(
    judge: Contains, who: str, grounded: bool
):
    [found] = verify(judge, (f"{who} says that the dough needs an hour.", 6.0))
    assert found.grounded is grounded
    if not grounded:
        assert found.reason == (
            f"it is said there, but the transcript does not tell who says it: {who}"
        )


@pytest.mark.parametrize(
    ("text", "grounded"),
    [
        ("The speaker says that the dough needs an hour.", True),
        ("The speaker promises that the dough needs an hour.", False),
        ('The speaker warns, "the dough needs an hour".', False),
        ('The speaker asks, "Is it cold?"', True),
        ('The speaker asks, "the dough needs an hour".', False),
        ('The speaker keeps: "Keep it warm."', None),
    ],
)
def test_how_it_is_meant_is_believed_only_where_the_words_show_it(
    judge: Contains, text: str, grounded: bool | None
):
    [claim] = prepare([Claim(text, 6.0)], (), 5.0, speech=True)
    if grounded is None:
        assert claim.channel == "seen"
        return
    [found] = verify(judge, (text, 6.0))
    assert found.grounded is grounded
    if not grounded:
        assert "does not tell how it is meant: " in str(found.reason)


@pytest.mark.parametrize("text", ["Nobody mentions chocolate.", "The speaker mentions no dough."])
def test_a_denial_is_never_grounded(judge: Contains, text: str):
    [found] = verify(judge, (text, 6.0))
    assert not found.grounded
    assert found.reason == "that something is not said cannot be shown by a passage"
    assert found.evidence.judgement is None


def test_a_verifier_of_frames_judges_no_statement_but_words_still_count():
    statement, topic = verify(
        None, ("The speaker says that the dough needs an hour.", 6.0), ("Dough is mentioned.", 6.0)
    )
    assert not statement.grounded
    assert statement.reason == (
        "the verifier judges frames, and what is said needs one that reads text"
    )
    assert topic.grounded


def test_a_verifier_that_fails_grounds_nothing():
    def broken(pairs: Sequence[Pair]) -> list[Judgement]:
        raise RuntimeError("no")

    [found] = verify(broken, ("The speaker says that the dough needs an hour.", 6.0))  # type: ignore[arg-type]
    assert not found.grounded
    assert "the verifier failed" in str(found.reason)


def test_the_right_moment_is_offered(judge: Contains):
    retrieved = (Caption(40.001, SEGMENTS[4].text, 40.0, channel="said", end=44.0),)
    claims = (
        ("The speaker says that we sell garlic bread on Fridays.", 6.0),
        ("Garlic is mentioned.", 6.0),
        ("The speaker says that it rains.", 6.0),
    )
    statement, topic, wrong = verify(judge, *claims, moments=[retrieved] * 3)
    for found in (statement, topic):
        assert not found.grounded
        assert found.entailed_at is not None
        assert found.entailed_at.spoken == SEGMENTS[4:]
        assert str(found.reason).endswith("; it is said at 0:40")
    assert wrong.entailed_at is None
    assert all(found.entailed_at is None for found in verify(judge, *claims))


def test_what_is_not_seen_may_be_offered_as_said(judge: Contains):
    speech = SpeechProcedure(segments=SEGMENTS, judge=judge, interval=5.0, neighbours=1)

    def seen(text: str, verdict: Verdict) -> VerifiedClaim:
        claim = Claim(text, 6.0)
        return VerifiedClaim(claim, verdict, Evidence(6.0), reason="not seen")

    given = [
        (0, seen("The dough needs an hour.", Verdict.UNVERIFIED)),
        (1, seen("The dough needs an hour.", Verdict.GROUNDED)),
        (2, seen("It rains.", Verdict.UNVERIFIED)),
    ]
    found = dict(with_speech_offered(speech, given))
    assert found[0].verdict is Verdict.UNVERIFIED
    assert found[0].reason == "not seen; it is said at 0:05, not shown"
    assert found[0].entailed_at is not None
    assert found[0].entailed_at.spoken == SEGMENTS[1:2]
    assert (found[1], found[2]) == (given[1][1], given[2][1])
    assert len(judge.calls) == 1


def test_without_a_transcript_every_claim_is_about_what_is_seen():
    [claim] = prepare([Claim("The speaker says that it is late.", 5.0)], (), 5.0)
    assert claim.channel == "seen"
    assert claim.hypothesis == "The speaker says that it is late."
