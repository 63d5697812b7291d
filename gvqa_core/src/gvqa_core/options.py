"""Turns tables of settings into typed attrs instances, strictly.

A number is never read from a TOML string, nor a bool from a number. Only what can
arrive as nothing but text (the environment, the command line) is read as the
type of its option; such values are marked as `RawText`.
"""

from __future__ import annotations

import enum
import functools
import re
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import attrs

from gvqa_core.errors import ConfigError, PluginError
from gvqa_core.loading.names import did_you_mean, listing

if TYPE_CHECKING:
    from cattrs import Converter

ClassT = TypeVar("ClassT")

TRUE_WORDS = ("1", "true", "yes", "on")
FALSE_WORDS = ("0", "false", "no", "off")


class RawText(str):
    """Text that is to be read as whatever type its option has.

    `a,b` is a sequence of two, `true`, `yes`, `on` and `1` are true, and `none` is
    None for an option that may be None.
    """

    __slots__ = ()


def structure(
    cls: type[ClassT],
    values: Mapping[str, Any],
    *,
    what: str,
    sources: Mapping[str, str] | None = None,
) -> ClassT:
    """Build an attrs instance from a table of values.

    Args:
        cls: An attrs class with a default for every attribute.
        values: Attribute name → value.
        what: What these are the options of, for messages: `verifier 'nli'`.
        sources: Attribute name → where its value came from.

    Raises:
        ConfigError: A key is unknown, or a value is ill-typed or out of range.
        PluginError: The class itself cannot serve as an options class.
    """
    fields = _fields(cls, what)
    found = sources or {}
    structured: dict[str, Any] = {}
    for key, value in values.items():
        if key not in fields:
            raise ConfigError(
                f"Unknown option '{key}' for {what}{_place(found.get(key))}."
                f"{did_you_mean(key, fields)} Known options: {listing(fields)}."
            )
        try:
            structured[key] = structure_value(value, fields[key].type)
        except ValueError as error:
            raise ConfigError(f"{what}: '{key}' {error}{_place(found.get(key))}.") from error
    try:
        return cls(**structured)
    except (ValueError, TypeError) as error:
        reason = str(error.args[0]) if error.args else str(error)
        places = {found[key] for key in structured if key in found and _mentions(reason, key)}
        raise ConfigError(f"{what}: {reason}{_place(listing(places) if places else None)}") from (
            error
        )


def structure_value(value: Any, kind: Any) -> Any:
    """Read one value as a type.

    Raises:
        ValueError: It is not of that type; the message reads "must be …, got …".
    """
    if kind is None:
        return value
    try:
        return _converter().structure(value, kind)
    except ValueError:
        raise
    except Exception as error:  # cattrs wraps what its hooks raise in groups of its own
        raise ValueError(f"must be {_type_name(kind)}, got {value!r}") from error


def _fields(cls: type[Any], what: str) -> dict[str, attrs.Attribute[Any]]:
    if not attrs.has(cls):
        raise PluginError(f"The options class of {what} must be an attrs class, found {cls!r}.")
    try:
        attrs.resolve_types(cls)
    except NameError as error:
        raise PluginError(
            f"The types of the options class of {what} cannot be resolved ({error}); "
            "import them where the class is defined, not under TYPE_CHECKING."
        ) from error
    return {a.alias: a for a in attrs.fields(cls) if a.init}


def _place(source: str | None) -> str:
    return f" (from {source})" if source else ""


