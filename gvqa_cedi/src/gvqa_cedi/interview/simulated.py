"""The evaluatee `simulated`: no model; it answers from the graph, with faults at set rates.

It is the instrument by which examiners and graders are tested. It sees the truth, so
its figures are of no model.
"""

from __future__ import annotations

import random

from attrs import field, frozen, validators

from gvqa_cedi.graph import Relation, SceneObject
from gvqa_cedi.interview.absent import absent_object, wrong_predicate, wrong_value
from gvqa_cedi.interview.phrasing import capital, statement, the
from gvqa_cedi.interview.state import Asked, Interview, Question
from gvqa_cedi.verbalising import holds, with_article
from gvqa_core.component import BaseComponent


def _rate() -> float:
    return field(default=0.0, validator=[validators.ge(0), validators.le(1)])


@frozen(kw_only=True)
class SimulatedOptions:
    """Options of the evaluatee `simulated`; all are chances, in [0, 1].

    Attributes:
        object: That an answer adds an object that is not there.
        attribute: That an attribute it states is wrong.
        relation: That a relation it states is wrong.
        accept: That it goes along with a false premise.
    """

    object: float = _rate()
    attribute: float = _rate()
    relation: float = _rate()
    accept: float = _rate()


class Simulated(BaseComponent[SimulatedOptions]):
    """Answers from the scene graph."""

    def answer(self, asked: Asked) -> str:
        """Answer a question that an examiner of this package asked."""
        interview, question = asked.interview, asked.question
        rng = interview.random("simulated")
        if question.expected in ("deny", "refuse", "no"):
            accepts = rng.random() < self.options.accept
            return _accepted(interview, question) if accepts else question.truth or "No."
        node = interview.graph.by_id.get(question.node)
        said = ["Yes."] if question.expected == "yes" else []
        said += self._facts(interview, node, rng) if node else []
        if rng.random() < self.options.object:
            nearest = node or next(iter(interview.graph.objects), None)
            if nearest is not None:
                name = absent_object(interview, nearest, rng)
                said.append(f"There is also {with_article(name)}.")
        return " ".join(said) or "I see nothing of the kind."

    def _facts(self, interview: Interview, node: SceneObject, rng: random.Random) -> list[str]:
        thing = the(interview.graph, node)
        values = [self._value(node, value, rng) for value in sorted(node.values)]
        said = [capital(f"{thing} is {' and '.join(values)}.")] if values else []
        said += [
            self._relation(interview, relation, rng)
            for relation in interview.graph.relations
            if relation.subject == node.id
        ]
        return said or [f"There is {with_article(node.name)}."]

    def _value(self, node: SceneObject, value: str, rng: random.Random) -> str:
        if rng.random() < self.options.attribute and (wrong := wrong_value(node, rng)):
            return wrong[1] if wrong[0] == value else value
        return value

    def _relation(self, interview: Interview, relation: Relation, rng: random.Random) -> str:
        predicate = ""
        if rng.random() < self.options.relation:
            found = wrong_predicate(interview.graph, relation.subject, relation.object, rng)
            predicate = found or ""
        return statement(interview.graph, relation, predicate)


def _accepted(interview: Interview, question: Question) -> str:
    """An answer that takes what the question makes up for true."""
    node = interview.graph.by_id.get(question.node)
    thing = the(interview.graph, node) if node else "it"
    what, _, made_up = question.fabricated.partition(": ")
    if what == "attribute":
        return f"Yes, {thing} is {made_up}."
    if what == "object" and question.expected == "refuse":
        return f"The {made_up} next to {thing} is red."
    if what == "object":
        return f"Yes, there is {with_article(made_up)} next to {thing}."
    said = f" {holds(made_up)} "
    subject, _, target = question.text.removeprefix("Is ").rstrip("?").partition(said)
    return f"Yes, {subject} is{said}{target}."
