"""What the graders that ask a judge model share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import field, frozen, validators

from gvqa_cedi.asks_model import AsksModel

if TYPE_CHECKING:
    from gvqa_cedi.asking import Reply
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


class JudgeGrader(AsksModel[JudgeOptions]):
    """Asks the drafter's chat model."""

    kind = "grader"

    def judged(
        self,
        conversations: Sequence[Sequence[Message]],
        schema: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], ResultT],
        *,
        seed: int | None = None,
    ) -> list[Reply[ResultT]]:
        """Ask the judge in batches; see `AsksModel.asked`."""
        return self.asked(
            conversations, schema, read, batch_size=self.options.batch_size, seed=seed
        )
