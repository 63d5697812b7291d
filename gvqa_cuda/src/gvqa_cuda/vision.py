"""A vision-language model on transformers, and the captioner built on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.backends.batching import in_shrinking_batches
from gvqa_core.backends.conversation import as_parts, pictures
from gvqa_core.backends.weights import local_weights
from gvqa_core.chat import ChatCaptioner
from gvqa_core.component import BaseComponent
from gvqa_core.prompts import CAPTION_PROMPT
from gvqa_cuda import _runtime
from gvqa_cuda.config import CaptionerOptions

if TYPE_CHECKING:
    from pathlib import Path

    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Message


def captioner(options: CaptionerOptions) -> ChatCaptioner:
    """Build the `cuda` captioner; nothing is loaded yet."""
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
        options: Model, device and decoding.
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
        from transformers import AutoModelForImageTextToText

        device = _runtime.device_of(self.options)  # first: a missing device fetches nothing
        folder = local_weights(self.options.model, self.options.revision)
        self._model = _runtime.load(AutoModelForImageTextToText, folder, self.options, device)
        self._processor = _load_processor(folder)

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
            ids = _runtime.decode(
                self._model,
                self._inputs(batch),
                max_tokens=max_tokens,
                pad=self._processor.tokenizer.pad_token_id,
                seed=seed,
                temperature=self.options.temperature,
            )
            return self._processor.tokenizer.batch_decode(ids, skip_special_tokens=True)

        # A sampled row would depend on its neighbours in the batch; a greedy one does not.
        size = self.options.batch_size if seed is None else 1
        return in_shrinking_batches(conversations, size, run, relieve=_runtime.free_memory)

    def count_tokens(self, texts: Sequence[str]) -> int:
        """Count what was written; see `CountsTokens`."""
        return sum(
            len(self._processor.tokenizer.encode(text, add_special_tokens=False)) for text in texts
        )

    def _inputs(self, batch: Sequence[Sequence[Message]]) -> Mapping[str, Any]:
        prompts = self._processor.apply_chat_template(
            [as_parts(conversation) for conversation in batch],
            add_generation_prompt=True,
            tokenize=False,
        )
        images = [pictures(conversation, self.options.max_pixels) for conversation in batch]
        inputs = self._processor(
            text=prompts,
            images=images if any(images) else None,
            padding=True,
            padding_side="left",
            return_tensors="pt",
        )
        return inputs.to(self._model.device)


def _load_processor(folder: Path) -> Any:
    """Load the checkpoint's own processor without its video half.

    `AutoProcessor` is avoided: it needs torchvision for videos, which are never sent
    here, and mlx-vlm replaces it in a process that has loaded one of its models.
    """
    from transformers import AutoConfig
    from transformers.models.auto.processing_auto import PROCESSOR_MAPPING

    config = AutoConfig.from_pretrained(folder, local_files_only=True)
    whole: Any = PROCESSOR_MAPPING[type(config)]

    class ImageProcessor(whole):
        @classmethod
        def get_attributes(cls) -> list[str]:
            return [name for name in super().get_attributes() if name != "video_processor"]

    ImageProcessor.__name__ = whole.__name__
    return ImageProcessor.from_pretrained(folder, local_files_only=True)
