"""From transcripts to yes/no questions whose truth is annotated, with the answers implied.

Three sources, by rules that need no judge:

- `mentioned`: a visible thing that a response asserts or denies. The answer is yes
  where the scene graph has it, or something it is a broader name of; else no.
- `premise`: an absent thing that a question made up. The answer is no.
- `asked`: a question of the interview that is a yes/no question itself, on an
  attribute or a relation. The answer is yes where it expects to be confirmed, no
  where it expects to be denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from attrs import frozen

from gvqa_cedi.grading.mentions import match, true_names
from gvqa_cedi.grading.pope_reader import Said, read_yes_no
from gvqa_cedi.grading.results import Case
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.interview.state import Question
from gvqa_cedi.parsing.parsed import Mention, ParsedResponse
from gvqa_cedi.text.polarity import Polarity
from gvqa_cedi.transcripts import Turn
from gvqa_cedi.verbalising import with_article
from gvqa_cedi.wordnet import wordnet
from gvqa_cedi.wordnet.physical import is_physical
from gvqa_cedi.wordnet.sameness import same_thing

Source = Literal["mentioned", "premise", "asked"]

_ASKS_YES_OR_NO = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "does",
        "do",
        "did",
        "has",
        "have",
        "can",
        "could",
        "will",
        "would",
        "isn't",
        "aren't",
    ]
)
_ANSWERS = {Polarity.ASSERTED: Said.YES, Polarity.NEGATED: Said.NO}


@frozen
class Implied:
    """A yes/no question and what a conversation already said to it.

    Attributes:
        question: With `expected` `yes` or `no`: the truth.
        said: What the conversation's response implies.
        source: Where the question is from.
    """

    question: Question
    said: Said
    source: Source


def implied_answers(cases: Iterable[Case]) -> dict[str, list[Implied]]:
    """Find the questions of each picture, each once.

    A thing that several turns speak of is asked about once, with the first answer
    implied. Turns without a response imply nothing.

    Args:
        cases: Transcripts beside their graphs, with the responses parsed.

    Returns:
        Name of a scene graph → its questions, in the order of the transcripts.
    """
    found: dict[str, dict[str, Implied]] = {}
    for case in cases:
        questions = found.setdefault(case.graph.image, {})
        for turn, parsed in zip(case.transcript.turns, case.parsed, strict=True):
            if turn.response is None:
                continue
            for implied in _of_turn(turn, parsed, case.graph):
                questions.setdefault(implied.question.text, implied)
    return {image: list(questions.values()) for image, questions in found.items()}


def _of_turn(turn: Turn, parsed: ParsedResponse, graph: SceneGraph) -> Iterator[Implied]:
    what, _, made_up = turn.fabricated.partition(": ")
    mentions = [m for sentence in parsed.sentences for m in sentence.mentions if not m.pronoun]
    if what == "object":
        question = _is_there(made_up, "no", fabricated=turn.fabricated, node=turn.node)
        yield Implied(question, _of_premise(turn, mentions, made_up), "premise")
    elif turn.expected in ("confirm", "deny") and _is_yes_no(turn.question):
        label = "yes" if turn.expected == "confirm" else "no"
        question = Question(turn.question, "", label, turn.truth, turn.node, turn.fabricated)
        yield Implied(question, read_yes_no(turn.response, turn.question), "asked")
    truth = true_names(graph, "physical")
    for mention in mentions:
        name = wordnet().lemma(mention.name)
        said = _ANSWERS.get(mention.polarity)
        if said is None or not is_physical(name):
            continue
        if what == "object" and same_thing(name, made_up):
            continue  # that is the premise, asked about above
        yield Implied(_about(name, graph, truth), said, "mentioned")


def _of_premise(turn: Turn, mentions: Sequence[Mention], made_up: str) -> Said:
    """Whether a response goes along with what its question made up."""
    for mention in mentions:
        if same_thing(mention.name, made_up) and mention.polarity in _ANSWERS:
            return _ANSWERS[mention.polarity]
    return read_yes_no(turn.response, turn.question)


def _about(name: str, graph: SceneGraph, truth: frozenset[str]) -> Question:
    covered = match(name, truth).truth
    nodes = [each.id for each in graph.objects if wordnet().lemma(each.name) in covered]
    if nodes:
        return _is_there(name, "yes", node=nodes[0])
    return _is_there(name, "no", fabricated=f"object: {name}")


def _is_there(name: str, label: str, *, node: str = "", fabricated: str = "") -> Question:
    text = f"Is there {with_article(name)} in the picture?"
    return Question(text, "", label, f"{label.capitalize()}.", node, fabricated)


def _is_yes_no(question: str) -> bool:
    first, _, _ = question.strip().lower().partition(" ")
    return first in _ASKS_YES_OR_NO
