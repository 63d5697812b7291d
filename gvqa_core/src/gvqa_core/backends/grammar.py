"""Constrained decoding: which tokens keep a text inside a JSON schema.

The mask is computed by llguidance (extra `grammar` of a backend) in NumPy, so one
implementation serves torch and MLX; a backend only applies it to its logits.
A grammar fixes the shape of what is written, never its truth.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STYLE: Any = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""JSON as people and prompts write it; small models lose the thread in compact JSON."""


def grammar_installed() -> bool:
    """Whether llguidance can be imported."""
    return importlib.util.find_spec("llguidance") is not None


class Grammars:
    """Makes masks for one model's tokenizer.

    Args:
        tokenizer: The model's Hugging Face fast tokenizer.
        vocabulary: Width of the model's logits, which may exceed the tokenizer's length.
    """

    def __init__(self, tokenizer: Any, vocabulary: int) -> None:
        import llguidance.hf

        self._tokenizer = llguidance.hf.from_tokenizer(tokenizer, n_vocab=vocabulary)

    def mask(self, schema: Mapping[str, Any]) -> TokenMask:
        """Start a text that follows `schema`.

        Raises:
            ValueError: The schema uses something that cannot be enforced.
        """
        import json

        from llguidance import LLMatcher

        grammar = LLMatcher.grammar_from_json_schema(json.dumps(schema), defaults=_STYLE)
        problem = LLMatcher.validate_grammar(grammar, self._tokenizer)
        if problem:
            raise ValueError(f"the schema cannot be enforced: {problem}")
        return TokenMask(self._tokenizer, grammar)


class TokenMask:
    """Follows one text, token by token.

    Args:
        tokenizer: llguidance's view of the tokenizer.
        grammar: The compiled schema.
    """

    def __init__(self, tokenizer: Any, grammar: str) -> None:
        from llguidance import LLMatcher
        from llguidance.numpy import allocate_token_bitmask

        self._arguments = (tokenizer, grammar)
        self._matcher = LLMatcher(tokenizer, grammar)
        self._bits = allocate_token_bitmask(1, tokenizer.vocab_size)
        self._seen: int | None = None

    def clone(self) -> TokenMask:
        """A mask for another text under the same schema."""
        return TokenMask(*self._arguments)

    def allowed(self, tokens: Sequence[int], width: int) -> NDArray[np.bool_]:
        """Which tokens may come next.

        Args:
            tokens: All ids so far; the first call holds the prompt alone.
            width: Number of logits.

        Returns:
            Booleans `(width,)`.
        """
        import numpy as np
        from llguidance.numpy import fill_next_token_bitmask

        if self._seen is not None:
            for token in tokens[self._seen :]:
                if not self._matcher.is_stopped():
                    self._matcher.consume_token(int(token))
        self._seen = len(tokens)
        fill_next_token_bitmask(self._matcher, self._bits, 0)
        bits = np.unpackbits(self._bits.view(np.uint8), axis=1, bitorder="little")[0]
        allowed = np.zeros(width, dtype=np.bool_)
        allowed[: bits.size] = bits[:width]
        return allowed
