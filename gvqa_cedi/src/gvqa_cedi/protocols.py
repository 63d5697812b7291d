"""The contracts of the kinds that gvqa-cedi adds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from gvqa_core.protocols import Component

if TYPE_CHECKING:
    from gvqa_cedi.grading.results import Case, Grading
    from gvqa_cedi.graph import SceneGraph
    from gvqa_cedi.interview.context import Context
    from gvqa_cedi.interview.state import Asked, Interview, Question
    from gvqa_cedi.parsing.parsed import Exchange, ParsedResponse


@runtime_checkable
class SceneGraphParser(Component, Protocol):
    """Reads what responses assert of a picture."""

    def parse(self, exchanges: Sequence[Exchange]) -> list[ParsedResponse]:
        """Parse responses.

        Args:
            exchanges: Responses with their questions; may be empty.

        Returns:
            One result for each exchange, in order. A sentence that could not be read
            is there with its `error`.
        """
        ...


@runtime_checkable
class Grader(Component, Protocol):
    """Turns transcripts beside their scene graphs into figures."""

    def grade(self, cases: Sequence[Case]) -> Grading:
        """Grade transcripts.

        Args:
            cases: May be empty, and so may graphs, transcripts and responses.

        Returns:
            Metrics over all, values for each case in order. What could not be scored
            has the value None and is counted in `missing`, never scored.
        """
        ...


@runtime_checkable
class Examiner(Component, Protocol):
    """Asks about a picture, knowing its scene graph."""

    def ask(self, interview: Interview) -> Question | None:
        """Ask the next question.

        It depends on nothing but the interview given, so that a run that was killed
        goes on as if nothing had happened; it may be called from several threads.

        Returns:
            The question, or None to end the interview, which every examiner does at last.
        """
        ...


@runtime_checkable
class ContextMaker(Protocol):
    """An examiner that invents the contexts of its interviews itself."""

    def contexts(self, graph: SceneGraph, count: int, *, seed: int) -> list[Context]:
        """Invent contexts for a picture; they are recorded and not asked for again.

        Args:
            graph: The picture's graph.
            count: How many at most, >= 1.
            seed: Of the run.
        """
        ...


@runtime_checkable
class Evaluatee(Component, Protocol):
    """Answers questions about a picture."""

    def answer(self, asked: Asked) -> str:
        """Answer a question; it may be called from several threads.

        Raises:
            Exception: Anything; the turn is then recorded without a response.
        """
        ...
