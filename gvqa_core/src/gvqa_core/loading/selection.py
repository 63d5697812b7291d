"""How the component of a stage is chosen: by name, by backend, or automatically.

Nothing is substituted in silence: what a user named is used or is an error, and
what `auto` passed over is recorded in the choice with the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.backends import models
from gvqa_core.component import Availability
from gvqa_core.errors import ComponentError, ModelUnavailableError
from gvqa_core.loading.availability import install_command, only_uninstalled
from gvqa_core.loading.names import did_you_mean, listing, readable_size

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.registry import Registered, Registry

AUTO = "auto"
BACKEND_KINDS = ("captioner", "drafter")
"""Kinds whose `auto` follows `settings.backend`."""


@frozen
class Choice:
    """The component that will serve a stage.

    Attributes:
        kind: The stage.
        name: Name of the component.
        registered: The component, with the plugin it came from.
        why: Why this one, in words.
        skipped: (name, reason) of each that `auto` would have preferred.
        surprising: Those of `skipped` that are installed and yet cannot be used: their
            weights cannot be had, or their probe says no.
    """

    kind: str
    name: str
    registered: Registered
    why: str
    skipped: tuple[tuple[str, str], ...] = ()
    surprising: tuple[tuple[str, str], ...] = ()


def backends(registry: Registry) -> list[str]:
    """List the names under which both a captioner and a drafter are registered."""
    sets = [{found.spec.name for found in registry.components(kind)} for kind in BACKEND_KINDS]
    return sorted(set.intersection(*sets))


def choose(registry: Registry, kind: str, name: str, settings: Settings) -> Choice:
    """Choose the component for a stage; see `Registry.choose`."""
    registry.check_kind(kind)
    if name != AUTO:
        return _named(registry, kind, name, settings, why="asked for by name")
    if kind in BACKEND_KINDS and settings.backend != AUTO:
        _check_backend(registry, settings.backend)
        return _named(registry, kind, settings.backend, settings, why="follows the backend")
    return _automatic(registry, kind, settings)


def _check_backend(registry: Registry, backend: str) -> None:
    known = backends(registry)
    if backend in known:
        return
    raise ComponentError(
        f"Unknown backend '{backend}'.{did_you_mean(backend, known)} "
        f"Known backends: {listing(known)}. Others come with plugins of their own, such as "
        f"gvqa-mlx and gvqa-cuda; install the one that brings it."
        f"{registry.explain_absence(backend)}",
        component=backend,
    )


def _named(registry: Registry, kind: str, name: str, settings: Settings, *, why: str) -> Choice:
    registered = registry.get(kind, name)
    found = registry.inspect(registered, settings)
    if not found.usable:
        raise ComponentError(
            f"{registered.title} cannot be used here: {found.reason or 'no reason given'}."
            f"{_install_hint(registered)}",
            plugin=registered.plugin,
            component=name,
        )
    obstacle = _download_obstacle(found, settings)
    if obstacle:
        raise ModelUnavailableError(
            f"{registered.title} cannot be used here: {obstacle}. Fetch the weights while "
            f"connected with: gvqa models pull {found.download}",
            plugin=registered.plugin,
            component=name,
        )
    return Choice(kind, name, registered, why + _download_note(found))


def _automatic(registry: Registry, kind: str, settings: Settings) -> Choice:
    skipped: list[tuple[str, str]] = []
    surprising: list[tuple[str, str]] = []
    lacks_weights = False
    for name in _by_priority(registry, kind):
        candidates = registry.candidates(kind, name)
        checked = [(each, registry.inspect(each, settings)) for each in candidates]
        usable = [(each, found) for each, found in checked if found.usable]
        if not usable:
            skipped.append((name, "; ".join(found.reason for _, found in checked)))
            if not all(only_uninstalled(each.spec.requires) for each in candidates):
                surprising.append(skipped[-1])
            continue
        registered = registry.get(kind, name)  # an error when two plugins offer this name
        found = usable[0][1]
        obstacle = _download_obstacle(found, settings)
        if obstacle:
            lacks_weights = True
            skipped.append((name, obstacle))
            surprising.append(skipped[-1])
            continue
        why = f"highest priority ({registered.spec.priority}) of what can be used here"
        why += _download_note(found)
        return Choice(kind, name, registered, why, tuple(skipped), tuple(surprising))
    error = ModelUnavailableError if lacks_weights else ComponentError
    raise error(_nothing_usable(registry, kind, skipped))


def _by_priority(registry: Registry, kind: str) -> list[str]:
    """Names that `auto` may take, best first; equal priorities in order of name."""
    best: dict[str, int] = {}
    for registered in registry.components(kind):
        spec = registered.spec
        if spec.priority >= 0:
            best[spec.name] = max(spec.priority, best.get(spec.name, 0))
    return sorted(best, key=lambda name: (-best[name], name))


def _download_obstacle(found: Availability, settings: Settings) -> str:
    """Say why weights that are not here cannot be fetched; empty when they can."""
    if found.download is None:
        return ""
    if models.is_offline(settings):
        return f"the weights of {found.download} are not on this machine and offline is set"
    if not models.hub_reachable():
        return (
            f"the weights of {found.download} are not on this machine and the model hub "
            f"({models.hub_endpoint()}) cannot be reached"
        )
    return ""


def _download_note(found: Availability) -> str:
    if found.download is None:
        return ""
    size = found.download_bytes or models.remote_size(found.download)
    amount = f", {readable_size(size)}" if size else ""
    return f"; fetches {found.download}{amount} at first use"


def _install_hint(registered: Registered) -> str:
    command = install_command(registered.spec)
    return f" Install what it needs with: {command}" if command else ""


def _nothing_usable(registry: Registry, kind: str, skipped: list[tuple[str, str]]) -> str:
    if not skipped:
        return f"No plugin offers a {kind} that may be chosen by itself.{registry.failures_text()}"
    lines = "".join(f"\n  {name}: {reason}" for name, reason in skipped)
    return f"No {kind} can be used here:{lines}{registry.failures_text()}"
