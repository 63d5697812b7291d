"""Asks each question anew, in a conversation of its own, so that no answer leans on another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.interview.context import Context
from gvqa_cedi.interview.state import Interview, Question
from gvqa_cedi.reasking.implied import Implied
from gvqa_core.component import BaseComponent


@frozen(kw_only=True)
class ReaskOptions:
    """What is asked again.

    Attributes:
        asked: Name of a scene graph → its questions.
    """

    asked: Mapping[str, Sequence[Implied]]


class Reask(BaseComponent[ReaskOptions]):
    """Has a context for each question; a context's number is the question's place."""

    def contexts(self, graph: SceneGraph, count: int, *, seed: int) -> list[Context]:
        """One conversation for each question; see `ContextMaker`."""
        del count, seed
        return [Context(n, "", "", ()) for n in range(len(self.options.asked.get(graph.image, ())))]

    def ask(self, interview: Interview) -> Question | None:
        """Ask the question of this conversation, then end."""
        if interview.turns:
            return None
        return self.options.asked[interview.graph.image][interview.context.number].question
