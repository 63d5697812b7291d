"""Strict reading of option values into attrs classes."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from attrs import field, frozen, validators

from gvqa_core.errors import ConfigError, PluginError
from gvqa_core.options import RawText, structure


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@frozen
class Inner:
    depth: int = 1


@frozen
class Options:
    model: str = "m"
    count: int = field(default=1, validator=validators.ge(0))
    ratio: float = 0.5
    on: bool = False
    folder: Path = Path()
    size: int | None = None
    names: tuple[str, ...] = ()
    pair: tuple[int, float] = (1, 2.0)
    numbers: list[int] = field(factory=list)
    mode: Literal["fast", "exact"] = "fast"
    level: Literal[1, 2] = 1
    revision: str | None = None
    scale: float | Literal["auto"] = "auto"
    colour: Colour = Colour.RED
    inner: Inner = field(factory=Inner)
    table: Mapping[str, float] = field(factory=dict)
    anything: Any = None
    untyped = 5


def read(name: str, value: Any) -> Any:
    options = structure(Options, {name: value}, what="verifier 'x'", sources={name: "here"})
    return getattr(options, name)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("model", "a", "a"),
        ("count", 3, 3),
        ("ratio", 1, 1.0),
        ("on", True, True),
        ("folder", "/tmp", Path("/tmp")),
        ("size", None, None),
        ("size", 4, 4),
        ("names", ["a", "b"], ("a", "b")),
        ("pair", [3, 4], (3, 4.0)),
        ("numbers", (1, 2), [1, 2]),
        ("mode", "exact", "exact"),
        ("level", 2, 2),
        ("scale", 2, 2.0),
        ("scale", "auto", "auto"),
        ("colour", "blue", Colour.BLUE),
        ("inner", {"depth": 3}, Inner(3)),
        ("table", {"a": 1}, {"a": 1.0}),
        ("anything", {"a": [1]}, {"a": [1]}),
    ],
)
def test_typed_values(name: str, value: Any, expected: Any) -> None:
    found = read(name, value)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("model", "12", "12"),
        ("count", "12", 12),
        ("ratio", "1e-3", 0.001),
        ("on", "Yes", True),
        ("on", "off", False),
        ("folder", "/tmp", Path("/tmp")),
        ("size", "none", None),
        ("size", "7", 7),
        ("revision", "none", None),
        ("revision", "main", "main"),
        ("names", "a, b,", ("a", "b")),
        ("pair", "3,4", (3, 4.0)),
        ("numbers", "1,2", [1, 2]),
        ("mode", "exact", "exact"),
        ("level", "2", 2),
        ("scale", "auto", "auto"),
        ("scale", "0.25", 0.25),
        ("colour", "blue", Colour.BLUE),
        ("inner", {"depth": RawText("3")}, Inner(3)),
        ("anything", "text", "text"),
    ],
)
def test_text_is_read_as_the_type_of_its_option(name: str, text: Any, expected: Any) -> None:
    found = read(name, RawText(text) if isinstance(text, str) else text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("model", 5, "'model' must be text, got 5"),
        ("count", "3", "'count' must be a whole number, got '3'"),
        ("count", True, "'count' must be a whole number, got True"),
        ("count", 3.0, "'count' must be a whole number, got 3.0"),
        ("count", RawText("3.5"), "'count' must be a whole number, got '3.5'"),
        ("ratio", "0.5", "'ratio' must be a number, got '0.5'"),
        ("ratio", False, "'ratio' must be a number, got False"),
        ("on", 1, "'on' must be true or false, got 1"),
        ("on", RawText("maybe"), "'on' must be true or false, got 'maybe'"),
        ("size", "x", "'size' must be a whole number or none, got 'x'"),
        ("names", "ab", "'names' must be a list, got 'ab'"),
        ("names", [1], "'names' must be text, got 1"),
        ("pair", [1], "'pair' must have 2 items, got 1"),
        ("mode", "slow", "'mode' must be one of 'fast', 'exact', got 'slow'"),
        ("level", True, "'level' must be one of 1, 2, got True"),
        ("colour", "green", "'colour' must be one of 'red', 'blue', got 'green'"),
        ("inner", {"dpeth": 3}, "'inner' must be Inner, got"),
        ("inner", 3, "'inner' must be Inner, got 3"),
        ("table", {"a": "x"}, "'table' must be a number, got 'x'"),
        ("count", -1, "'count' must be >= 0: -1"),
    ],
)
def test_values_of_another_type_are_refused_with_their_place(
    name: str, value: Any, message: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        read(name, value)
    assert f"verifier 'x': {message}" in str(caught.value)
    assert "(from here)" in str(caught.value)


def test_an_options_class_whose_types_cannot_be_resolved_is_the_plugins_fault() -> None:
    @frozen
    class Unresolved:
        model: NotThere = None  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(PluginError, match="not under TYPE_CHECKING"):
        structure(Unresolved, {}, what="verifier 'x'")
