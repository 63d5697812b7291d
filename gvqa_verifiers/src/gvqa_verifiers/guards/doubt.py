"""What a guard says against a claim that a judge holds to be supported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import frozen


@frozen
class Doubt:
    """An objection, certain or still to be settled by asking the judge again.

    Attributes:
        why: What speaks against the claim.
        rival: Another claim that cannot be true together with this one. The objection
            holds if the caption supports it at least as much.
        clauses: (clause of the caption, part of the claim) pairs, grouped by part. The
            objection holds if for some part no clause supports it.
    """

    why: str
    rival: str = ""
    clauses: tuple[tuple[tuple[str, str], ...], ...] = ()

    def questions(self, premise: str) -> list[tuple[str, str]]:
        """The pairs the judge is asked; empty if the objection is certain."""
        if self.rival:
            return [(premise, self.rival)]
        return [pair for group in self.clauses for pair in group]

    def holds(self, support: float, answers: Sequence[float]) -> bool:
        """Whether the objection stands.

        Args:
            support: The judge's p of support of the claim, 0 to 1.
            answers: The same for each of `questions`.
        """
        if self.rival:
            return answers[0] >= support
        rest = iter(answers)
        best = [max(next(rest) for _ in group) for group in self.clauses]
        return not best or min(best) < CLAUSE


CLAUSE = 0.5
"""Least p of support, 0 to 1, at which one clause of a caption bears out a claim."""

Guard: TypeAlias = Callable[[str, str], list[Doubt]]
"""Reads a caption and a simple claim, and says what speaks against it."""
