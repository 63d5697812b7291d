"""Guards: deterministic checks that can only withdraw support, never grant it.

Each guard reads a caption and a claim and returns what speaks against the claim, or
None. `docs/verifiers.md` has the measured effect of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gvqa_core.errors import ConfigError
from gvqa_verifiers.guards.quotations import quotation_missing

Guard = Callable[[str, str], str | None]

GUARDS: Mapping[str, Guard] = {"quotations": quotation_missing}
"""Name → guard, in the order asked."""


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


def objection(premise: str, claim: str, guards: Mapping[str, Guard] = GUARDS) -> str | None:
    """Ask the guards in turn.

    Args:
        premise: The caption.
        claim: A simple claim that a judge holds to be supported.
        guards: Those to ask.

    Returns:
        The first objection, as `guard <name>: <why>`; None when there is none.
    """
    for name, guard in guards.items():
        found = guard(premise, claim)
        if found:
            return f"guard {name}: {found}"
    return None
