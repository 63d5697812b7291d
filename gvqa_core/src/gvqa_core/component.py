"""How a plugin describes what it offers, and the small base class for implementing it.

A `ComponentSpec` is plain data with dotted names in it: listing plugins imports
no model library. The names are resolved when a component is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import attrs
from attrs import field, frozen

if TYPE_CHECKING:
    from types import TracebackType

    from gvqa_core.protocols import Scalar

KINDS = ("sampler", "captioner", "retriever", "drafter", "verifier")
"""The stages of the core; an extension may add kinds of its own."""


@frozen
class Availability:
    """What a probe found out about a component on this machine.

    Attributes:
        usable: Whether it can be opened here, perhaps after a download.
        reason: Why it is not usable; or, when `download` is set, what would be fetched.
        download: Id of the weights that must be fetched first; None when all is here.
        download_bytes: Their size, where known.
    """

    usable: bool
    reason: str = ""
    download: str | None = None
    download_bytes: int | None = None


@frozen(kw_only=True)
class ComponentSpec:
    """One implementation of one stage, as a plugin declares it.

    Attributes:
        kind: `sampler`, `captioner`, `retriever`, `drafter`, `verifier`, or a kind
            that an extension registered.
        name: What users choose it by: lower case letters, digits and `-`.
        factory: `"package.module:callable"`. Called with the options instance, or
            with nothing when there is no options class; returns the component.
        options: `"package.module:Class"` of a frozen attrs class with a default for
            every attribute; None when there is nothing to set.
        defaults: Option values that differ from the class's own defaults.
        requires: Distributions that must be installed, as requirement strings
            (`"mlx-vlm>=0.7"`); checked from metadata before anything is imported.
        install: The command that brings what `requires` names.
        probe: `"package.module:callable"`, called with the options instance (or with
            nothing): cheap, no heavy import, returns an `Availability`. None means
            usable wherever `requires` is met.
        priority: Among usable components, `auto` takes the highest. Negative: only by name.
        needs: Kinds whose chosen component this one is given when opened, for
            example `("captioner",)` for a judge that asks the captioner's model.
        summary: One line for `gvqa plugins`.
    """

    kind: str
    name: str
    factory: str
    options: str | None = None
    defaults: Mapping[str, Any] = field(factory=dict[str, Any])
    requires: tuple[str, ...] = ()
    install: str = ""
    probe: str | None = None
    priority: int = 0
    needs: tuple[str, ...] = ()
    summary: str = ""


OptionsT = TypeVar("OptionsT")


class BaseComponent(Generic[OptionsT]):
    """A component that stores its options and does nothing else when opened or closed.

    Args:
        options: A frozen attrs instance.
    """

    def __init__(self, options: OptionsT) -> None:
        self.options = options

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """Every option by name; override to leave out what does not change the output."""
        if not attrs.has(type(self.options)):
            return {}
        values: dict[str, Any] = attrs.asdict(self.options)  # type: ignore[arg-type]
        return {name: _scalar(value) for name, value in values.items()}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Acquire nothing."""

    def close(self) -> None:
        """Release nothing."""

    def __enter__(self) -> Self:
        self.open({})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _scalar(value: Any) -> Scalar:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
