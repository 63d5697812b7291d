"""The examiner `llm`: walks G_s like `template`, and lets a chat model do the wording.

Which type comes next and about which node is decided here, by the seed; what the
model adds is the scenario, the wording, and what could be there but is not. What it
makes up is checked against the graph: a "made-up" thing that is there is refused. A
reply that cannot be used is asked for again; after that the interview ends, and the
record says why. A question of another's making is never put in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from attrs import evolve, field, frozen, validators

from gvqa_cedi.asks_model import AsksModel
from gvqa_cedi.errors import JudgeError
from gvqa_cedi.interview import llm_prompt
from gvqa_cedi.interview.context import MOST_OBJECTS, Context
from gvqa_cedi.interview.llm_reading import (
    question_or_object,
    read_context,
    read_end,
    read_question,
    with_absent,
)
from gvqa_cedi.interview.state import Interview, Question
from gvqa_cedi.interview.template import template_question
from gvqa_cedi.interview.walk import Kind, WalkOptions, is_over, kinds_to_try
from gvqa_core.types import Message

if TYPE_CHECKING:
    from gvqa_cedi.graph import SceneGraph

ResultT = TypeVar("ResultT")


@frozen(kw_only=True)
class LLMOptions(WalkOptions):
    """Options of the examiner `llm`.

    Attributes:
        fabricate: Who thinks of absent things: the `model`, or the `graph` (what often
            stands with what is there in the graphs at hand).
        history: Show the model the interview so far; off is an ablation.
        earliest_end: From this round on the model may end the interview, and must
            confirm it; 0 never asks.
        max_tokens: Most tokens of an answer.
        repairs: How often an answer that cannot be used is asked for again.
    """

    fabricate: Literal["model", "graph"] = "model"
    history: bool = True
    earliest_end: int = field(default=6, validator=validators.ge(0))
    max_tokens: int = field(default=256, validator=validators.ge(16))
    repairs: int = field(default=2, validator=validators.ge(0))


class LLMExaminer(AsksModel[LLMOptions]):
    """Asks in the words of the drafter's chat model."""

    kind = "examiner"
    name = "llm"
    prompt_version = llm_prompt.VERSION
    shows_image = False

    def contexts(self, graph: SceneGraph, count: int, *, seed: int) -> list[Context]:
        """Invent scenarios with a goal and the objects that matter; see `ContextMaker`.

        Raises:
            JudgeError: The model wrote nothing that can be used.
        """
        made: list[Context] = []
        for number in range(min(count, len(graph.objects))):
            before = [f"{each.scenario} {each.goal}" for each in made]

            def read(answer: Mapping[str, Any], number: int = number) -> Context:
                return read_context(answer, graph, number)

            messages = llm_prompt.context(graph, before, MOST_OBJECTS)
            made.append(self._one(messages, llm_prompt.context_form(graph, MOST_OBJECTS), read))
        return made

    def ask(self, interview: Interview) -> Question | None:
        """Ask the next question; None ends the interview.

        Raises:
            JudgeError: The model wrote nothing that can be used.
        """
        if is_over(interview, self.options) or self._ends(interview):
            return None
        for kind in kinds_to_try(interview, self.options):
            brief = template_question(kind, interview, self.options)
            if brief is not None:
                return self._worded(interview, brief, kind)
        return None

    def _worded(self, interview: Interview, brief: Question, kind: Kind) -> Question:
        propose = self.options.fabricate == "model" and brief.fabricated.startswith("object:")
        text = llm_prompt.asking(
            interview, brief, kind, propose=propose, history=self.options.history
        )
        form = llm_prompt.PROPOSAL if propose else llm_prompt.QUESTION

        def read(answer: Mapping[str, Any]) -> Question:
            planned = with_absent(brief, answer, interview) if propose else brief
            return evolve(planned, text=read_question(answer, planned, interview))

        return self._one(llm_prompt.opening(text, self._images(interview)), form, read)

    def _ends(self, interview: Interview) -> bool:
        """Whether the model wants to end and, asked again, confirms it."""
        if not self.options.earliest_end or interview.round < self.options.earliest_end:
            return False
        messages = llm_prompt.opening(llm_prompt.ending(interview), self._images(interview))
        if not self._one(messages, llm_prompt.END, read_end):
            return False
        messages += [Message("assistant", '{"end": true}'), Message("user", llm_prompt.CONFIRM)]
        return self._one(messages, llm_prompt.END, read_end)

    def _images(self, interview: Interview) -> tuple[Any, ...]:
        if not self.shows_image:
            return ()
        image = interview.image()
        if image is None:
            raise JudgeError(f"there is no picture '{interview.graph.image}' to show the examiner")
        return (image,)

    def _one(
        self,
        messages: Sequence[Message],
        form: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], ResultT],
    ) -> ResultT:
        return self.one(messages, form, read, parse=question_or_object)


class SeeingExaminer(LLMExaminer):
    """The same with the picture shown: asks in the words of the captioner's model."""

    name = "llm-seeing"
    stage = "captioner"
    shows_image = True
