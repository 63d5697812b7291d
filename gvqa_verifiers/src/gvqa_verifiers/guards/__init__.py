"""Guards: deterministic checks that can only withdraw support, never grant it.

Each guard reads a caption and a claim and says what speaks against the claim: for
certain, or after the judge has been asked once more. `docs/verifiers.md` has the
measured effect of each.
"""

from __future__ import annotations

from collections.abc import Mapping

from gvqa_core.builtin.sentences import quotations as quoted
from gvqa_core.errors import ConfigError
from gvqa_verifiers.guards import absence, antonyms, clauses, colours, negation, numbers, quotations
from gvqa_verifiers.guards.doubt import Doubt, Guard

__all__ = ["GUARDS", "OFF", "Doubt", "Guard", "all_doubts", "guards_left"]

GUARDS: Mapping[str, Guard] = {
    "quotations": quotations.doubts,
    "numbers": numbers.doubts,
    "colours": colours.doubts,
    "negation": negation.doubts,
    "absence": absence.doubts,
    "antonyms": antonyms.doubts,
    "clauses": clauses.doubts,
}
"""Name → guard, in the order in which their objections count."""


OFF = "clauses"
"""Those left out unless a user says otherwise: it withdraws more truths than it is worth."""

_OF_WORDS = frozenset(("numbers", "negation", "antonyms"))
"""Those that would take the words of a quotation for the claim's own."""


def guards_left(off: str) -> Mapping[str, Guard]:
    """The guards without those named in `off`, separated by commas.

    Raises:
        ConfigError: There is no guard of a name.
    """
    names = {name.strip() for name in off.split(",") if name.strip()}
    unknown = sorted(names - set(GUARDS))
    if unknown:
        raise ConfigError(
            f"There is no guard named {', '.join(unknown)}; there are: {', '.join(GUARDS)}"
        )
    return {name: guard for name, guard in GUARDS.items() if name not in names}


def all_doubts(
    premise: str, claim: str, guards: Mapping[str, Guard] = GUARDS
) -> list[tuple[str, Doubt]]:
    """Ask the guards about a simple claim that a judge holds to be supported.

    Args:
        premise: The caption.
        claim: The claim.
        guards: Those to ask.

    Returns:
        (guard's name, doubt), those that are certain first.
    """
    left_out = _OF_WORDS if quoted(claim) else frozenset[str]()
    found = [
        (name, doubt)
        for name, guard in guards.items()
        if name not in left_out
        for doubt in guard(premise, claim)
    ]
    return sorted(found, key=lambda named: bool(named[1].questions(premise)))
