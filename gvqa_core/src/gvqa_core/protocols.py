"""The contract of every stage: what an implementation promises and may expect.

These protocols are normative. `gvqa check KIND NAME` and `gvqa_core.testing`
hold a component to them. A component is built from its options (nothing heavy
happens), opened (weights are loaded), used from the one thread that opened it,
and closed (memory is freed); it may be opened again afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.types import (
        Caption,
        Claim,
        Draft,
        Frame,
        Hit,
        Judgement,
        Message,
        Pair,
        VideoInfo,
        Window,
    )

Scalar = str | int | float | bool | None
"""What may stand in a component's identity."""


@runtime_checkable
class Component(Protocol):
    """What all components share. `gvqa_core.component.BaseComponent` implements it."""

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """All that changes this component's output: model, revision, prompt version, options.

        It is part of the cache key and of an answer's provenance. Never a secret.
        """
        ...

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load weights and acquire resources.

        Args:
            needs: The opened components this one declared in `ComponentSpec.needs`, by kind.

        Raises:
            ModelUnavailableError: Weights are neither here nor to be had.
            ComponentError: Anything else that keeps it from working.
        """
        ...

    def close(self) -> None:
        """Free all memory and handles; may be called twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Video(Protocol):
    """An opened video file. Safe to use from several threads one after another."""

    @property
    def info(self) -> VideoInfo:
        """The facts of the file."""
        ...

    def sample(
        self,
        interval: float,
        start: float = 0.0,
        end: float | None = None,
        *,
        max_pixels: int | None = None,
    ) -> Iterator[Frame]:
        """Yield the frame at start, start + interval, … while t <= the last frame's time and `end`.

        Args:
            interval: Seconds between samples, > 0.
            start: First sample, seconds.
            end: Last time that may be sampled, seconds; None for the end of the video.
            max_pixels: Downscale (never up) so that width × height fits; None keeps full size.

        Yields:
            Frames in ascending time, one alive at a time; a held picture is repeated.
            A picture that cannot be decoded is skipped and noted in `info.warnings`.

        Raises:
            ValueError: `interval` is not positive or the window is reversed.
        """
        ...

    def frames_at(
        self,
        times: Sequence[float],
        *,
        max_pixels: int | None = None,
        errors: Literal["raise", "skip"] = "raise",
    ) -> Iterator[Frame]:
        """Yield the frame at each time, in the order asked.

        Ascending times stream; other orders hold what came early. Equal times are decoded once.

        Args:
            times: Seconds; each must lie in `[0, info.duration]`.
            max_pixels: Downscale (never up) so that width × height fits.
            errors: `raise` on the first time that cannot be served, or `skip` it.

        Raises:
            TimeOutsideVideoError: A time is not finite, negative, or past the end.
            FrameUnreadableError: The frame exists but cannot be decoded.
        """
        ...

    def close(self) -> None:
        """Release the file; may be called twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@runtime_checkable
class Sampler(Component, Protocol):
    """Chooses the frames to caption."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        """Yield frames in ascending `timestamp`, all inside `window`, one alive at a time."""
        ...


@runtime_checkable
class PlanningSampler(Sampler, Protocol):
    """A sampler that can tell its times without decoding; then only missing frames are decoded."""

    def plan(self, video: Video, window: Window) -> Sequence[float] | None:
        """Return the timestamps `sample` would yield, ascending; None if only decoding can tell."""
        ...


@runtime_checkable
class Captioner(Component, Protocol):
    """Describes frames, blind: it never sees a question or a claim."""

    @property
    def batch_size(self) -> int:
        """How many frames it likes in one call, >= 1."""
        ...

    @property
    def max_pixels(self) -> int | None:
        """The largest width × height worth sending; None when any size will do."""
        ...

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        """Describe each frame.

        Args:
            frames: RGB `uint8` `(H, W, 3)`; sizes may differ; may be empty.

        Returns:
            One text for each frame, in order. An empty text means "nothing usable".
        """
        ...


class Index(Protocol):
    """Captions made searchable."""

    def search(self, question: str, k: int) -> list[Hit]:
        """Find the `k` best captions.

        Returns:
            At most `k` hits, best first, ties by earlier time; fewer when there are
            fewer captions. `rank` counts from 0.

        Raises:
            ValueError: `k` < 1.
        """
        ...

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """What is worth keeping on disk to rebuild this index; may be empty."""
        ...


@runtime_checkable
class ExplainingIndex(Index, Protocol):
    """An index that can tell how it read a question."""

    def explain(self, question: str) -> Mapping[str, Any]:
        """How `search` understands the question, in JSON-able values."""
        ...


@runtime_checkable
class Retriever(Component, Protocol):
    """Builds an index over captions; owns its embedder, if it has one."""

    def build(
        self,
        captions: Sequence[Caption],
        arrays: Mapping[str, NDArray[np.generic]] | None = None,
    ) -> Index:
        """Index captions, or passages of speech, which are searched by themselves.

        Args:
            captions: Texts of one channel, in ascending time; may be empty.
            arrays: What `Index.arrays()` gave for exactly these captions earlier;
                with it nothing is computed again.
        """
        ...


@runtime_checkable
class ComparesTexts(Protocol):
    """A retriever that may be able to tell how near two texts are in meaning."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float] | None:
        """The cosine of a text's embedding with each of the others', -1 to 1.

        None when it works without an embedding model.
        """
        ...


