"""Layers → `Settings`, with the origin of every value.

Later layers win: defaults < profile < file < environment < arguments. A table of
options for a component is kept as it was given; it is read into the component's
own options class when the component is chosen, and `Registry.check_options`
reports tables that belong to no component.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, cast

import attrs

from gvqa_core import layers
from gvqa_core.config import COMPONENT_KINDS, PROFILES, Answers, Settings, Speech, Use, Verify
from gvqa_core.errors import ConfigError
from gvqa_core.layers import Entry, variable_name
from gvqa_core.loading.names import did_you_mean, listing, nearest
from gvqa_core.options import structure

TABLES: Mapping[str, type[Any]] = {
    "use": Use,
    "verify": Verify,
    "answers": Answers,
    "speech": Speech,
}
PLAIN_KEYS = tuple(
    a.name for a in attrs.fields(Settings) if a.name not in (*TABLES, "options", "sources")
)
DEFAULT = "default"
ARGUMENT = "argument"
_SECRET_ENDINGS = ("api_key", "token", "secret", "password")


def load_settings(
    *,
    file: str | PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    **arguments: Any,
) -> Settings:
    """Read all layers into settings.

    Args:
        file: A TOML file; None looks for `gvqa.toml`, then `pyproject.toml`, in the
            working folder.
        environ: Environment variables; None means the process's own.
        **arguments: Keys of `Settings`; `use`, `verify`, `answers`, `speech` and kinds take nested
            mappings, as the tables of the file do. A stage's name with a component's
            name is short for `use`: `verifier="nli"`. None means not given.

    Raises:
        ConfigError: A key is unknown, or a value is ill-typed or out of range; the
            message names the nearest known key and the place it came from.
    """
    variables = os.environ if environ is None else environ
    given = [
        *layers.from_file(file),
        *layers.from_environment(variables),
        *_from_arguments(arguments),
    ]
    for entry in given:
        _check_path(entry)
    profile = _profile(given)
    return _assemble([*_from_profile(profile), *given])


def explain_settings(settings: Settings) -> list[tuple[str, Any, str]]:
    """List every effective value.

    Returns:
        (dotted key, value, where it came from), in the order of `Settings`, with
        options of components last. Secrets are shown as `***`.
    """
    rows: list[tuple[str, Any]] = [(key, getattr(settings, key)) for key in PLAIN_KEYS]
    for table in TABLES:
        inner = getattr(settings, table)
        rows += [(f"{table}.{a.name}", getattr(inner, a.name)) for a in attrs.fields(type(inner))]
    for kind, names in settings.options.items():
        for name, options in names.items():
            rows += [(f"{kind}.{name}.{key}", value) for key, value in options.items()]
    return [
        (key, "***" if key.endswith(_SECRET_ENDINGS) else value, settings.sources.get(key, DEFAULT))
        for key, value in rows
    ]


def _from_profile(profile: str) -> Iterator[Entry]:
    source = f"profile {profile}"
    for key, value in PROFILES[profile].items():
        yield from layers.flatten(value if key == "options" else {key: value}, source)


def _from_arguments(arguments: Mapping[str, Any]) -> list[Entry]:
    table = {key: value for key, value in arguments.items() if value is not None}
    options = table.pop("options", {})
    use = dict(table.pop("use", {}))
    for kind in COMPONENT_KINDS:
        if isinstance(table.get(kind), str):
            name = table.pop(kind)
            if use.setdefault(kind, name) != name:
                raise ConfigError(f"The {kind} is given twice: '{name}' and '{use[kind]}'.")
    entries = layers.flatten({**table, **({"use": use} if use else {})}, ARGUMENT)
    return [*layers.flatten(options, ARGUMENT), *entries]


def _profile(entries: Iterable[Entry]) -> str:
    profile, source = "default", DEFAULT
    for entry in entries:
        if entry.path == ("profile",):
            profile, source = entry.value, entry.source
    if profile not in PROFILES:
        raise ConfigError(
            f"Unknown profile {str(profile)!r} (from {source}). Known profiles: "
            f"{listing(PROFILES)}."
        )
    return str(profile)


def _check_path(entry: Entry) -> None:
    """Raise ConfigError unless the path is a setting or has the shape of an option."""
    first, *rest = entry.path
    if first in PLAIN_KEYS:
        if not rest:
            return
        raise ConfigError(f"'{first}' must be one value, not a table (from {entry.source}).")
    if first in TABLES:
        known = [a.name for a in attrs.fields(TABLES[first])]
        if len(rest) == 1 and rest[0] in known:
            return
        if not rest:
            raise ConfigError(f"'{first}' must be a table (from {entry.source}).")
        raise _unknown(entry, [(first, name) for name in known])
    if len(rest) == 2 and first not in ("options", "sources"):
        return
    known_paths = [(key,) for key in PLAIN_KEYS]
    known_paths += [(table, a.name) for table, cls in TABLES.items() for a in attrs.fields(cls)]
    raise _unknown(entry, known_paths)


def _unknown(entry: Entry, known: list[tuple[str, ...]]) -> ConfigError:
    written = ".".join(entry.path)
    names = [".".join(path) for path in known]
    if entry.path[0] in COMPONENT_KINDS and len(entry.path) == 1:
        key = f"use.{entry.path[0]}"
        hint = f" Did you mean '{key}' ({variable_name(('use', entry.path[0]))})?"
    elif entry.source.startswith(layers.PREFIX):
        match = nearest(written, names)
        hint = f" Did you mean {variable_name(tuple(match.split('.')))}?" if match else ""
    else:
        hint = did_you_mean(written, names)
    return ConfigError(
        f"Unknown setting '{written}' (from {entry.source}).{hint} Known settings: "
        f"{listing(names)}; options of components are <kind>.<name>.<option>."
    )


def _assemble(entries: Iterable[Entry]) -> Settings:
    plain: dict[str, Any] = {}
    tables: dict[str, dict[str, Any]] = {table: {} for table in TABLES}
    options: dict[str, dict[str, dict[str, Any]]] = {}
    sources: dict[str, str] = {}
    for entry in entries:
        first, *rest = entry.path
        if not rest:
            plain[first] = entry.value
        elif first in TABLES:
            tables[first][rest[0]] = entry.value
        else:
            options.setdefault(first, {}).setdefault(rest[0], {})[rest[1]] = entry.value
        sources[".".join(entry.path)] = entry.source
    inner = {
        table: structure(cls, tables[table], what=f"'{table}'", sources=_under(sources, table))
        for table, cls in TABLES.items()
    }
    checked = structure(Settings, plain, what="settings", sources=sources)
    return attrs.evolve(
        checked,
        use=cast(Use, inner["use"]),
        verify=cast(Verify, inner["verify"]),
        answers=cast(Answers, inner["answers"]),
        speech=cast(Speech, inner["speech"]),
        options=options,
        sources=sources,
    )


def _under(sources: Mapping[str, str], table: str) -> dict[str, str]:
    prefix = f"{table}."
    return {
        key.removeprefix(prefix): source
        for key, source in sources.items()
        if key.startswith(prefix)
    }
