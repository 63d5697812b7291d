"""A text model on mlx-lm, and the drafter built on it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.backends.batching import in_shrinking_batches
from gvqa_core.backends.conversation import as_strings
from gvqa_core.backends.grammar import Grammars, TokenMask, grammar_installed
from gvqa_core.backends.weights import local_weights
from gvqa_core.chat import ChatDrafter
from gvqa_core.component import BaseComponent
from gvqa_mlx import _runtime
from gvqa_mlx.config import DrafterOptions

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Message


def drafter(options: DrafterOptions) -> ChatDrafter:
    """Build the `mlx` drafter; nothing is loaded yet."""
    return ChatDrafter(
        TextModel(options), max_tokens=options.max_tokens, constrained=options.grammar
    )


class TextModel(BaseComponent[DrafterOptions]):
    """An instruction-tuned text checkpoint that completes conversations.

    Args:
        options: Model and decoding.
    """

    def __init__(self, options: DrafterOptions) -> None:
        super().__init__(options)
        self._model: Any = None
        self._tokenizer: Any = None
        self._grammars: Grammars | None = None
        self._prefix: tuple[list[int], Any] = ([], None)

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The options that change what is written, and whether the grammar is in force."""
        grammar = self.options.grammar and grammar_installed()
        return {**_runtime.identity(self.options), "grammar": grammar}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load tokenizer and weights; see `Component.open`."""
        import mlx_lm

        _runtime.release_streams_with_thread()
        folder = local_weights(self.options.model, self.options.revision)
        loaded: Any = mlx_lm.load(str(folder), return_config=True)
        self._model, self._tokenizer, config = loaded
        if self.options.grammar and grammar_installed():
            # The wrapper's own tokenizer is the Hugging Face one that llguidance reads.
            width = config.get("vocab_size") or config["text_config"]["vocab_size"]
            self._grammars = Grammars(self._tokenizer._tokenizer, width)

    def close(self) -> None:
        """Free the weights and the kept prefix."""
        if self._model is not None:
            self._model = self._tokenizer = self._grammars = None
            self._prefix = ([], None)
            _runtime.free_memory()

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Write the next turn of each conversation; see `ChatModel.generate`."""
        seed = self.options.seed if seed is None else seed

        def run(batch: Sequence[Sequence[Message]]) -> list[str]:
            with _runtime.allocation_failures():
                ids = self._decode(batch, max_tokens, self._masks(schema, len(batch)), seed)
            return [self._tokenizer.decode(row, skip_special_tokens=True) for row in ids]

        # A sampled row would depend on its neighbours in the batch; a greedy one does not.
        size = self.options.batch_size if seed is None else 1
        return in_shrinking_batches(conversations, size, run, relieve=_runtime.free_memory)

    def count_tokens(self, texts: Sequence[str]) -> int:
        """Count what was written; see `CountsTokens`."""
        return sum(len(self._tokenizer.encode(text, add_special_tokens=False)) for text in texts)

    def _decode(
        self,
        batch: Sequence[Sequence[Message]],
        max_tokens: int,
        masks: Sequence[TokenMask],
        seed: int | None,
    ) -> list[list[int]]:
        """Return the new ids of each conversation."""
        from mlx_lm.generate import BatchGenerator

        prompts, states = zip(*(self._prefilled(each) for each in batch), strict=True)
        generator = BatchGenerator(
            self._model,
            stop_tokens=[[token] for token in self._tokenizer.eos_token_ids],
            sampler=_runtime.sampler(seed, self.options.temperature),
            prefill_batch_size=len(batch),
            completion_batch_size=len(batch),
        )
        rows = generator.insert(
            list(prompts),
            [max_tokens] * len(batch),
            caches=list(states),
            logits_processors=[[_runtime.Masking(mask)] for mask in masks] or None,
        )
        written: dict[int, list[int]] = {row: [] for row in rows}
        try:
            while responses := generator.next_generated():
                for response in responses:
                    if response.finish_reason != "stop":
                        written[response.uid].append(response.token)
        finally:
            generator.close()
        return [written[row] for row in rows]

    def _prefilled(self, conversation: Sequence[Message]) -> tuple[list[int], Any]:
        """Split a prompt into the ids still to be read and the states of those before.

        The turns before the last seldom change from question to question, so their
        states are kept and used for every prompt that begins with them.
        """
        import mlx.core as mx
        from mlx_lm.generate import generate_step
        from mlx_lm.models.cache import make_prompt_cache

        ids = self._template(conversation, add_generation_prompt=True)
        kept, states = self._prefix
        if not kept or ids[: len(kept)] != kept:
            kept = self._template(conversation[:-1]) if len(conversation) > 1 else []
            states = make_prompt_cache(self._model)
            if not kept or ids[: len(kept)] != kept:
                return ids, states
            for _ in generate_step(mx.array(kept), self._model, max_tokens=0, prompt_cache=states):
                pass
            self._prefix = (kept, states)
        return ids[len(kept) :], copy.deepcopy(states)  # generation writes into what it is given

    def _template(self, turns: Sequence[Message], **arguments: Any) -> list[int]:
        return self._tokenizer.apply_chat_template(
            as_strings(turns), tokenize=True, enable_thinking=False, **arguments
        )

    def _masks(self, schema: Mapping[str, Any] | None, rows: int) -> list[TokenMask]:
        if schema is None or self._grammars is None:
            return []
        mask = self._grammars.mask(schema)
        return [mask, *(mask.clone() for _ in range(rows - 1))]