@runtime_checkable
class Drafter(Component, Protocol):
    """Answers a question from retrieved captions as a list of claims."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        """Answer from the given captions only.

        Args:
            question: Stands alone.
            hits: The retrieved captions, then the passages of speech where there is a
                transcript: those have `caption.channel == "said"`. A claim that cites a
                passage's very time is taken to tell what is said there.

        Returns:
            A draft; `Draft.error` is set when no draft could be made. No exception
            is raised for what a model wrote, however odd.
        """
        ...


@runtime_checkable
class RemembersTurns(Protocol):
    """A drafter that can be told what was said earlier in a conversation."""

    def draft_after(self, history: Sequence[Claim], question: str, hits: Sequence[Hit]) -> Draft:
        """Answer like `Drafter.draft`, knowing earlier claims.

        Args:
            history: Claims of earlier answers, oldest first; may be empty. They are to
                understand the question by: what is claimed comes from the captions.
            question: Stands alone.
            hits: The captions to answer from.
        """
        ...


@runtime_checkable
class Verifier(Component, Protocol):
    """Judges whether a premise supports a hypothesis."""

    @property
    def needs(self) -> Literal["caption", "frame"]:
        """What the premise of each pair must be: a blind caption (`str`) or a `Frame`."""
        ...

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge each pair.

        Args:
            pairs: (premise, hypothesis), premise as `needs` says; may be empty.

        Returns:
            One judgement for each pair, in order; the result for a pair does not
            depend on the others. A pair that cannot be judged has
            `supports=False` and a `reason`.
        """
        ...


@runtime_checkable
class ChatModel(Component, Protocol):
    """A language or vision-language model that completes conversations."""

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Write the next assistant turn of each conversation.

        Args:
            conversations: Each at least one message, the last from the user.
            max_tokens: Most tokens to write for each, >= 1.
            schema: JSON schema the text should follow; a model that cannot be held
                to it ignores it.
            seed: None decodes greedily; a number samples, repeatably.

        Returns:
            One text for each conversation, in order, without the prompt and
            without special tokens.
        """
        ...


@runtime_checkable
class CountsTokens(Protocol):
    """A chat model that can tell how much it wrote; measurements ask it."""

    def count_tokens(self, texts: Sequence[str]) -> int:
        """How many tokens the model's own tokenizer makes of some texts, in all."""
        ...


@runtime_checkable
class HasChat(Protocol):
    """A captioner or drafter built on a chat model that others may ask as well."""

    @property
    def chat(self) -> ChatModel:
        """The opened model."""
        ...
