"""An answer on the terminal: each claim with its verdict and what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gvqa_core.cli import console
from gvqa_core.report.view import (
    aside,
    headline,
    in_order,
    lines,
    notes,
    outcome,
    place,
    sentence,
    why,
)
from gvqa_core.text import clock, shortened

if TYPE_CHECKING:
    from gvqa_core.types import Answer, Evidence, VerifiedClaim

_LONGEST = 400


def print_answer(answer: Answer) -> None:
    """Print an answer for people; warnings go to stderr."""
    style = "bold green" if answer.claims and not answer.unverified else "bold red"
    console.line((headline(answer), style))
    for _, claim in in_order(answer):
        console.line("")
        _print_claim(claim)
    for warning in answer.warnings:
        console.warn(warning)


def _print_claim(claim: VerifiedClaim) -> None:
    style = "bold green" if claim.grounded else "bold red"
    console.line(
        (f"{console.mark(claim.grounded)} {claim.verdict}", style),
        f"  {clock(claim.timestamp)}  ",
        (shortened(claim.text, _LONGEST), "dim" if claim.beside_the_point else "bold"),
    )
    console.line(shortened(why(claim), _LONGEST), indent=4)
    if off := aside(claim):
        console.line((off, "yellow"), indent=4)
    said: set[str] = set()
    for look in claim.looked_at:
        console.line((_seen(look, said), "dim"), indent=4)
    for remark in notes(claim.claim):
        console.line((shortened(remark, _LONGEST), "dim"), indent=4)


def _seen(look: Evidence, said: set[str]) -> str:
    """One look in a line; what was said of an earlier frame word for word is not said again."""
    scores = look.judgement.scores if look.judgement else {}
    label = outcome(look)
    score = f" {scores[label]:.2f}" if label in scores else ""
    if look.spoken:
        words = " ".join(f"“{line.text}”" for line in lines(look))
        return f"{clock(look.timestamp)} (said) {label}{score}: {shortened(words, _LONGEST)}"
    where = f"{clock(look.timestamp)} ({place(look.offset)}) {label}{score}"
    if not look.caption:
        return f"{where}: {sentence(look.reason)}" if look.reason else where
    if look.caption in said:
        return f"{where}: described in the same words"
    said.add(look.caption)
    return f"{where}: {shortened(look.caption, _LONGEST)}"
