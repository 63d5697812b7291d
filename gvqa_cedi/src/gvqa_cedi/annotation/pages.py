"""Transcripts on the core's labelling page: spans, relevance, realism."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from gvqa_cedi.annotation.labels import (
    FAMILIES,
    ErrorSpan,
    Labels,
    Place,
    read_labels,
    write_labels,
)
from gvqa_cedi.errors import LabelError
from gvqa_cedi.transcripts import Transcript, Turn
from gvqa_core.labelling import Choice, Item, Page, Span
from gvqa_core.labelling.page import Label

What = Literal["spans", "relevance", "realism"]
MOST_RANKS = 9

_KEYS = dict(zip(FAMILIES, "oarte", strict=True))
_GUIDES: dict[What, str] = {
    "spans": "Mark every part of the answer that the picture does not bear out, and say of which "
    "kind it is. An answer without any is saved as such.",
    "relevance": "Is the question about this picture and its setting?",
    "realism": "Which conversation sounds most like one that people would have? Rank those on the "
    "same picture; 1 is the best.",
}


def make_page(
    transcripts: Sequence[Transcript],
    path: Path,
    what: What,
    picture: Callable[[str], Path | None],
) -> Page:
    """The page on which transcripts are labelled.

    Args:
        transcripts: What is labelled.
        path: The file of labels; it need not be there.
        what: Which labels are given.
        picture: The file of a picture by its name; None when there is none.

    Raises:
        LabelError: There is nothing to label, or the labels are of other transcripts.
    """
    keeper = _Keeper(transcripts, path)
    makers = {"spans": keeper.spans, "relevance": keeper.relevance, "realism": keeper.realism}
    page = makers[what](picture)
    if not page.items:
        raise LabelError("There is nothing to label: no turn has an answer.")
    return page


class _Keeper:
    """Holds the labels, and writes the file with each that is made."""

    def __init__(self, transcripts: Sequence[Transcript], path: Path) -> None:
        self._transcripts = transcripts
        self._path = path
        self._labels = read_labels(path, transcripts)

    def spans(self, picture: Callable[[str], Path | None]) -> Page:
        def save(item: str, label: Label | None) -> None:
            found = None
            if isinstance(label, tuple):
                found = [ErrorSpan(span.start, span.end, span.value) for span in label]
            self._keep(self._labels.with_spans(_place(item), found))

        return Page(
            title="What is hallucinated?",
            guide=_GUIDES["spans"],
            kind="spans",
            items=tuple(
                Item(
                    id=f"{c}/{t}",
                    text=turn.text,
                    context=_asked(turn),
                    picture=picture(said.image),
                    alt=f"Picture {said.image}",
                )
                for c, t, said, turn in self._turns()
                if turn.text.strip()
            ),
            choices=tuple(Choice(value, name, _KEYS[value]) for value, name in FAMILIES.items()),
            read=lambda: {
                f"{c}/{t}": tuple(Span(span.start, span.end, span.family) for span in spans)
                for (c, t), spans in self._labels.spans.items()
            },
            save=save,
        )

    def relevance(self, picture: Callable[[str], Path | None]) -> Page:
        def save(item: str, label: Label | None) -> None:
            relevant = None if label is None else label == "yes"
            self._keep(self._labels.with_relevance(_place(item), relevant))

        return Page(
            title="Is the question relevant?",
            guide=_GUIDES["relevance"],
            items=tuple(
                Item(
                    id=f"{c}/{t}",
                    text=turn.question,
                    context=str(said.about.get("context", "")),
                    picture=picture(said.image),
                    alt=f"Picture {said.image}",
                )
                for c, t, said, turn in self._turns()
                if turn.question
            ),
            choices=(Choice("yes", "Relevant", "y"), Choice("no", "Not relevant", "n")),
            read=lambda: {
                f"{c}/{t}": "yes" if relevant else "no"
                for (c, t), relevant in self._labels.relevant.items()
            },
            save=save,
        )

    def realism(self, picture: Callable[[str], Path | None]) -> Page:
        def save(item: str, label: Label | None) -> None:
            rank = int(label) if isinstance(label, str) else None
            self._keep(self._labels.with_rank(int(item), rank))

        most = max(Counter(said.image for said in self._transcripts).values())
        ranks = [str(rank) for rank in range(1, min(most, MOST_RANKS) + 1)]
        # Those on one picture stand together; who asked is not shown.
        order = sorted(range(len(self._transcripts)), key=lambda c: self._transcripts[c].image)
        return Page(
            title="How realistic is the conversation?",
            guide=_GUIDES["realism"],
            items=tuple(
                Item(
                    id=str(c),
                    text=_conversation(self._transcripts[c]),
                    context=f"Picture {self._transcripts[c].image}",
                    picture=picture(self._transcripts[c].image),
                    alt=f"Picture {self._transcripts[c].image}",
                )
                for c in order
            ),
            choices=tuple(Choice(rank, f"Rank {rank}", rank) for rank in ranks),
            read=lambda: {str(c): str(rank) for c, rank in self._labels.realism.items()},
            save=save,
        )

    def _turns(self) -> Iterator[tuple[int, int, Transcript, Turn]]:
        for c, said in enumerate(self._transcripts):
            for t, turn in enumerate(said.turns):
                yield c, t, said, turn

    def _keep(self, labels: Labels) -> None:
        write_labels(self._path, labels, self._transcripts)
        self._labels = labels


def _place(item: str) -> Place:
    conversation, turn = item.split("/")
    return int(conversation), int(turn)


def _asked(turn: Turn) -> str:
    truth = f"\nA right answer: {turn.truth}" if turn.truth else ""
    return (turn.question or "(no question)") + truth


def _conversation(said: Transcript) -> str:
    lines = [f"Q: {turn.question}\nA: {turn.text or '(no answer)'}" for turn in said.turns]
    return "\n\n".join(lines)
