"""What a plugin must keep to, checked before anything of it is used."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, cast

from gvqa_core.component import ComponentSpec
from gvqa_core.errors import PluginError
from gvqa_core.loading.names import COMPONENT_NAME, DOTTED_NAME, did_you_mean, listing

PREFIX = "gvqa_"
API_ATTRIBUTE = "GVQA_HOOK_API"

# Where pluggy's markers of the project "gvqa" leave what they were told.
_IMPL_MARK = "gvqa_impl"
_SPEC_MARK = "gvqa_spec"


def is_hookspec(value: object) -> bool:
    """Tell whether a function is marked as a hook specification."""
    return inspect.isroutine(value) and getattr(value, _SPEC_MARK, None) is not None


def implementations(plugin: object) -> dict[str, tuple[Any, Mapping[str, Any]]]:
    """Find what a plugin marks as `hookimpl`: hook name → (function, marker options)."""
    found: dict[str, tuple[Any, Mapping[str, Any]]] = {}
    for name, value in _routines(plugin):
        marks = getattr(value, _IMPL_MARK, None)
        if isinstance(marks, dict):
            options = cast("dict[str, Any]", marks)
            found[options.get("specname") or name] = (value, options)
    return found


def check_hook_api(plugin: object, api: int) -> None:
    """Raise PluginError when a plugin states another hook interface than ours."""
    wanted = getattr(plugin, API_ATTRIBUTE, api)
    if wanted != api or isinstance(wanted, bool):
        cure = "upgrade gvqa-core" if _is_newer(wanted, api) else "upgrade the plugin"
        raise PluginError(
            f"it was written for hook interface {wanted!r} ({API_ATTRIBUTE}), and this "
            f"gvqa-core has {api}; {cure}"
        )


def check_implementations(plugin: object, hooks: Collection[str]) -> None:
    """Check that everything that looks like a hook implementation is one.

    Args:
        plugin: A module, or an observer object.
        hooks: Names of all specified hooks.

    Raises:
        PluginError: A name matches no hook, a function lacks its marker, or an
            implementation is a wrapper.
    """
    marked = implementations(plugin)
    for hook, (_, options) in marked.items():
        if options.get("wrapper") or options.get("hookwrapper"):
            raise PluginError(f"{hook} is a hook wrapper; gvqa calls each implementation apart")
        if hook not in hooks and not options.get("optionalhook"):
            raise PluginError(
                f"{hook} matches no hook.{did_you_mean(hook, hooks)} Known hooks: "
                f"{listing(hooks)}. A hook of a distribution that may be absent is marked "
                "@hookimpl(optionalhook=True)"
            )
    for name, value in _routines(plugin):
        if not name.startswith(PREFIX) or hasattr(value, _IMPL_MARK) or hasattr(value, _SPEC_MARK):
            continue
        if isinstance(plugin, ModuleType) and value.__module__ != plugin.__name__:
            continue  # imported from elsewhere, so not meant as this plugin's hook
        if name in hooks:
            raise PluginError(f"{name} is not marked; put @hookimpl above it")
        raise PluginError(
            f"{name} matches no hook.{did_you_mean(name, hooks)} The prefix {PREFIX} is kept "
            "for hooks"
        )


def check_returned(
    value: object, *, kind: str, hook: str, kinds: Collection[str]
) -> tuple[list[ComponentSpec], list[str]]:
    """Check what a collecting hook returned.

    Args:
        value: The returned value.
        kind: The kind that this hook collects.
        hook: Its name.
        kinds: All known kinds.

    Returns:
        The specifications that are sound, and what is wrong with the others.

    Raises:
        PluginError: It is no sequence.
    """
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise PluginError(
            f"{hook} must return a sequence of ComponentSpec, got {type(value).__name__}"
        )
    sound: list[ComponentSpec] = []
    problems: list[str] = []
    for item in cast("Sequence[object]", value):
        if not isinstance(item, ComponentSpec):
            problems.append(f"{hook} returned a {type(item).__name__} among its ComponentSpecs")
            continue
        problem = _problem_of(item, kind, kinds)
        if not problem and any(item.name == other.name for other in sound):
            problem = "is declared twice"
        if problem:
            problems.append(f"{hook}: the component {item.name!r} {problem}")
        else:
            sound.append(item)
    return sound, problems


def _problem_of(spec: ComponentSpec, kind: str, kinds: Collection[str]) -> str:
    """Say what is wrong with a specification; empty when it is sound."""
    if spec.kind != kind:
        return f"is of kind {spec.kind!r}, and this hook collects {kind!r}"
    if not _is_name(spec.name):
        return "needs a name of lower-case letters, digits and '-', other than 'auto'"
    for attribute in ("factory", "options", "probe"):
        dotted = getattr(spec, attribute)
        if not _is_dotted(dotted) and (dotted is not None or attribute == "factory"):
            return f"needs its {attribute} as 'package.module:name', got {dotted!r}"
    for attribute in ("requires", "needs"):
        if not _is_texts(names := getattr(spec, attribute)):
            return f"needs its {attribute} as a tuple of texts, got {names!r}"
    unknown = [needed for needed in spec.needs if needed not in kinds]
    if unknown:
        return f"needs the unknown kind {unknown[0]!r}.{did_you_mean(unknown[0], kinds)}"
    if not _is_integer(spec.priority):
        return f"needs a whole number as priority, got {spec.priority!r}"
    if not isinstance(cast(object, spec.defaults), Mapping):
        return f"needs a mapping as defaults, got {spec.defaults!r}"
    return ""


def _routines(plugin: object) -> Iterator[tuple[str, Any]]:
    for name in dir(plugin):
        value = getattr(plugin, name, None)
        if inspect.isroutine(value):
            yield name, value


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != "auto" and bool(COMPONENT_NAME.fullmatch(value))


def _is_dotted(value: object) -> bool:
    return isinstance(value, str) and bool(DOTTED_NAME.fullmatch(value))


def _is_texts(value: object) -> bool:
    if not isinstance(value, tuple | list):
        return False
    return all(isinstance(item, str) for item in cast("Sequence[object]", value))


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_newer(wanted: object, api: int) -> bool:
    return isinstance(wanted, int) and wanted > api
