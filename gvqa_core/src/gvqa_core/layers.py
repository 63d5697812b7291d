"""Reads each layer of settings into flat entries: path of keys → value and origin."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, cast

from attrs import frozen

from gvqa_core.errors import ConfigError
from gvqa_core.options import TRUE_WORDS, RawText

PREFIX = "GVQA_"
NOT_SETTINGS = ("GVQA_DISABLE_PLUGINS", "GVQA_STRICT_PLUGINS", "GVQA_DEBUG")
"""Variables with our prefix that are read elsewhere."""

HUB_OFFLINE = "HF_HUB_OFFLINE"

Table = Mapping[str, Any]


@frozen
class Entry:
    """One value of one layer.

    Attributes:
        path: Keys from the outermost: `("use", "verifier")`, or kind, component, option.
        value: As it was given; text from the environment is `RawText`.
        source: Where it was given, for people.
    """

    path: tuple[str, ...]
    value: Any
    source: str


def flatten(table: Table, source: str) -> Iterator[Entry]:
    """Yield the entries of nested tables, at most three keys deep.

    The third key is an option of a component, whose value may itself be a table.
    """
    for key, value in table.items():
        yield from _flatten((str(key),), value, source)


def from_file(file: str | PathLike[str] | None) -> list[Entry]:
    """Read the settings file.

    Args:
        file: A TOML file; None means `gvqa.toml` in the working folder, or else
            `pyproject.toml` there when it has a table `[tool.gvqa]`.

    Raises:
        ConfigError: The file is missing, no TOML, or has tables of no meaning.
    """
    if file is not None:
        return _from_toml(Path(file))
    if Path("gvqa.toml").is_file():
        return _from_toml(Path("gvqa.toml"))
    if Path("pyproject.toml").is_file():
        return _from_toml(Path("pyproject.toml"))
    return []


def from_environment(environ: Mapping[str, str]) -> list[Entry]:
    """Read `GVQA_*` variables.

    `GVQA_VERIFIER__NLI_MINI__BATCH_SIZE` is the option `batch_size` of the verifier
    `nli-mini`: names in upper case, `-` as `_`, `__` between levels. An empty value
    counts as not set.
    """
    entries: list[Entry] = []
    if environ.get(HUB_OFFLINE, "").strip().lower() in TRUE_WORDS:
        entries.append(Entry(("offline",), RawText("true"), HUB_OFFLINE))
    tables: dict[tuple[str, ...], Entry] = {}
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or variable in NOT_SETTINGS or not environ[variable]:
            continue
        path = _path_of(variable)
        value = RawText(environ[variable])
        if len(path) <= 3:
            entries.append(Entry(path, value, variable))
            continue
        entry = tables.setdefault(path[:3], Entry(path[:3], {}, variable))
        _set(entry.value, path[3:], value, variable)
    return entries + list(tables.values())


def variable_name(path: tuple[str, ...]) -> str:
    """Return the environment variable that sets a key."""
    return PREFIX + "__".join(part.upper().replace("-", "_") for part in path)


def _flatten(path: tuple[str, ...], value: Any, source: str) -> Iterator[Entry]:
    if isinstance(value, Mapping) and len(path) < 3:
        for key, inner in cast(Table, value).items():
            yield from _flatten((*path, str(key)), inner, source)
    else:
        yield Entry(path, value, source)


def _from_toml(path: Path) -> list[Entry]:
    try:
        # Editors on Windows like to write a byte order mark, which TOML forbids.
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"The settings file {path} cannot be read: {reason}.") from error
    if path.name == "pyproject.toml":
        tools = document.get("tool", {})
        return list(flatten(_table(tools.get("gvqa", {}), "tool.gvqa", path), str(path)))
    strangers = sorted(set(document) - {"gvqa"})
    if strangers:
        raise ConfigError(
            f"Unknown key '{strangers[0]}' at the top of {path}: settings stand in the table "
            f"[gvqa], those of components in [gvqa.<kind>.<name>]."
        )
    return list(flatten(_table(document.get("gvqa", {}), "gvqa", path), str(path)))


def _table(value: Any, name: str, path: Path) -> Table:
    if not isinstance(value, dict):
        raise ConfigError(f"'{name}' in {path} must be a table, got {value!r}.")
    return cast(Table, value)


def _path_of(variable: str) -> tuple[str, ...]:
    parts = variable.removeprefix(PREFIX).lower().split("__")
    if not all(parts):
        raise ConfigError(
            f"The environment variable {variable} has an empty part; write names with one "
            "underscore between words and two between levels, as in GVQA_VERIFIER__NLI__MODEL."
        )
    if len(parts) >= 3:
        parts[1] = parts[1].replace("_", "-")
    if len(parts) == 2:
        return parts[0], parts[1]
    return tuple(parts)


def _set(table: dict[str, Any], path: tuple[str, ...], value: RawText, variable: str) -> None:
    for part in path[:-1]:
        inner = table.setdefault(part, {})
        if not isinstance(inner, dict):
            raise ConfigError(f"{variable} sets a part of what another variable sets whole.")
        table = cast("dict[str, Any]", inner)
    table[path[-1]] = value
