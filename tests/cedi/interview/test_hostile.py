"""A server that misbehaves, as the examiner's model and as the evaluatee: all in the record."""

from __future__ import annotations

import json
import re

import pytest
from tests.core.openai.hostile import fails, hostile, says

from gvqa_cedi.transcripts import load_transcripts
from gvqa_core.cli.run import run

NEVER_STOPS = "There is a cup. " * 5000


def asks(request):
    """A good examiner: one question about the thing it was told to ask about."""
    said = request["messages"][1]["content"]
    [thing] = re.findall(r"open question about (.+?)\. Name it", said)
    return says(json.dumps({"question": f"How does {thing} look?"}))


def fenced(request):
    content = asks(request)["body"]["choices"][0]["message"]["content"]
    return says(f"<think>Let me see.</think>\nHere it is:\n```json\n{content}\n```")


def slowly(answer):
    return {**answer, "delay": 2.0}


def repeats(request):
    """An evaluatee that says the question again."""
    content = request["messages"][-1]["content"]
    texts = [p["text"] for p in content if p["type"] == "text"] if isinstance(content, list) else []
    return says(" ".join(texts) or content)


def interviewed(server, folder, *, stage, more=()):
    """Run one interview from the command line; its exit code and its transcript."""
    who = {
        "drafter": ("--examiner", "llm", "--evaluatee", "simulated",
                    "-o", "examiner.llm.rounds", "1", "-o", "examiner.llm.repairs", "1"),
        "captioner": ("--evaluatee", "chat", "-o", "examiner.template.rounds", "4"),
    }[stage]  # fmt: skip
    options = {"base_url": server.url, "retries": "1", "timeout": "0.5"}
    command = ["cedi", "run", str(folder), "--contexts", "0", "--pictures", "1", *who,
               f"--{stage}", "openai", f"--{stage}-model", "m", *more]  # fmt: skip
    for key, value in options.items():
        command += ["-o", f"{stage}.openai.{key}", value]
    code = run(command)
    [said] = load_transcripts(folder / "transcripts.jsonl")
    return code, said


@pytest.mark.parametrize(
    "script",
    [
        (fails(429, "slow down", Retry_After="0"), asks),
        (fails(500), asks),
        (slowly(says("too late")), asks),
        (says('{"question": "Wh', finish="length"), asks),
        (says(None, refusal="I will not."), asks),
        (says(""), asks),
        (says("Sure! What would you like?"), asks),
        (fenced,),
    ],
)
def test_an_examiner_that_recovers(script, tmp_path):
    with hostile(*script) as server:
        code, said = interviewed(server, tmp_path / "run", stage="drafter")
    assert code == 0
    [turn] = said.turns
    assert turn.question.startswith("How does the ")
    assert turn.response
    assert said.about["end"] == "the examiner ended it"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (fails(429, "slow down", Retry_After="0"), "429"),
        (fails(500), "500"),
        (slowly(says("too late")), "0.5 s"),
        (says('{"question": "Wh', finish="length"), "cut off"),
        (says(None, refusal="I will not."), "empty"),
        (says(""), "empty"),
        (says("No. I ask nothing."), "no JSON object"),
        (says('{"question": "What is your name?"}'), "does not name"),
    ],
)
def test_an_examiner_that_does_not_recover(step, reason, tmp_path):
    with hostile(step) as server:
        code, said = interviewed(server, tmp_path / "run", stage="drafter")
    assert code == 1
    assert said.turns == ()  # no question of another's making takes its place
    assert said.about["end"].startswith("the examiner failed: ")
    assert reason in said.about["end"]


def test_an_interview_that_broke_off_is_told(tmp_path, capsys):
    with hostile(fails(400, "quite broken")) as server:
        interviewed(server, tmp_path / "run", stage="drafter")
    told = capsys.readouterr().err
    assert "1 interview broke off, the first: the examiner failed" in told
    assert "quite broken" in told


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (fails(429, "slow down", Retry_After="0"), "429"),
        (fails(500), "500"),
        (slowly(says("too late")), "0.5 s"),
        (says(None, refusal="I will not."), "nothing"),
        (says(""), "nothing"),
    ],
)
def test_an_evaluatee_that_gives_no_answer(step, reason, tmp_path):
    with hostile(step) as server:
        code, said = interviewed(server, tmp_path / "run", stage="captioner")
    assert code == 1
    assert len(said.turns) == 3
    assert all(turn.response is None and reason in turn.error for turn in said.turns)
    assert said.about["end"] == "no answer 3 times in a row"


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        (says("There is a c", finish="length"), "There is a c"),
        (says("```\nA cup.\n```"), "A cup."),
        (says("I'm sorry, I can't help with that."), "sorry"),
        (says(NEVER_STOPS, finish="length"), NEVER_STOPS.strip()),
    ],
)
def test_what_an_evaluatee_says_is_kept_as_it_is_and_graded(step, answer, tmp_path, capsys):
    with hostile(step) as server:
        code, said = interviewed(server, tmp_path / "run", stage="captioner")
    assert code == 0
    assert len(said.turns) == 4
    assert all(answer in turn.text for turn in said.turns)
    capsys.readouterr()
    assert run(["cedi", "grade", str(tmp_path / "run"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conversations"]


def test_an_evaluatee_that_repeats_the_question(tmp_path):
    with hostile(repeats) as server:
        code, said = interviewed(server, tmp_path / "run", stage="captioner")
    assert code == 0
    assert len(said.turns) == 4
    assert all(turn.response == turn.question for turn in said.turns)


def test_one_failure_in_the_middle_costs_one_turn(tmp_path):
    script = (says("A cup."), fails(400, "bad luck"), says("A ball."))
    with hostile(*script) as server:
        code, said = interviewed(server, tmp_path / "run", stage="captioner")
    assert code == 0
    assert [turn.response for turn in said.turns] == ["A cup.", None, "A ball.", "A ball."]
    assert "bad luck" in said.turns[1].error
    history = [message["role"] for message in server.requests[-1]["messages"]]
    assert history == ["user", "assistant", "user", "assistant", "user"]
