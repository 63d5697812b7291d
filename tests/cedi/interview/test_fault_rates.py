"""The simulated evaluatee's fault rates, recovered in order by every grader that sees the fault."""

from __future__ import annotations

import json
import re

import pytest

from gvqa_cedi.grading.assembling import make_cases
from gvqa_cedi.grading.chair import Chair, ChairOptions
from gvqa_cedi.grading.definitions import DEFINITIONS
from gvqa_cedi.grading.haelm import HaELM
from gvqa_cedi.grading.judging import JudgeOptions
from gvqa_cedi.grading.mmhal import MMHal
from gvqa_cedi.grading.pope import Pope
from gvqa_cedi.grading.pope import PopeOptions as PopeGraderOptions
from gvqa_cedi.grading.scene_graph import SceneGraphGrader, SceneGraphOptions
from gvqa_cedi.grading.valor import Valor, ValorOptions
from gvqa_cedi.grading.valor_judge import ValorJudge
from gvqa_cedi.interview.baselines import PopeExaminer, PopeOptions
from gvqa_cedi.interview.journal import Journal
from gvqa_cedi.interview.runner import Plan, run_interviews
from gvqa_cedi.interview.simulated import Simulated, SimulatedOptions
from gvqa_cedi.interview.template import TemplateExaminer
from gvqa_cedi.interview.walk import WalkOptions
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions
from gvqa_cedi.parsing.parsed import Exchange
from gvqa_cedi.plugin import gvqa_graders
from gvqa_cedi.synthetic import graphs
from gvqa_cedi.text.polarity import Polarity
from gvqa_cedi.wordnet.sameness import same_thing
from gvqa_core.testing.fakes import ScriptedChat

SOME = graphs()[24:96:6]
RATES = (0.0, 0.2, 0.6, 1.0)
OBJECTS = ("object", "accept")
EVERYTHING = ("object", "attribute", "relation", "accept")
SEES = {
    "scene-graph": {
        "object": ("ged_hal", "ged_cov", "hal_objects"),
        "attribute": ("ged_hal", "ged_cov", "hal_attributes", "attribute_distance"),
        "relation": ("ged_hal", "ged_cov", "hal_relations"),
        "accept": ("ged_hal", "ged_cov", "hal_objects"),
    },
    "chair": dict.fromkeys(OBJECTS, ("chair_i", "chair_s", "n_hall")),
    "valor": dict.fromkeys(OBJECTS, ("valor_faith",)),
    "pope": {"accept": ("pope_accuracy", "pope_precision", "pope_f1")},
    "valor-llm": dict.fromkeys(OBJECTS, ("valor_faith",)),
    "mmhal": dict.fromkeys(EVERYTHING, ("mmhal", "mmhal_score", "mmhal_rate")),
    "haelm": dict.fromkeys(EVERYTHING, ("haelm",)),
}
"""What each grader claims to see: kind of fault → its figures."""


def test_no_grader_is_left_out():
    assert set(SEES) == {spec.name for spec in gvqa_graders()}


class Careful(ScriptedChat):
    """In the place of a good judge: reads prompts as graders write them, and is never wrong.

    What is under test is whether the graders show a judge all that it needs, and count
    what it says; how good a judge a model is, is the model's.
    """

    def __init__(self) -> None:
        super().__init__(["never used"])

    def generate(self, conversations, *, max_tokens, schema=None, seed=None):
        return [json.dumps(judged(turns[-1].text, schema)) for turns in conversations]


def judged(prompt, schema):
    parts = dict(re.findall(r"<(\w+)>\n(.*?)\n</\1>", prompt, re.DOTALL))
    if "objects" in schema["properties"]:
        return {"objects": listed(parts["answer"], parts["in_the_picture"].split("\n"))}
    truth = said_in(parts.get("picture") or parts["references"])
    fine = said_in(parts.get("answer") or parts["description"]) <= truth
    if "rating" in schema["properties"]:
        return {"reason": "read", "rating": 6 if fine else 0}
    return {"accurate": "yes" if fine else "no"}


def parsed(text):
    return Lexicon(LexiconOptions()).parse([Exchange(text)])[0]


def said_in(text):
    """What a text asserts: names, (name, value), (subject, predicate, object)."""
    found, names = set(), {}
    for sentence in parsed(text).sentences:
        for mention in sentence.mentions:
            names.setdefault(mention.id, mention.name)
            name = names[mention.id]
            if mention.asserted:
                found |= {name} | {(name, p.attribute.value) for p in mention.properties}
        found |= {
            (names[r.subject], r.predicate, names[r.object])
            for r in sentence.relations
            if r.polarity is Polarity.ASSERTED
        }
    return found


def listed(text, there):
    rows = []
    for name in dict.fromkeys(m.name for m in parsed(text).asserted if not m.pronoun):
        same = [each for each in there if same_thing(name, each)]
        rows.append({"name": name, "stands_for": (same or [""])[0],
                     "match": "same" if same else "none"})  # fmt: skip
    return rows


def graders():
    once = JudgeOptions(repairs=0)
    return {
        # One edge a triple: else a right predicate hides a wrong one between the same two things.
        "scene-graph": SceneGraphGrader(SceneGraphOptions(exact=False, edges="triple")),
        "chair": Chair(ChairOptions()),
        "valor": Valor(ValorOptions()),
        "valor-llm": ValorJudge(once, Careful()),
        "mmhal": MMHal(once, Careful()),
        "haelm": HaELM(once, Careful()),
    }


def cases(folder, examiner, **rates):
    said = run_interviews(
        Plan(graphs=SOME, seed=3), examiner, Simulated(SimulatedOptions(**rates)),
        Journal(folder, {}),
    )  # fmt: skip
    return make_cases(said, graphs(), Lexicon(LexiconOptions()))


def values(gradings):
    return {
        (name, metric.name): metric.value
        for name, grading in gradings.items()
        for metric in reversed(grading.metrics)
    }


@pytest.fixture(scope="module", params=EVERYTHING)
def recovered(request, tmp_path_factory):
    """The kind of fault, and the figures of every grader at each of its rates."""
    found = []
    for rate in RATES:
        folder = tmp_path_factory.mktemp("run")
        rates = {request.param: rate}
        spoken = cases(folder / "interview", TemplateExaminer(WalkOptions()), **rates)
        gradings = {name: grader.grade(spoken) for name, grader in graders().items()}
        asked = cases(folder / "pope", PopeExaminer(PopeOptions()), **rates)
        gradings["pope"] = Pope(PopeGraderOptions()).grade(asked)
        found.append(values(gradings))
    return request.param, found


@pytest.mark.parametrize("grader", SEES)
def test_recovered_in_order(recovered, grader):
    fault, found = recovered
    for metric in SEES[grader].get(fault, ()):
        figures = [row[grader, metric] for row in found]
        if DEFINITIONS[metric].better == "higher":
            figures = [-value for value in figures]
        assert figures == sorted(figures), metric
        assert figures[0] < figures[1] < figures[3], metric


def test_no_fault_is_no_fault_to_any_judge(recovered):
    none = recovered[1][0]
    assert none["mmhal", "mmhal"] == none["haelm", "haelm"] == 0
    assert none["valor-llm", "valor_faith"] == none["pope", "pope_accuracy"] == 1
