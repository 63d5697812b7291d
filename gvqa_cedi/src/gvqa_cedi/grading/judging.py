"""What the graders that ask a judge model share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import field, frozen, validators

from gvqa_cedi.asking import Reply, ask
from gvqa_cedi.errors import JudgeError
from gvqa_core.component import BaseComponent
from gvqa_core.protocols import HasChat

if TYPE_CHECKING:
    from gvqa_core.protocols import ChatModel, Scalar
    from gvqa_core.types import Message

ResultT = TypeVar("ResultT")


@frozen(kw_only=True)
class JudgeOptions:
    """Options of the graders that ask a judge model.

    Attributes:
        max_tokens: Most tokens of an answer.
        batch_size: Questions asked in one call.
        repairs: How often an answer that cannot be read is asked for again.
    """

    max_tokens: int = field(default=256, validator=validators.ge(16))
    batch_size: int = field(default=8, validator=validators.ge(1))
    repairs: int = field(default=1, validator=validators.ge(0))


class JudgeGrader(BaseComponent[JudgeOptions]):
    """Asks the drafter's chat model.

    Args:
        options: The options.
        chat: The model, opened; where left out it is the drafter's, given when opened.
    """

    name = ""
    prompt_version = "1"

    def __init__(self, options: JudgeOptions, chat: ChatModel | None = None) -> None:
        super().__init__(options)
        self._chat = chat

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The options, the prompt's version and the model asked."""
        asked = self._chat.identity if self._chat else {}
        model = {f"judge.{key}": value for key, value in asked.items()}
        return {**super().identity, "prompt": self.prompt_version, **model}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Take the drafter's chat model.

        Raises:
            JudgeError: The drafter has none.
        """
        drafter = needs.get("drafter")
        if isinstance(drafter, HasChat):
            self._chat = drafter.chat
        if self._chat is None:
            raise JudgeError(f"The grader '{self.name}' needs a drafter with a chat model.")

    def asked(
        self,
        conversations: Sequence[Sequence[Message]],
        schema: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], ResultT],
        *,
        seed: int | None = None,
    ) -> list[Reply[ResultT]]:
        """Ask the judge in batches; see `gvqa_cedi.asking.ask`.

        Raises:
            JudgeError: There is no model to ask.
        """
        if self._chat is None:
            raise JudgeError(f"The grader '{self.name}' was not opened.")
        replies: list[Reply[ResultT]] = []
        for start in range(0, len(conversations), self.options.batch_size):
            replies += ask(
                self._chat,
                conversations[start : start + self.options.batch_size],
                schema=schema,
                read=read,
                max_tokens=self.options.max_tokens,
                repairs=self.options.repairs,
                seed=seed,
            )
        return replies
