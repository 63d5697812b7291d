"""The verifiers that a cascade or an ensemble is made of, by their registered names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import attrs

from gvqa_core.errors import ComponentError

if TYPE_CHECKING:
    from gvqa_core.protocols import Verifier

COMBINED = frozenset(("cascade", "ensemble"))


def build_members(names: Sequence[str]) -> dict[str, Verifier]:
    """Build registered verifiers, unopened, as `gvqa.toml` and the environment set them.

    Their guards and their splitting are switched off: whoever combines them applies
    both once.

    Raises:
        ComponentError: A name is unknown, stands twice, or belongs to a verifier that
            cannot be a member.
    """
    from gvqa_core.plugins import load_plugins
    from gvqa_core.settings import load_settings

    registry = load_plugins().registry
    settings = load_settings()
    members: dict[str, Verifier] = {}
    for name in names:
        registered = registry.get("verifier", name)
        if name in COMBINED or name in members or registered.spec.needs:
            raise ComponentError(
                f"Expected different verifiers that judge captions by themselves, got "
                f"'{', '.join(names)}': '{name}' cannot be a member"
            )
        options = registry.options("verifier", name, settings)
        plain = {key: False for key in ("guards", "split_compound") if hasattr(options, key)}
        tables = settings.options.get("verifier", {})
        merged: Mapping[str, Any] = {**tables.get(name, {}), **plain}
        own = attrs.evolve(
            settings, options={**settings.options, "verifier": {**tables, name: merged}}
        )
        members[name] = cast("Verifier", registry.build(registered, own))
    return members
