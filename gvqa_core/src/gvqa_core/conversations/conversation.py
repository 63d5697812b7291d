"""A conversation about one video."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import define, field, frozen

from gvqa_core.conversations.history import told
from gvqa_core.conversations.rewriting import standalone

if TYPE_CHECKING:
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.pipeline import VideoQA
    from gvqa_core.types import Answer, Window


@frozen
class Exchange:
    """One turn.

    Attributes:
        question: As asked.
        standalone: The same made to stand alone: what was retrieved for and answered.
        answer: With its verdicts; its `question` is the one asked.
    """

    question: str
    standalone: str
    answer: Answer


@define
class Conversation:
    """Questions about a video that may lean on earlier ones.

    Args:
        qa: Who answers.
        video: From `VideoQA.ingest`.
    """

    qa: VideoQA
    video: IngestedVideo
    _turns: list[Exchange] = field(factory=list[Exchange], init=False)

    @property
    def turns(self) -> tuple[Exchange, ...]:
        """What was asked and answered so far, in order."""
        return tuple(self._turns)

    def ask(self, question: str, *, window: Window | None = None) -> Answer:
        """Ask the next question; every claim of its answer is checked like any other.

        A follow-up is rewritten to stand alone first (`answer.retrieval["standalone"]`
        where that changed it). The drafter is told earlier claims as
        `answers.history` says: those that were Grounded, all, or none.

        Args:
            question: In plain words; may say "it".
            window: Only use captions of this span.

        Raises:
            ValueError: The question is empty.
            VideoChangedError: The file is no longer the one that was ingested.
        """
        if not question.strip():
            raise ValueError("the question is empty")
        earlier = [(turn.standalone, _said(turn.answer)) for turn in self._turns]
        alone = standalone(question, earlier, self.qa.crew)
        history = told((turn.answer for turn in self._turns), self.qa.settings.answers.history)
        answer = self.qa.ask(self.video, alone, window=window, history=history)
        if alone != question:
            retrieval = {**answer.retrieval, "standalone": alone}
            answer = attrs.evolve(answer, question=question, retrieval=retrieval)
        self._turns.append(Exchange(question, alone, answer))
        return answer


def _said(answer: Answer) -> str:
    """What an answer said that is Grounded, or why it said nothing."""
    return " ".join(claim.text for claim in answer.grounded) or answer.message
