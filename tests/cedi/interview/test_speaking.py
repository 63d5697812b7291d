"""Evaluatees on a model: what it is shown, and what the verified one withholds."""

from __future__ import annotations

import numpy as np
import pytest

from gvqa_cedi.errors import JudgeError
from gvqa_cedi.interview.context import whole
from gvqa_cedi.interview.speaking import (
    NOTHING_LEFT,
    ChatEvaluatee,
    ChatOptions,
    VerifiedEvaluatee,
)
from gvqa_cedi.interview.state import Asked, Interview, Question
from gvqa_cedi.synthetic import graphs, image
from gvqa_cedi.transcripts import Turn
from gvqa_core.chat import ChatCaptioner
from gvqa_core.testing.fakes import ScriptedChat
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

GRAPH = graphs()[0]
BEFORE = (Turn("What is there?", "A square."), Turn("And?", None))


def asked(turns=BEFORE, picture=lambda: image(GRAPH.image)) -> Asked:
    interview = Interview(GRAPH, GRAPH, whole(GRAPH), turns, image=picture)
    return Asked(interview, Question("Which colour is it?"))


def speaking(kind, replies, verifier=None, **options):
    chat = ScriptedChat(replies)
    evaluatee = kind(ChatOptions(**options))
    evaluatee.open({"captioner": ChatCaptioner(chat), "verifier": verifier})
    return evaluatee, chat


def test_the_model_sees_picture_history_and_question():
    evaluatee, chat = speaking(ChatEvaluatee, ["<think>hm</think> It is red."])
    assert evaluatee.answer(asked()) == "It is red."
    [conversation] = chat.calls[0].conversations
    assert [(m.role, m.text) for m in conversation] == [
        ("user", "What is there?"), ("assistant", "A square."), ("user", "Which colour is it?"),
    ]  # fmt: skip
    assert np.array_equal(conversation[0].images[0], image(GRAPH.image))
    assert not conversation[2].images


def test_without_history():
    evaluatee, chat = speaking(ChatEvaluatee, ["Red."], history=False)
    evaluatee.answer(asked())
    [conversation] = chat.calls[0].conversations
    assert [m.text for m in conversation] == ["Which colour is it?"]
    assert len(conversation[0].images) == 1


def test_verified_keeps_what_a_blind_caption_entails():
    answer = "There is a red square. There is a dog on a sofa."
    with NLIMini(NLIMiniOptions()) as verifier:
        evaluatee, chat = speaking(
            VerifiedEvaluatee, [answer, "A red square on a dark background."], verifier
        )
        assert evaluatee.answer(asked(())) == "There is a red square."
        blind = chat.calls[1].conversations[0][-1].text
        assert "dog" not in blind
        assert "Which colour is it" not in blind
        evaluatee, _ = speaking(
            VerifiedEvaluatee, ["A dog sleeps.", "A red square on a dark background."], verifier
        )
        assert evaluatee.answer(asked(())) == NOTHING_LEFT
        evaluatee, _ = speaking(VerifiedEvaluatee, ["A red square.", ""], verifier)
        assert evaluatee.answer(asked(())) == NOTHING_LEFT


def test_what_keeps_it_from_answering():
    evaluatee, _ = speaking(ChatEvaluatee, [""])
    with pytest.raises(JudgeError, match="wrote nothing"):
        evaluatee.answer(asked())
    with pytest.raises(JudgeError, match="--images"):
        evaluatee.answer(asked(picture=lambda: None))
    with pytest.raises(JudgeError, match="captioner"):
        ChatEvaluatee(ChatOptions()).open({})


def test_an_answer_that_nobody_could_check_is_a_failure_not_a_good_answer():
    class Broken:
        def judge(self, pairs):
            raise MemoryError("no room")

    evaluatee, _ = speaking(VerifiedEvaluatee, ["A dog sleeps.", "A red square."], Broken())
    with pytest.raises(JudgeError, match="could not be checked: the verifier failed"):
        evaluatee.answer(asked(()))
