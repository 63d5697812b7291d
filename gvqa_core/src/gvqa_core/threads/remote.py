"""A chat model used from another component's thread.

A judge may ask the model that the captioner or the drafter has loaded. That model
belongs to its own thread (MLX keeps its streams per thread), so calls travel there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError
from gvqa_core.protocols import HasChat

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar
    from gvqa_core.threads.worker import Worker
    from gvqa_core.types import Message


class RemoteChat(BaseComponent[None]):
    """What a component gets for a kind it declared in `ComponentSpec.needs`.

    It has the `chat` of that component, and is itself a `ChatModel` that runs each
    call in the owner's thread.

    Args:
        owner: The worker of the component that owns the model.
    """

    def __init__(self, owner: Worker) -> None:
        super().__init__(None)
        self._owner = owner

    @property
    def chat(self) -> RemoteChat:
        """The model, callable from any thread."""
        return self

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The identity of the model's owner."""
        return self._owner.component.identity

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Write the next turn of each conversation; see `ChatModel.generate`.

        Raises:
            ComponentError: The component that was needed has no chat model.
        """
        owner = self._owner.component
        if not isinstance(owner, HasChat):
            raise ComponentError(
                f"{self._owner.name} has no chat model that another component could ask; choose "
                "a captioner and drafter with a language model (mlx, cuda, openai)"
            )
        return self._owner.run(
            owner.chat.generate, conversations, max_tokens=max_tokens, schema=schema, seed=seed
        )
