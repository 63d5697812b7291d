"""The two stages built on any chat model, shared by every backend.

A backend brings a `ChatModel`: it loads and generates. Prompts, parsing and the
retry are here, once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from gvqa_core import config, prompts
from gvqa_core.claims import Reading, read_claims
from gvqa_core.errors import CaptionError
from gvqa_core.reading.cleaning import clean_caption
from gvqa_core.reading.replies import text_of
from gvqa_core.types import Draft, Message, RejectedClaim

if TYPE_CHECKING:
    from types import TracebackType

    from gvqa_core.protocols import ChatModel, Scalar
    from gvqa_core.types import Claim, Frame, Hit


class _ChatStage:
    """A stage that owns one chat model and opens and closes it."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def chat(self) -> ChatModel:
        """The model, for others that ask it as well (judges do)."""
        return self._model

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load the model."""
        self._model.open(needs)

    def close(self) -> None:
        """Free the model."""
        self._model.close()

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

    def _replies(
        self,
        conversations: Sequence[Sequence[Message]],
        max_tokens: int,
        seed: int | None,
        schema: Mapping[str, Any] | None = None,
    ) -> list[str] | None:
        """One text for each conversation; None when the model returned another number."""
        results: Any = self._model.generate(
            conversations, max_tokens=max_tokens, schema=schema, seed=seed
        )
        if isinstance(results, str) or not isinstance(results, Sequence):
            return None
        if len(results) != len(conversations):
            return None
        return [text_of(result) for result in results]


class ChatCaptioner(_ChatStage):
    """Describes frames with a vision-language chat model, blind to question and claim.

    Args:
        model: The model.
        prompt: What each frame is shown with; None for ours. Another prompt is another
            captioner.
        max_tokens: Most tokens to write for a frame, >= 1.
        batch_size: Frames in one call, >= 1.
        max_pixels: Largest width × height worth sending; None for any size.
        seed: None decodes greedily; a number samples, repeatably.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        prompt: str | None = None,
        max_tokens: int = config.CAPTION_MAX_TOKENS,
        batch_size: int = 1,
        max_pixels: int | None = config.MAX_PIXELS,
        seed: int | None = None,
    ) -> None:
        if batch_size < 1 or max_tokens < 1:
            raise ValueError(
                f"batch_size and max_tokens must be at least 1, got {batch_size} and {max_tokens}"
            )
        super().__init__(model)
        self._prompt = prompt or prompts.CAPTION_PROMPT
        self._max_tokens = max_tokens
        self._batch_size = batch_size
        self._max_pixels = max_pixels
        self._seed = seed

    def asking(self, prompt: str, model: ChatModel | None = None) -> ChatCaptioner:
        """The same captioner with another prompt.

        Args:
            prompt: What each frame is shown with.
            model: The same model under another handle; None for this one's.
        """
        return ChatCaptioner(
            model or self._model,
            prompt=prompt,
            max_tokens=self._max_tokens,
            batch_size=self._batch_size,
            max_pixels=self._max_pixels,
            seed=self._seed,
        )

    @property
    def batch_size(self) -> int:
        """Frames in one call."""
        return self._batch_size

    @property
    def max_pixels(self) -> int | None:
        """Largest width × height worth sending."""
        return self._max_pixels

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The model's identity, the prompt and all that changes what is written."""
        return {
            **self._model.identity,
            "prompt": _prompt_version(self._prompt),
            "max_tokens": self._max_tokens,
            "max_pixels": self._max_pixels,
            **({} if self._seed is None else {"seed": self._seed}),
        }

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        """Describe each frame; an empty text means that nothing usable was written.

        Args:
            frames: RGB `uint8` `(H, W, 3)`; sizes may differ; may be empty.

        Returns:
            One cleaned text for each frame, in order.

        Raises:
            CaptionError: The model does not return one text for one frame.
        """
        texts: list[str] = []
        for start in range(0, len(frames), self._batch_size):
            texts += self._batch(frames[start : start + self._batch_size])
        return texts

    def _batch(self, frames: Sequence[Frame]) -> list[str]:
        conversations = [[Message("user", self._prompt, images=(frame.image,))] for frame in frames]
        replies = self._replies(conversations, self._max_tokens, self._seed)
        if replies is None and len(frames) > 1:
            # Which caption belongs to which frame cannot be told: ask one by one.
            return [text for frame in frames for text in self._batch([frame])]
        if replies is None:
            raise CaptionError(
                "expected one text for one frame, but the model returned something else; "
                "check the backend with `gvqa check captioner NAME`",
                stage="caption",
            )
        return [clean_caption(reply, prompt=self._prompt) for reply in replies]


