"""Drafters that break their contract, each in one way."""

# ruff: noqa: D102 - the protocols document these methods
from __future__ import annotations

from collections.abc import Sequence

from gvqa_core.testing.broken._plain import Plain
from gvqa_core.types import (
    Claim,
    Draft,
    Hit,
)


class InventingDrafter(Plain):
    """Claims something although it was given nothing."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        return Draft(claims=(Claim("A dragon wears a hat.", 3.0),))


class TimelessDrafter(Plain):
    """Cites a time that is none."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        return Draft(claims=tuple(Claim(hit.caption.text, float("nan")) for hit in hits))


class RememberingDrafter(Plain):
    """Lets an earlier question into the next answer."""

    def __init__(self) -> None:
        super().__init__()
        self._before: list[Claim] = []

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        self._before += [Claim(hit.caption.text, hit.caption.timestamp) for hit in hits[:1]]
        return Draft(claims=tuple(self._before) if hits else ())


class FragileDrafter(Plain):
    """Raises at what it did not expect."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        question.encode("ascii")
        return Draft(claims=tuple(Claim(h.caption.text, h.caption.timestamp) for h in hits))
