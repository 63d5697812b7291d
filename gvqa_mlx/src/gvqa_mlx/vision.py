"""A vision-language model on mlx-vlm, and the captioner built on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.backends.batching import in_shrinking_batches
from gvqa_core.backends.conversation import as_parts, pictures
from gvqa_core.backends.quiet import remarks_hidden
from gvqa_core.backends.weights import local_weights
from gvqa_core.chat import ChatCaptioner
from gvqa_core.component import BaseComponent
from gvqa_core.prompts import CAPTION_PROMPT
from gvqa_mlx import _runtime
from gvqa_mlx.config import CaptionerOptions

if TYPE_CHECKING:
    from PIL.Image import Image

    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Message

# It remarks on an argument that mlx-vlm passes to every chat template.
_TALKATIVE = ("transformers.processing_utils",)


def captioner(options: CaptionerOptions) -> ChatCaptioner:
    """Build the `mlx` captioner; nothing is loaded yet."""
    return ChatCaptioner(
        VisionModel(options),
        prompt=options.prompt or CAPTION_PROMPT,
        max_tokens=options.max_tokens,
        batch_size=options.batch_size,
        max_pixels=options.max_pixels,
    )


class VisionModel(BaseComponent[CaptionerOptions]):
    """A vision-language checkpoint that completes conversations with images.

    Args:
        options: Model and decoding.
    """

    def __init__(self, options: CaptionerOptions) -> None:
        super().__init__(options)
        self._model: Any = None
        self._processor: Any = None

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The options that change what is written."""
        return _runtime.identity(self.options)

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load processor and weights; see `Component.open`."""
        import mlx_vlm

        _runtime.release_streams_with_thread()
        folder = local_weights(self.options.model, self.options.revision)
        library: Any = mlx_vlm
        self._model, self._processor = library.load(str(folder))

    def close(self) -> None:
        """Free the weights."""
        if self._model is not None:
            self._model = self._processor = None
            _runtime.free_memory()

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Write the next turn of each conversation; see `ChatModel.generate`.

        A schema is ignored: captions are prose.
        """
        seed = self.options.seed if seed is None else seed

        def run(batch: Sequence[Sequence[Message]]) -> list[str]:
            return [self._plain(text) for text in self._write(batch, max_tokens, seed)]

        # A sampled row would depend on its neighbours in the batch; a greedy one does not.
        size = self.options.batch_size if seed is None else 1
        return in_shrinking_batches(conversations, size, run, relieve=_runtime.free_memory)

    def count_tokens(self, texts: Sequence[str]) -> int:
        """Count what was written; see `CountsTokens`."""
        return sum(
            len(self._processor.tokenizer.encode(text, add_special_tokens=False)) for text in texts
        )

    def _write(
        self, batch: Sequence[Sequence[Message]], max_tokens: int, seed: int | None
    ) -> list[str]:
        shown = [pictures(conversation, self.options.max_pixels) for conversation in batch]
        with _runtime.allocation_failures(), remarks_hidden(*_TALKATIVE):
            if seed is None and all(len(images) == 1 for images in shown):
                return self._write_together(batch, [one for (one,) in shown], max_tokens)
            return [
                self._write_alone(conversation, images, max_tokens, seed)
                for conversation, images in zip(batch, shown, strict=True)
            ]

    def _write_together(
        self, batch: Sequence[Sequence[Message]], shown: list[Image], max_tokens: int
    ) -> list[str]:
        """Write greedily for conversations that show one picture each."""
        import mlx_vlm

        library: Any = mlx_vlm
        # Turns as lists of parts keep the image first; plain strings would put it last.
        turns = [as_parts(conversation) for conversation in batch]
        written = library.batch_generate(
            self._model, self._processor, images=shown, prompts=turns, max_tokens=max_tokens
        )
        return written.texts

    def _write_alone(
        self,
        conversation: Sequence[Message],
        shown: list[Image],
        max_tokens: int,
        seed: int | None,
    ) -> str:
        """Write for one conversation with any number of pictures."""
        import mlx_vlm

        library: Any = mlx_vlm
        prompt = library.apply_chat_template(
            self._processor, self._model.config, as_parts(conversation), num_images=len(shown)
        )
        # The checkpoint's own sampling settings would rule where nothing is said.
        written = library.generate(
            self._model,
            self._processor,
            prompt,
            image=shown or None,
            max_tokens=max_tokens,
            temperature=0.0 if seed is None else self.options.temperature,
            top_p=1.0,
            top_k=0,
            seed=seed,
        )
        return written.text

    def _plain(self, text: str) -> str:
        for token in self._processor.tokenizer.all_special_tokens:
            text = text.replace(token, "")
        return text
