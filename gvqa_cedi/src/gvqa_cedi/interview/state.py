"""What examiner and evaluatee know at each turn; all of it follows from the record."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.interview.context import Context
from gvqa_cedi.transcripts import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LoadImage = Callable[[], "NDArray[np.uint8] | None"]


@frozen
class Question:
    """A question and what the examiner knows of it.

    Attributes:
        text: What is asked.
        kind: A question type of `transcripts.KINDS`, or empty.
        expected: How a truthful model reacts; one of `transcripts.EXPECTED`, or empty.
        truth: What a right answer says.
        node: Id of the object asked about.
        fabricated: What the question makes up.
    """

    text: str
    kind: str = ""
    expected: str = ""
    truth: str = ""
    node: str = ""
    fabricated: str = ""


@frozen
class Interview:
    """An interview so far.

    Attributes:
        graph: The picture's whole graph.
        focus: G_s, the part that matters to the context.
        context: Scenario and goal; both are empty when there is none.
        turns: What was asked and answered.
        seed: Decides every random choice, together with image, context and round.
        image: Loads the picture: RGB `uint8` `(H, W, 3)`, or None when there is none.
        cooccurrence: Name → (other name → in how many pictures both are).
    """

    graph: SceneGraph
    focus: SceneGraph
    context: Context
    turns: tuple[Turn, ...] = ()
    seed: int = 0
    image: LoadImage = field(default=lambda: None, repr=False)
    cooccurrence: Mapping[str, Mapping[str, int]] = field(
        factory=dict[str, Mapping[str, int]], repr=False
    )

    @property
    def round(self) -> int:
        """How many questions were asked."""
        return len(self.turns)

    def random(self, purpose: str) -> random.Random:
        """A generator for one purpose in this round: the same after a resume."""
        key = f"{self.seed}/{self.graph.image}/{self.context.number}/{self.round}/{purpose}"
        return random.Random(key)  # noqa: S311


@frozen
class Asked:
    """What an evaluatee is given.

    Attributes:
        interview: The interview before this question. An evaluatee may use `image` and
            `turns` only; `simulated` alone, which says so, looks at the graph.
        question: The question; an evaluatee may use `text` only.
    """

    interview: Interview
    question: Question


def as_turn(question: Question, response: str | None, error: str = "") -> Turn:
    """The record of a question and its answer."""
    return Turn(
        question=question.text,
        response=response,
        kind=question.kind,
        expected=question.expected,
        truth=question.truth,
        node=question.node,
        fabricated=question.fabricated,
        error=error,
    )


def cooccurrences(graphs: Sequence[SceneGraph]) -> dict[str, dict[str, int]]:
    """Count for each name in how many pictures each other name stands with it."""
    counts: dict[str, dict[str, int]] = {}
    for graph in graphs:
        names = sorted({each.name for each in graph.objects})
        for name in names:
            row: dict[str, Any] = counts.setdefault(name, {})
            for other in names:
                if other != name:
                    row[other] = row.get(other, 0) + 1
    return counts
