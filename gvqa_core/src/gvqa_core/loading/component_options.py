"""The options of components: tables of settings read into each component's own class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gvqa_core.errors import ComponentError, ConfigError
from gvqa_core.loading.names import describe_error, listing, load_object, nearest
from gvqa_core.options import structure

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.registry import Registered, Registry


def build_options(registered: Registered, settings: Settings) -> Any:
    """Build a component's options instance: class defaults < spec defaults < settings.

    Returns:
        The instance; None when the component has no options class.

    Raises:
        ConfigError: An option is unknown, ill-typed or out of range.
        ComponentError: The options class, or the defaults declared for it, cannot be used.
    """
    spec = registered.spec
    given = settings.options.get(spec.kind, {}).get(spec.name, {})
    prefix = f"{spec.kind}.{spec.name}."
    sources = {key: settings.sources.get(prefix + key, "") for key in given}
    if spec.options is None:
        if given:
            places = listing({place for place in sources.values() if place})
            raise ConfigError(
                f"{registered.title} has no options, got {listing(given)} (from {places})."
            )
        return None
    try:
        cls = load_object(spec.options)
        structure(cls, spec.defaults, what=registered.title)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ComponentError(
            f"The options {spec.options} of {registered.title} ({registered.origin}) "
            f"cannot be used: {describe_error(error)}.",
            plugin=registered.plugin,
            component=spec.name,
        ) from error
    return structure(cls, {**spec.defaults, **given}, what=registered.title, sources=sources)


def check_all_options(registry: Registry, settings: Settings) -> tuple[str, ...]:
    """Check every table of options; see `Registry.check_options`."""
    notices: list[str] = []
    for kind, tables in settings.options.items():
        known = {each.spec.name for each in registry.components(kind)}
        for name in tables:
            candidates = registry.candidates(kind, name)
            for registered in candidates:
                build_options(registered, settings)
            if not candidates:
                notices.append(_unused(registry, kind, name, known, settings))
    return tuple(notices)


def _unused(registry: Registry, kind: str, name: str, known: set[str], settings: Settings) -> str:
    if kind in registry.kinds:
        match = nearest(name, known)
        text = f"options for the unknown {kind} '{name}'"
    else:
        # Stricter than elsewhere, as the kinds of extensions resemble the core's.
        match = nearest(kind, registry.kinds, cutoff=0.75)
        text = f"options for the unknown kind '{kind}'"
    prefix = f"{kind}.{name}."
    places = {place for key, place in settings.sources.items() if key.startswith(prefix)}
    text += f" (from {listing(places)})" if places else ""
    if match:
        raise ConfigError(f"There are {text}. Did you mean '{match}'?")
    return f"There are {text}; they have no effect until a plugin that offers it is installed."
