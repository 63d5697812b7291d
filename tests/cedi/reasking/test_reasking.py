"""What conversations claimed, asked again: the questions, their truth, and the comparison."""

from __future__ import annotations

import json

import pytest

from gvqa_cedi.grading.assembling import make_cases
from gvqa_cedi.graph import Attribute, Relation, SceneGraph, SceneObject
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions
from gvqa_cedi.reasking.implied import implied_answers
from gvqa_cedi.reasking.table import pairs, rows
from gvqa_cedi.transcripts import Transcript, Turn, save_transcripts
from gvqa_core.cli.run import run

GRAPH = SceneGraph(
    "one",
    [SceneObject("1", "dog", [Attribute("brown")]), SceneObject("2", "sofa")],
    [Relation("1", "on", "2")],
)


def implied(*turns):
    cases = make_cases([Transcript("one", turns)], [GRAPH], Lexicon(LexiconOptions()))
    return implied_answers(cases)["one"]


def asked(found):
    return {(i.question.text, i.question.expected, str(i.said), i.source) for i in found}


def test_what_is_asserted_or_denied_is_asked_about_with_the_truth_of_the_graph():
    found = implied(
        Turn("What is there?", "A dog lies next to a lamp. There is no couch."),
        Turn("And?", "There is an animal and a dog. Perhaps there is a cat."),
        Turn("And?", None),
    )
    assert asked(found) == {
        ("Is there a dog in the picture?", "yes", "yes", "mentioned"),
        ("Is there a lamp in the picture?", "no", "yes", "mentioned"),
        ("Is there a couch in the picture?", "yes", "no", "mentioned"),
        ("Is there an animal in the picture?", "yes", "yes", "mentioned"),
    }
    assert {i.question.node for i in found} == {"1", "", "2"}


@pytest.mark.parametrize(
    ("response", "said"),
    [
        ("It is red.", "yes"),
        ("The umbrella is red.", "yes"),
        ("There is no umbrella.", "no"),
        ("I cannot tell.", "unknown"),
    ],
)
def test_a_false_premise_is_asked_about_once_and_its_answer_is_no(response, said):
    turn = Turn("What color is the umbrella next to the dog?", response, "unanswerable", "refuse",
                fabricated="object: umbrella")  # fmt: skip
    found = [each for each in implied(turn) if "umbrella" in each.question.text]
    assert asked(found) == {("Is there an umbrella in the picture?", "no", said, "premise")}


def test_yes_no_questions_of_the_interview_are_asked_as_they_were():
    found = implied(
        Turn("Is the dog white?", "Yes, it is.", "adversarial", "deny", node="1",
             fabricated="attribute: white"),
        Turn("Is the dog on the sofa?", "No.", "follow-up", "confirm", node="1"),
        Turn("What is on the sofa?", "Hm.", "follow-up", "answer", node="1"),
    )  # fmt: skip
    assert asked(found) == {
        ("Is the dog white?", "no", "yes", "asked"),
        ("Is the dog on the sofa?", "yes", "no", "asked"),
    }


def test_the_table_counts_what_the_model_knew_better():
    found = {"one": implied(Turn("?", "There is a dog and a lamp. There is a cat."))}
    answers = {"dog": "Yes.", "lamp": "No, there is none.", "cat": "Yes."}
    said = [
        Transcript("one", (Turn(f"Is there a {name} in the picture?", text),))
        for name, text in answers.items()
    ]
    everything, mentioned = rows(pairs(found, said))
    assert everything.questions == mentioned.questions == 3
    assert everything.implied.accuracy == pytest.approx(1 / 3)
    assert everything.asked.accuracy == pytest.approx(2 / 3)
    assert (everything.contradicted, everything.righted, everything.wrong) == (1, 1, 2)
    unanswered = rows(pairs(found, said[:1]))[0]
    assert (unanswered.asked.asked, unanswered.asked.missing, unanswered.wrong) == (1, 2, 0)


def test_from_the_command_line(tmp_path, capsys):
    """Faulty in conversation, faultless when asked: only the second is all right."""
    interviews, again = str(tmp_path / "run"), str(tmp_path / "again")
    faulty = ["-o", "evaluatee.simulated.accept", "0.7", "-o", "evaluatee.simulated.object", "0.7"]
    assert run(["cedi", "run", interviews, "--evaluatee", "simulated", "--pictures", "4",
                *faulty]) == 0  # fmt: skip
    command = ["cedi", "reask", interviews, again, "--evaluatee", "simulated"]
    capsys.readouterr()
    assert run([*command, "--json"]) == 0
    table = {row["source"]: row for row in json.loads(capsys.readouterr().out)}
    assert set(table) == {"all", "mentioned", "premise", "asked"}
    assert table["all"]["implied"]["accuracy"] < 0.9
    assert table["premise"]["asked"]["accuracy"] == 1
    assert table["mentioned"]["asked"]["accuracy"] == 1
    assert table["premise"]["righted"] == table["premise"]["wrong"] > 0
    lines = (tmp_path / "again" / "turns.jsonl").read_bytes()
    assert run(command) == 0
    assert "put right" in capsys.readouterr().out
    assert (tmp_path / "again" / "turns.jsonl").read_bytes() == lines


def test_nothing_to_ask_again(tmp_path, capsys):
    path = tmp_path / "said.jsonl"
    save_transcripts(path, [Transcript("synthetic/000", (Turn("?", None),))])
    assert run(["cedi", "reask", str(path), str(tmp_path / "x"), "--evaluatee", "simulated"]) == 1
    assert "can be asked again" in capsys.readouterr().err
