"""Evaluatees on a real model: as it speaks (`chat`), and checked before it speaks (`verified`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from gvqa_cedi.errors import JudgeError
from gvqa_cedi.interview.state import Asked
from gvqa_cedi.text.sentences import split_sentences
from gvqa_core.captioning import NOTHING_USABLE
from gvqa_core.checking.image import verify_image
from gvqa_core.component import BaseComponent
from gvqa_core.protocols import HasChat
from gvqa_core.reading.claim_items import fault_of
from gvqa_core.reading.replies import text_of
from gvqa_core.reading.thinking import strip_thinking
from gvqa_core.types import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.protocols import Scalar

NOTHING_LEFT = "I cannot confirm that from the picture."
"""What the verified evaluatee says when no sentence of its answer holds."""

_CAPTION = "Describe this picture in one sentence."


@frozen(kw_only=True)
class ChatOptions:
    """Options of the evaluatees on a real model.

    Attributes:
        max_tokens: Most tokens of an answer.
        history: Show the model the interview so far; off is an ablation.
    """

    max_tokens: int = field(default=128, validator=validators.ge(1))
    history: bool = True


class ChatEvaluatee(BaseComponent[ChatOptions]):
    """The captioner's vision-language model, asked about the picture."""

    def __init__(self, options: ChatOptions) -> None:
        super().__init__(options)
        self._needs: Mapping[str, Any] = {}

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The options and the model."""
        captioner = self._needs.get("captioner")
        asked: Mapping[str, Scalar] = captioner.identity if captioner else {}
        return {**super().identity, **{f"model.{key}": value for key, value in asked.items()}}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Take the captioner's model.

        Raises:
            JudgeError: The captioner has no chat model.
        """
        if not isinstance(needs.get("captioner"), HasChat):
            raise JudgeError("An evaluatee on a real model needs a captioner with a chat model.")
        self._needs = needs

    def answer(self, asked: Asked) -> str:
        """Ask the model.

        Raises:
            JudgeError: The picture cannot be had, or the model wrote nothing.
        """
        image = _image(asked)
        messages: list[Message] = []
        if self.options.history:
            for turn in asked.interview.turns:
                if turn.response is not None:
                    messages += [
                        Message("user", turn.question or _CAPTION),
                        Message("assistant", turn.response),
                    ]
        messages.append(Message("user", asked.question.text or _CAPTION))
        # The picture stands before the first words, where models are trained to have it.
        messages[0] = Message("user", messages[0].text, images=(image,))
        chat = self._needs["captioner"].chat
        replies = chat.generate([messages], max_tokens=self.options.max_tokens)
        text = strip_thinking(text_of(replies[0])).strip()
        if not text:
            raise JudgeError("the model wrote nothing")
        return text


class VerifiedEvaluatee(ChatEvaluatee):
    """The same model; of its answer only those sentences that a blind caption entails.

    The caption is made without sight of question and answer, the verifier is the one
    that `gvqa ask` uses. What is left out stays out: an empty answer says that nothing
    could be confirmed.
    """

    def answer(self, asked: Asked) -> str:
        """Ask the model, split its answer, keep what holds.

        Raises:
            JudgeError: As for the unverified model, or captioner or verifier failed.
        """
        spoken = super().answer(asked)
        sentences = [each.text for each in split_sentences(spoken) if not fault_of(each.text)]
        verified = verify_image(
            _image(asked),
            sentences,
            caption=self._needs["captioner"].caption,
            judge=self._needs["verifier"].judge,
        )
        for claim in verified:
            # Withholding what nobody could look at would make a broken verifier look good.
            if claim.evidence.judgement is None and claim.reason != NOTHING_USABLE:
                raise JudgeError(f"its answer could not be checked: {claim.reason}")
        kept = [claim.claim.text for claim in verified if claim.grounded]
        return " ".join(kept) or NOTHING_LEFT


def _image(asked: Asked) -> NDArray[np.uint8]:
    image = asked.interview.image()
    if image is None:
        raise JudgeError(
            f"there is no picture '{asked.interview.graph.image}'; give its folder with --images"
        )
    return image
