"""The base of every component here that asks the chat model of a captioner or drafter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gvqa_cedi.asking import Reply, ask
from gvqa_cedi.errors import JudgeError
from gvqa_core.component import BaseComponent
from gvqa_core.protocols import HasChat

if TYPE_CHECKING:
    from gvqa_core.protocols import ChatModel, Scalar
    from gvqa_core.types import Message

ResultT = TypeVar("ResultT")

_SHOWN = 300


class AskOptions(Protocol):
    """The options that every asking component has."""

    @property
    def max_tokens(self) -> int:
        """Most tokens of an answer."""
        ...

    @property
    def repairs(self) -> int:
        """How often an answer that cannot be read is asked for again."""
        ...


AskOptionsT = TypeVar("AskOptionsT", bound=AskOptions)


class AsksModel(BaseComponent[AskOptionsT]):
    """Takes a stage's chat model when opened, and asks it in batches.

    Args:
        options: The options.
        chat: The model, opened; where left out it is the stage's, given when opened.
    """

    kind = ""
    name = ""
    stage = "drafter"
    prompt_version = "1"

    def __init__(self, options: AskOptionsT, chat: ChatModel | None = None) -> None:
        super().__init__(options)
        self._chat = chat

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The options, the prompt's version and the model asked."""
        asked = self._chat.identity if self._chat else {}
        model = {f"model.{key}": value for key, value in asked.items()}
        return {**super().identity, "prompt": self.prompt_version, **model}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Take the chat model of the stage.

        Raises:
            JudgeError: That stage has none.
        """
        given = needs.get(self.stage)
        if isinstance(given, HasChat):
            self._chat = given.chat
        if self._chat is None:
            raise JudgeError(
                f"The {self.kind} '{self.name}' needs a {self.stage} with a chat model."
            )

    def asked(
        self,
        conversations: Sequence[Sequence[Message]],
        schema: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], ResultT],
        *,
        batch_size: int = 1,
        seed: int | None = None,
        parse: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> list[Reply[ResultT]]:
        """Ask in batches; see `gvqa_cedi.asking.ask`.

        Raises:
            JudgeError: There is no model to ask.
        """
        if self._chat is None:
            raise JudgeError(f"The {self.kind} '{self.name}' was not opened.")
        replies: list[Reply[ResultT]] = []
        for start in range(0, len(conversations), batch_size):
            replies += ask(
                self._chat,
                conversations[start : start + batch_size],
                schema=schema,
                read=read,
                max_tokens=self.options.max_tokens,
                repairs=self.options.repairs,
                seed=seed,
                parse=parse,
            )
        return replies

    def one(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], ResultT],
        *,
        parse: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> ResultT:
        """Ask one thing that must be answered; see `gvqa_cedi.asking.ask`.

        Raises:
            JudgeError: No reply could be used; says why, and what the last one was.
        """
        [reply] = self.asked([messages], schema, read, parse=parse)
        if reply.value is None:
            last = f"; the last was {reply.raw[-1][:_SHOWN]!r}" if reply.raw else ""
            raise JudgeError(f"nothing usable in {len(reply.raw)} replies: {reply.error}{last}")
        return reply.value
