"""What a cross-encoder must offer so that the rules of `nli_rules` can stand on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from gvqa_verifiers.windows import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.types import NLILabel


class PairScorer(Reader, Protocol):
    """A loaded three-way cross-encoder."""

    @property
    def columns(self) -> Mapping[NLILabel, int]:
        """Which logit column belongs to which relation."""
        ...

    @property
    def batch_size(self) -> int:
        """How many pairs to score in one call, >= 1."""
        ...

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Score pairs that fit.

        Args:
            pairs: (premise, hypothesis); never empty.

        Returns:
            Raw logits, float64, shape `(len(pairs), 3)`, columns as `columns` says.
        """
        ...
