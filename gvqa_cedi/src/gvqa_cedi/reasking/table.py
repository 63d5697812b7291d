"""How often a model was right in conversation, and how often when asked yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import asdict, frozen

from gvqa_cedi.grading.pope import Confusion, confusion
from gvqa_cedi.grading.pope_reader import Said, read_yes_no
from gvqa_cedi.grading.results import share
from gvqa_cedi.reasking.implied import Implied
from gvqa_cedi.transcripts import Transcript, Turn

Pair = tuple[Implied, "Said | None"]
"""A question with what was said when it was asked again; None when nothing was."""


@frozen
class Row:
    """The questions of one source.

    Attributes:
        source: `mentioned`, `premise`, `asked` or `all`.
        questions: How many.
        implied: What the conversations implied, against the truth.
        asked: What was answered when asked again, against the truth.
        contradicted: Answers that contradict what the conversation implied.
        righted: Wrong in conversation, right when asked again.
        wrong: Wrong in conversation: those that could be righted.
    """

    source: str
    questions: int
    implied: Confusion
    asked: Confusion
    contradicted: int
    righted: int
    wrong: int

    @property
    def righted_share(self) -> float | None:
        """Righted / wrong: how much of what was made up the model knew better."""
        return share(self.righted, self.wrong)


def pairs(asked: Mapping[str, Sequence[Implied]], said: Iterable[Transcript]) -> list[Pair]:
    """Set what was answered beside what was implied.

    Args:
        asked: The questions of each picture, all of them.
        said: The conversations that `Reask` held, in any order.
    """
    turns: dict[tuple[str, str], Turn] = {
        (each.image, turn.question): turn for each in said for turn in each.turns
    }
    found: list[Pair] = []
    for image, questions in asked.items():
        for implied in questions:
            turn = turns.get((image, implied.question.text))
            answer = None if turn is None or turn.response is None else turn.response
            text = implied.question.text
            found.append((implied, None if answer is None else read_yes_no(answer, text)))
    return found


def rows(found: Sequence[Pair]) -> list[Row]:
    """A row for all questions and one for each source that has any."""
    sources = [*dict.fromkeys(implied.source for implied, _ in found)]
    return [_row("all", found)] + [
        _row(source, [pair for pair in found if pair[0].source == source])
        for source in sorted(sources)
    ]


def rows_json(found: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as JSON data."""
    return [
        {
            "source": row.source,
            "questions": row.questions,
            **{
                name: {"accuracy": part.accuracy, "yes_ratio": part.yes_ratio, **asdict(part)}
                for name, part in (("implied", row.implied), ("asked", row.asked))
            },
            "contradicted": row.contradicted,
            "righted": row.righted,
            "wrong": row.wrong,
        }
        for row in found
    ]


def _row(source: str, found: Sequence[Pair]) -> Row:
    wrong = [(i, said) for i, said in found if said is not None and i.said != i.question.expected]
    return Row(
        source=source,
        questions=len(found),
        implied=confusion((i.said, i.question.expected) for i, _ in found),
        asked=confusion((said, i.question.expected) for i, said in found),
        contradicted=sum({i.said, said} == {Said.YES, Said.NO} for i, said in found),
        righted=sum(said == i.question.expected for i, said in wrong),
        wrong=len(wrong),
    )
