"""What `cascade` and `ensemble` share: members, opened and closed together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError
from gvqa_verifiers.cautious import judge_cautiously
from gvqa_verifiers.guards import guards_left
from gvqa_verifiers.members import build_members
from gvqa_verifiers.nli_rules import captions_only

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar, Verifier
    from gvqa_core.types import Judgement, Pair


class CombinedOptions(Protocol):
    """The options both share."""

    @property
    def split_compound(self) -> bool:
        """Whether the parts of "A and B" are judged apart."""
        ...

    @property
    def guards(self) -> bool:
        """Whether guards may withdraw support."""
        ...

    @property
    def guards_off(self) -> str:
        """Names of guards left out all the same, separated by commas."""
        ...


OptionsT = TypeVar("OptionsT", bound=CombinedOptions)


class Combined(BaseComponent[OptionsT]):
    """A verifier made of others.

    Args:
        options: The options.
        members: Name → unopened verifier; None builds those the options name.
    """

    needs = "caption"

    def __init__(self, options: OptionsT, members: Mapping[str, Verifier] | None = None) -> None:
        super().__init__(options)
        self._given = members
        self._members: Mapping[str, Verifier] = {}
        self._open = ExitStack()

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The members' registered names, in order."""

    @property
    def members(self) -> Mapping[str, Verifier]:
        """The opened members."""
        if not self._members:
            raise ComponentError("it is not open: call open({}) first", stage="verify")
        return self._members

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """Every option, and every member's identity once it is open."""
        inner = {
            f"{name}.{key}": value
            for name, member in self._members.items()
            for key, value in member.identity.items()
        }
        return {**super().identity, **inner}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Open every member; if one fails, those before it are closed again."""
        guards_left(self.options.guards_off)
        members = build_members(self.names) if self._given is None else self._given
        with ExitStack() as stack:
            for member in members.values():
                stack.enter_context(member)
            self._open = stack.pop_all()
        self._members = members

    def close(self) -> None:
        """Close every member."""
        self._members = {}
        self._open.close()

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge each (caption, claim); see `gvqa_core.protocols.Verifier`."""
        return judge_cautiously(
            self.judge_simple,
            [captions_only(pair) for pair in pairs],
            split_compound=self.options.split_compound,
            guards=self.options.guards,
            guards_off=self.options.guards_off,
        )

    @abstractmethod
    def judge_simple(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """Judge each (caption, claim) by the members alone: no splitting, no guards."""