def _mentions(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def _type_name(kind: Any) -> str:
    if kind in _PLAIN_NAMES:
        return _PLAIN_NAMES[kind]
    if _is_union(kind):
        return " or ".join(_type_name(member) for member in typing.get_args(kind))
    if typing.get_origin(kind) is Literal:
        return "one of " + ", ".join(repr(choice) for choice in typing.get_args(kind))
    return str(getattr(kind, "__name__", kind)) if not typing.get_args(kind) else str(kind)


_PLAIN_NAMES: dict[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    Path: "a path",
    types.NoneType: "none",
}


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def _is_sequence(kind: Any) -> bool:
    return typing.get_origin(kind) in (tuple, list, set, frozenset)


def _read_bool(value: Any, _: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, RawText):
        word = value.strip().lower()
        if word in TRUE_WORDS:
            return True
        if word in FALSE_WORDS:
            return False
    raise ValueError(f"must be true or false, got {value!r}")


def _read_int(value: Any, _: Any) -> int:
    if isinstance(value, RawText):
        try:
            return int(value)
        except ValueError:
            pass
    elif isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"must be a whole number, got {value!r}")


def _read_float(value: Any, _: Any) -> float:
    if isinstance(value, RawText):
        try:
            return float(value)
        except ValueError:
            pass
    elif isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise ValueError(f"must be a number, got {value!r}")


def _read_str(value: Any, _: Any) -> str:
    if isinstance(value, str):
        return str(value)
    raise ValueError(f"must be text, got {value!r}")


def _read_path(value: Any, _: Any) -> Path:
    if isinstance(value, Path | str):
        return Path(value)
    raise ValueError(f"must be a path, got {value!r}")


def _read_any(value: Any, _: Any) -> Any:
    return str(value) if isinstance(value, RawText) else value


def _read_none(value: Any, _: Any) -> None:
    if value is None or (isinstance(value, RawText) and value.strip().lower() == "none"):
        return
    raise ValueError(f"must be none, got {value!r}")


def _read_literal(value: Any, kind: Any) -> Any:
    for choice in typing.get_args(kind):
        # 1 == True and 1 == 1.0 in Python, so the type is compared as well.
        same = value == choice and type(value) is type(choice)
        if same or (isinstance(value, RawText) and value == str(choice)):
            return choice
    raise ValueError(f"must be {_type_name(kind)}, got {value!r}")


def _read_enum(value: Any, kind: type[enum.Enum]) -> enum.Enum:
    for member in kind:
        if value is member or value == member.value:
            return member
    choices = ", ".join(repr(member.value) for member in kind)
    raise ValueError(f"must be one of {choices}, got {value!r}")


def _read_union(value: Any, kind: Any) -> Any:
    # None first, so that "none" is None rather than a text of four letters.
    members = sorted(typing.get_args(kind), key=lambda member: member is not types.NoneType)
    for member in members:
        try:
            return structure_value(value, member)
        except ValueError:
            continue
    raise ValueError(f"must be {_type_name(kind)}, got {value!r}")


def _read_sequence(value: Any, kind: Any) -> Any:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(value, RawText):
        value = [RawText(part.strip()) for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise ValueError(f"must be a list, got {value!r}")
    items = list(typing.cast("list[Any] | tuple[Any, ...]", value))
    if origin is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        if len(items) != len(args):
            raise ValueError(f"must have {len(args)} items, got {len(items)}")
        return tuple(structure_value(item, of) for item, of in zip(items, args, strict=True))
    return origin(structure_value(item, args[0]) for item in items)


@functools.cache
def _converter() -> Converter:
    """Return the converter; cattrs is imported only now, to keep `import gvqa_core` quick."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    converter.register_structure_hook(bool, _read_bool)
    converter.register_structure_hook(int, _read_int)
    converter.register_structure_hook(float, _read_float)
    converter.register_structure_hook(str, _read_str)
    converter.register_structure_hook(Path, _read_path)
    converter.register_structure_hook(types.NoneType, _read_none)
    converter.register_structure_hook_func(lambda kind: kind is Any, _read_any)
    converter.register_structure_hook_func(
        lambda kind: typing.get_origin(kind) is Literal, _read_literal
    )
    converter.register_structure_hook_func(
        lambda kind: isinstance(kind, type) and issubclass(kind, enum.Enum), _read_enum
    )
    converter.register_structure_hook_func(_is_union, _read_union)
    converter.register_structure_hook_func(_is_sequence, _read_sequence)
    return converter
