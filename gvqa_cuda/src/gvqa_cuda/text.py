"""A text model on transformers, and the drafter built on it."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.backends.batching import in_shrinking_batches
from gvqa_core.backends.conversation import as_strings
from gvqa_core.backends.grammar import Grammars, TokenMask, grammar_installed
from gvqa_core.backends.weights import local_weights
from gvqa_core.chat import ChatDrafter
from gvqa_core.component import BaseComponent
from gvqa_cuda import _runtime
from gvqa_cuda.config import DrafterOptions

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Message


def drafter(options: DrafterOptions) -> ChatDrafter:
    """Build the `cuda` drafter; nothing is loaded yet."""
    return ChatDrafter(
        TextModel(options), max_tokens=options.max_tokens, constrained=options.grammar
    )


class TextModel(BaseComponent[DrafterOptions]):
    """An instruction-tuned text checkpoint that completes conversations.

    Args:
        options: Model, device and decoding.
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
        from transformers import AutoModelForCausalLM, AutoTokenizer

        device = _runtime.device_of(self.options)  # first: a missing device fetches nothing
        folder = local_weights(self.options.model, self.options.revision)
        self._model = _runtime.load(AutoModelForCausalLM, folder, self.options, device)
        self._tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self._tokenizer.pad_token = self._tokenizer.pad_token or self._tokenizer.eos_token
        # A template call does not pass `padding_side` on to every tokenizer.
        self._tokenizer.padding_side = "left"
        if self.options.grammar and grammar_installed():
            width = self._model.config.get_text_config().vocab_size
            self._grammars = Grammars(self._tokenizer, width)

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
            ids = _runtime.decode(
                self._model,
                self._inputs(batch),
                max_tokens=max_tokens,
                pad=self._tokenizer.pad_token_id,
                seed=seed,
                temperature=self.options.temperature,
                masks=self._masks(schema, len(batch)),
            )
            return self._tokenizer.batch_decode(ids, skip_special_tokens=True)

        # A sampled row would depend on its neighbours in the batch; a greedy one does not.
        size = self.options.batch_size if seed is None else 1
        return in_shrinking_batches(conversations, size, run, relieve=_runtime.free_memory)

    def count_tokens(self, texts: Sequence[str]) -> int:
        """Count what was written; see `CountsTokens`."""
        return sum(len(self._tokenizer.encode(text, add_special_tokens=False)) for text in texts)

    def _inputs(self, batch: Sequence[Sequence[Message]]) -> Mapping[str, Any]:
        inputs = self._template(
            [as_strings(conversation) for conversation in batch],
            add_generation_prompt=True,
            padding=True,
            padding_side="left",
            return_tensors="pt",
        ).to(self._model.device)
        if len(batch) == 1:
            states = self._prefilled(batch[0], inputs["input_ids"][0].tolist())
            if states is not None:
                inputs[self._states_argument] = states
        return inputs

    def _prefilled(self, conversation: Sequence[Message], ids: list[int]) -> Any:
        """Return the computed states of the first ids of a prompt, or None.

        The turns before the last seldom change from question to question, so their
        states are kept and used for every prompt that begins with them.
        """
        import torch
        from transformers import DynamicCache

        kept, states = self._prefix
        if not kept or ids[: len(kept)] != kept:
            if len(conversation) == 1:
                return None
            kept = self._template(as_strings(conversation[:-1]))["input_ids"]
            if ids[: len(kept)] != kept:
                return None
            states = DynamicCache(config=self._model.config)
            tokens = torch.tensor([kept], device=self._model.device)
            given = {self._states_argument: states}
            with torch.inference_mode(), _runtime.quiet():
                self._model(tokens, use_cache=True, logits_to_keep=1, **given)
            self._prefix = (kept, states)
        return copy.deepcopy(states)  # generation writes into what it is given

    @property
    def _states_argument(self) -> str:
        """What computed states are handed over as; transformers renamed it within 5.x."""
        known = inspect.signature(self._model.forward).parameters
        return "cache" if "cache" in known else "past_key_values"

    def _template(self, turns: Any, **arguments: Any) -> Any:
        return self._tokenizer.apply_chat_template(
            turns, tokenize=True, return_dict=True, enable_thinking=False, **arguments
        )

    def _masks(self, schema: Mapping[str, Any] | None, rows: int) -> list[TokenMask]:
        if schema is None or self._grammars is None:
            return []
        mask = self._grammars.mask(schema)
        return [mask, *(mask.clone() for _ in range(rows - 1))]
