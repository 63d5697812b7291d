"""Deterministic stand-ins for models, for tests whose subject is something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.component import BaseComponent

if TYPE_CHECKING:
    from gvqa_core.types import Message


@frozen
class ScriptedChatOptions:
    """What a scripted model is called in identities.

    Attributes:
        model: Name of the pretended model.
    """

    model: str = "scripted"


@frozen
class ChatCall:
    """One call of `generate`, as it arrived."""

    conversations: tuple[tuple[Message, ...], ...]
    max_tokens: int
    schema: Mapping[str, Any] | None
    seed: int | None


class ScriptedChat(BaseComponent[ScriptedChatOptions]):
    """A chat model that gives prepared replies in order and records what it was asked.

    Args:
        replies: One for each conversation it will be given; the last one repeats. A
            reply that is no text is returned as it is, as careless libraries do.
        model: Name of the pretended model.
    """

    def __init__(self, replies: Sequence[Any], *, model: str = "scripted") -> None:
        if not replies:
            raise ValueError("a scripted model needs at least one reply")
        super().__init__(ScriptedChatOptions(model))
        self.calls: list[ChatCall] = []
        self.is_open = False
        self._replies = list(replies)
        self._given = 0

    def open(self, needs: Mapping[str, Any]) -> None:
        """Note that it is open."""
        self.is_open = True

    def close(self) -> None:
        """Note that it is closed."""
        self.is_open = False

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Give the next prepared reply to each conversation."""
        self.calls.append(
            ChatCall(tuple(tuple(turns) for turns in conversations), max_tokens, schema, seed)
        )
        return [self._next() for _ in conversations]

    def _next(self) -> Any:
        reply = self._replies[min(self._given, len(self._replies) - 1)]
        self._given += 1
        return reply
