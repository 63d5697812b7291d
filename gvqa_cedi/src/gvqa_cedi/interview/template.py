"""The examiner `template`: interviews without a model, by walking G_s and filling templates."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from gvqa_cedi.graph import Relation, SceneObject
from gvqa_cedi.interview.absent import absent_object, wrong_predicate, wrong_value
from gvqa_cedi.interview.phrasing import capital, statement, the
from gvqa_cedi.interview.state import Interview, Question
from gvqa_cedi.interview.walk import Kind, WalkOptions, is_over, kinds_to_try, node_for
from gvqa_cedi.verbalising import holds, with_article
from gvqa_core.component import BaseComponent


class TemplateExaminer(BaseComponent[WalkOptions]):
    """Asks from templates."""

    def ask(self, interview: Interview) -> Question | None:
        """Ask the next question; None ends the interview.

        It ends at the round limit, without objects, or when every object was asked
        about and no other type of question is on.
        """
        if is_over(interview, self.options):
            return None
        for kind in kinds_to_try(interview, self.options):
            question = template_question(kind, interview, self.options)
            if question is not None and all(question.text != t.question for t in interview.turns):
                return question
        return None


def template_question(kind: Kind, interview: Interview, options: WalkOptions) -> Question | None:
    """A question of a type about the node whose turn it is; None when there is none to ask."""
    node = node_for(kind, interview, options)
    return None if node is None else _MAKERS[kind](interview, node, interview.random(kind))


def facts(interview: Interview, node: SceneObject) -> str:
    """What is true of an object, in sentences."""
    graph = interview.graph
    thing = the(graph, node)
    said = [capital(f"{thing} is {' and '.join(sorted(node.values))}.")] if node.values else []
    said += [statement(graph, r) for r in graph.relations if r.subject == node.id]
    return " ".join(said) or capital(f"there is {with_article(node.name)}.")


def _regular(interview: Interview, node: SceneObject, rng: random.Random) -> Question:
    thing = the(interview.graph, node)
    texts = [f"What can you tell me about {thing}?", f"How does {thing} look?"]
    if any(r.subject == node.id for r in interview.graph.relations):
        texts.append(f"Where is {thing}?")
    return Question(rng.choice(texts), "regular", "answer", facts(interview, node), node.id)


def _follow_up(interview: Interview, node: SceneObject, rng: random.Random) -> Question | None:
    graph = interview.graph
    relations = [r for r in interview.focus.relations if node.id in (r.subject, r.object)]
    if not relations:
        return None
    relation = rng.choice(relations)
    subject, target = (graph.by_id[i] for i in (relation.subject, relation.object))
    said = holds(relation.predicate)
    truth = statement(graph, relation)
    if rng.random() < 0.5:
        text = f"Is {the(graph, subject)} {said} {the(graph, target)}?"
        return Question(text, "follow-up", "confirm", truth, node.id)
    text = f"What is {said} {the(graph, target)}?"
    return Question(text, "follow-up", "answer", truth, node.id)


def _adversarial(interview: Interview, node: SceneObject, rng: random.Random) -> Question:
    graph = interview.graph
    thing = the(graph, node)
    ways = ["object", "attribute", "relation"]
    rng.shuffle(ways)
    for way in ways:
        if way == "attribute" and (value := wrong_value(node, rng)):
            true, wrong = value
            return Question(
                f"Is {thing} {wrong}?",
                "adversarial",
                "deny",
                f"No, {thing} is {true}.",
                node.id,
                f"attribute: {wrong}",
            )
        if way == "relation" and (made := _wrong_relation(interview, node, rng)):
            return made
        if way == "object":
            name = absent_object(interview, node, rng)
            return Question(
                f"Is there {with_article(name)} next to {thing}?",
                "adversarial",
                "deny",
                f"No, there is no {name}.",
                node.id,
                f"object: {name}",
            )
    raise AssertionError("an absent object can always be asked for")


def _wrong_relation(interview: Interview, node: SceneObject, rng: random.Random) -> Question | None:
    graph = interview.graph
    near = [r for r in interview.focus.relations if r.subject == node.id]
    if not near:
        return None
    relation: Relation = rng.choice(near)
    predicate = wrong_predicate(graph, relation.subject, relation.object, rng)
    if predicate is None:
        return None
    subject, target = (the(graph, graph.by_id[i]) for i in (relation.subject, relation.object))
    return Question(
        f"Is {subject} {holds(predicate)} {target}?",
        "adversarial",
        "deny",
        f"No. {statement(graph, relation)}",
        node.id,
        f"relation: {predicate}",
    )


def _unanswerable(interview: Interview, node: SceneObject, rng: random.Random) -> Question:
    name = absent_object(interview, node, rng)
    thing = the(interview.graph, node)
    text = rng.choice(
        (
            f"What color is the {name} next to {thing}?",
            f"What is on the {name} near {thing}?",
            f"Why is the {name} so close to {thing}?",
        )
    )
    truth = f"There is no {name} in the picture."
    return Question(text, "unanswerable", "refuse", truth, node.id, f"object: {name}")


_MAKERS: Mapping[Kind, Callable[[Interview, SceneObject, random.Random], Question | None]] = {
    "regular": _regular,
    "follow-up": _follow_up,
    "adversarial": _adversarial,
    "unanswerable": _unanswerable,
}