class ChatDrafter(_ChatStage):
    """Answers questions as claims with a chat model, from retrieved captions only.

    Args:
        model: The model.
        max_tokens: Most tokens to write for an answer, >= 1.
        retries: How often a reply that cannot be read is shown to the model again, >= 0.
        constrained: Pass a JSON schema that allows the retrieved timestamps only.
        seed: None decodes greedily; a number samples, repeatably.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        max_tokens: int = config.DRAFT_MAX_TOKENS,
        retries: int = 1,
        constrained: bool = True,
        seed: int | None = None,
    ) -> None:
        if max_tokens < 1 or retries < 0:
            raise ValueError(
                f"max_tokens must be at least 1 and retries at least 0, got {max_tokens} "
                f"and {retries}"
            )
        super().__init__(model)
        self._max_tokens = max_tokens
        self._retries = retries
        self._constrained = constrained
        self._seed = seed

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The model's identity, the prompt's version and all that changes what is written."""
        return {
            **self._model.identity,
            "prompt": prompts.DRAFT_PROMPT_VERSION,
            "max_tokens": self._max_tokens,
            "retries": self._retries,
            "constrained": self._constrained,
            **({} if self._seed is None else {"seed": self._seed}),
        }

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        """Answer from the given captions only.

        Args:
            question: The user's question.
            hits: The retrieved captions; none means that there is nothing to answer from.

        Returns:
            A draft; `error` is set when no claims could be read after all attempts.
        """
        return self.draft_after((), question, hits)

    def draft_after(self, history: Sequence[Claim], question: str, hits: Sequence[Hit]) -> Draft:
        """Answer like `draft`, told earlier claims; see `RemembersTurns`."""
        if not hits:
            return Draft()
        conversation = prompts.draft_messages(question, hits, history)
        schema = prompts.claims_schema(hits, max_tokens=self._max_tokens)
        raw: list[str] = []
        reading = Reading(error="the model was not asked")
        for _ in range(self._retries + 1):
            replies = self._replies(
                [conversation], self._max_tokens, self._seed, schema if self._constrained else None
            )
            reply = "" if replies is None else replies[0]
            raw.append(reply)
            reading = _without_example(read_claims(reply), hits)
            if reading.error is None:
                return Draft(reading.claims, reading.rejected, reading.truncated, tuple(raw))
            problem = prompts.retry_messages(reply, reading.error, truncated=reading.truncated)
            conversation = [*conversation, *problem]
        return Draft(
            rejected=reading.rejected,
            truncated=reading.truncated,
            raw=tuple(raw),
            error=f"draft failed after {len(raw)} attempts: {reading.error}",
        )


def _without_example(reading: Reading, hits: Sequence[Hit]) -> Reading:
    """Reject the prompt's own example, which small models like to copy."""
    if any(prompts.EXAMPLE_CLAIM in hit.caption.text for hit in hits):
        return reading
    copied = [claim for claim in reading.claims if claim.text == prompts.EXAMPLE_CLAIM]
    if not copied:
        return reading
    reason = "copied from the example in the prompt"
    claims = tuple(claim for claim in reading.claims if claim not in copied)
    return Reading(
        claims,
        (*reading.rejected, *(RejectedClaim(claim.text, reason) for claim in copied)),
        reading.truncated,
        None if claims else f"the only claim was {reason}",
        reading.raw,
    )


def _prompt_version(prompt: str) -> str:
    """The version of our prompt; a digest for one of the user's."""
    if prompt == prompts.CAPTION_PROMPT:
        return prompts.CAPTION_PROMPT_VERSION
    return "custom-" + hashlib.sha256(prompt.encode("utf-8", "replace")).hexdigest()[:12]
