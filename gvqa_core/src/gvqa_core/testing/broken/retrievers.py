"""Retrievers that break their contract, each in one way."""

# ruff: noqa: D102 - the protocols document these methods
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from gvqa_core.testing.broken._plain import Plain
from gvqa_core.types import (
    Caption,
    Hit,
)


@frozen
class _WordIndex:
    """Ranks captions by words shared with the question; `wrong` names its fault."""

    captions: tuple[Caption, ...]
    wrong: str

    def search(self, question: str, k: int) -> list[Hit]:
        if k < 1 and self.wrong != "any k":
            raise ValueError(f"k must be at least 1, got {k}")
        words = set(question.casefold().strip("?").split())
        shared = [len(words & set(c.text.casefold().strip(".").split())) for c in self.captions]
        late_first = -1 if self.wrong == "ties" else 1
        order = sorted(
            range(len(self.captions)),
            key=lambda i: (
                shared[i] if self.wrong == "worst first" else -shared[i],
                late_first * self.captions[i].timestamp,
            ),
        )
        if self.wrong == "only matches":
            order = [i for i in order if shared[i]]
        return [
            Hit(self.captions[i], float(shared[i]), rank)
            for rank, i in enumerate(order[: max(k, 0)])
        ]

    def arrays(self) -> Mapping[str, Any]:
        return {}


class BrokenRetriever(Plain):
    """Finds captions by shared words, with one fault.

    Args:
        wrong: `any k` takes k < 1, `ties` puts later captions first, `worst first`
            ranks upside down, `only matches` keeps captions to itself.
    """

    def __init__(self, wrong: str) -> None:
        super().__init__()
        self.wrong = wrong

    def build(
        self, captions: Sequence[Caption], arrays: Mapping[str, Any] | None = None
    ) -> _WordIndex:
        return _WordIndex(tuple(captions), self.wrong)
