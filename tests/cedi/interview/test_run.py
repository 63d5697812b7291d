"""Interviews: what is asked, what is answered, and what is kept of a run that is killed."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.grading.assembling import make_cases
from gvqa_cedi.grading.chair import Chair, ChairOptions
from gvqa_cedi.grading.scene_graph import SceneGraphGrader, SceneGraphOptions
from gvqa_cedi.grading.valor import Valor, ValorOptions
from gvqa_cedi.graph import Relation, SceneGraph, SceneObject
from gvqa_cedi.interview.baselines import PopeExaminer, PopeOptions
from gvqa_cedi.interview.context import make_contexts, sub_graph
from gvqa_cedi.interview.journal import Journal
from gvqa_cedi.interview.runner import FAILURES_IN_A_ROW, Plan, run_interviews
from gvqa_cedi.interview.simulated import Simulated, SimulatedOptions
from gvqa_cedi.interview.template import TemplateExaminer
from gvqa_cedi.interview.walk import WalkOptions
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions
from gvqa_cedi.synthetic import graphs
from gvqa_cedi.transcripts import KINDS, load_transcripts
from gvqa_cedi.wordnet.sameness import same_thing
from gvqa_core.cli.run import run

SOME = graphs()[24:96:6]


def interviews(folder, given=SOME, *, options=None, evaluatee=None, contexts=1, **rates):
    return run_interviews(
        Plan(graphs=given, contexts=contexts, seed=3),
        TemplateExaminer(options or WalkOptions()),
        evaluatee or Simulated(SimulatedOptions(**rates)),
        Journal(folder, {"rates": rates}),
        names=("template", "simulated"),
    )


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    return interviews(tmp_path_factory.mktemp("run"))


def test_every_type_is_asked_and_the_first_is_regular(said):
    kinds = Counter(turn.kind for each in said for turn in each.turns)
    assert set(kinds) == set(KINDS)
    assert all(each.turns[0].kind == "regular" for each in said)
    for each in said:
        texts = [turn.question for turn in each.turns]
        assert len(set(texts)) == len(texts) <= 8


def test_follow_ups_keep_the_node(said):
    for each in said:
        for before, turn in zip(each.turns, each.turns[1:], strict=False):
            if turn.kind == "follow-up":
                assert turn.node == before.node


def test_what_is_made_up_is_not_there(said):
    by_image = {graph.image: graph for graph in graphs()}
    for each in said:
        graph = by_image[each.image]
        objects = graph.by_id
        for turn in each.turns:
            what, _, made_up = turn.fabricated.partition(": ")
            if what == "object":
                assert not any(same_thing(made_up, o.name) for o in graph.objects)
            elif what == "attribute":
                assert made_up not in objects[turn.node].values
            if turn.kind in ("adversarial", "unanswerable"):
                assert what
                assert turn.expected in ("deny", "refuse")
            else:
                assert not what


def figures(said):
    cases = make_cases(said, graphs(), Lexicon(LexiconOptions()))
    # One edge a triple: else a right predicate hides a wrong one between the same two things.
    grader = SceneGraphGrader(SceneGraphOptions(exact=False, edges="triple"))
    return {
        metric.name: metric.value
        for grading in (g.grade(cases) for g in
                        (grader, Chair(ChairOptions()), Valor(ValorOptions())))
        for metric in reversed(grading.metrics)
    }  # fmt: skip


def test_no_faults_score_zero(said):
    found = figures(said)
    assert found["ged_hal"] == found["chair_i"] == found["chair_s"] == found["n_hall"] == 0
    assert found["valor_faith"] == 1


def test_the_same_seed_gives_the_same_interviews(tmp_path, said):
    assert interviews(tmp_path / "again") == said


def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path, said):
    whole = tmp_path / "whole"
    interviews(whole)
    lines = (whole / "turns.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    for kept in (0, 1, len(lines) // 2, len(lines) - 1):
        folder = tmp_path / f"cut{kept}"
        folder.mkdir()
        torn = "".join(lines[:kept]) + lines[min(kept, len(lines) - 1)][:25]
        (folder / "turns.jsonl").write_text(torn, encoding="utf-8")
        assert interviews(folder) == said
        assert (folder / "turns.jsonl").read_text(encoding="utf-8").splitlines(True) == lines


def test_other_settings_are_refused(tmp_path):
    interviews(tmp_path, SOME[:1])
    with pytest.raises(TranscriptError, match="other settings"):
        interviews(tmp_path, SOME[:1], object=0.5)


class Failing:
    """Fails at every second question, then always."""

    def __init__(self, *, always: bool) -> None:
        self.calls = 0
        self.always = always

    def answer(self, asked):
        self.calls += 1
        if self.always or self.calls % 2:
            raise TimeoutError("the server did not answer")
        return asked.question.text


def test_failures_are_recorded_and_end_nothing_but_a_hopeless_interview(tmp_path):
    [some] = interviews(tmp_path / "a", SOME[:1], evaluatee=Failing(always=False))
    assert some.turns[0].response is None
    assert "TimeoutError" in some.turns[0].error
    assert len(some.turns) > FAILURES_IN_A_ROW
    [none] = interviews(tmp_path / "b", SOME[:1], evaluatee=Failing(always=True))
    assert len(none.turns) == FAILURES_IN_A_ROW
    assert "3 times" in none.about["end"]


@pytest.mark.parametrize("off", ["regular", "follow_up", "adversarial", "unanswerable"])
def test_types_can_be_switched_off(tmp_path, off):
    found = interviews(tmp_path, SOME[:3], options=WalkOptions(**{off: False}))
    kinds = [turn.kind for each in found for turn in each.turns[1:]]
    assert off.replace("_", "-") not in kinds


def test_it_always_ends(tmp_path):
    endless = WalkOptions(rounds=1000)
    found = interviews(tmp_path, [SOME[0], SceneGraph("empty")], options=endless, contexts=0)
    assert len(found[0].turns) <= 50
    assert found[1].turns == ()


def test_contexts_are_distinct_and_cover_the_graph():
    far = SceneGraph(
        "i",
        [SceneObject(str(n), f"thing{n}") for n in range(20)],
        [Relation(str(n), "on", str(n + 1)) for n in range(0, 20, 2)],
    )
    found = make_contexts(far, 5, seed=1)
    assert [context.number for context in found] == [0, 1, 2, 3, 4]
    assert len({each for context in found for each in context.objects}) == 10
    assert found == make_contexts(far, 5, seed=1)
    part = sub_graph(far, found[0].objects)
    assert len(part) == 2
    assert len(part.relations) == 1
    assert make_contexts(SceneGraph("e"), 3, seed=1) == []


def test_pope_asks_half_and_half(tmp_path):
    for sampling in ("random", "popular", "adversarial"):
        said = run_interviews(
            Plan(graphs=SOME[:4], seed=1),
            PopeExaminer(PopeOptions(sampling=sampling, questions=4)),
            Simulated(SimulatedOptions()),
            Journal(tmp_path / sampling, {}),
        )
        labels = Counter(turn.expected for each in said for turn in each.turns)
        assert labels["yes"] == labels["no"] >= 7
        assert said[0].turns[0].question.startswith("Is there a")


def test_from_the_command_line(tmp_path, capsys):
    folder = tmp_path / "run"
    arguments = ["cedi", "run", str(folder), "--evaluatee", "simulated", "--pictures", "3",
                 "-o", "evaluatee.simulated.accept", "1"]  # fmt: skip
    assert run(arguments) == 0
    first = (folder / "transcripts.jsonl").read_bytes()
    assert "3 interviews" in capsys.readouterr().out
    assert run(arguments) == 0
    assert (folder / "transcripts.jsonl").read_bytes() == first
    assert "going on after" in capsys.readouterr().err
    assert len(load_transcripts(folder / "transcripts.jsonl")) == 3
    assert run(["cedi", "grade", str(folder / "transcripts.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conversations"]
    assert run([*arguments, "--seed", "9"]) == 1
    assert "other settings" in capsys.readouterr().err
    assert run(["cedi", "run", str(tmp_path / "x"), "--pictures", "3"]) == 1
    assert "asks a language model" in capsys.readouterr().err
