"""Dense retrieval with a sentence-transformers model, all-MiniLM-L6-v2 unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen, validators
from numpy.typing import NDArray

from gvqa_core.builtin.ranking import best_hits
from gvqa_core.builtin.windows import windows
from gvqa_core.component import Availability, BaseComponent
from gvqa_core.config import EMBEDDING_MODEL
from gvqa_core.errors import ComponentError
from gvqa_core.types import Caption, Hit

_MINILM_BYTES = 91_000_000


@frozen(kw_only=True)
class MiniLMOptions:
    """Options of the retriever `minilm`.

    Attributes:
        model: Hub id or local folder of a sentence-transformers model.
        revision: Commit, tag or branch on the hub; empty means its default branch.
        device: `cpu`, `cuda`, `mps`, or empty for the best one there is.
        batch_size: Texts embedded at once, >= 1.
    """

    model: str = EMBEDDING_MODEL
    revision: str = ""
    device: str = ""
    batch_size: int = field(default=32, validator=validators.ge(1))


class MiniLMRetriever(BaseComponent[MiniLMOptions]):
    """Finds captions whose meaning is near the question's: cosine of normalised embeddings."""

    def __init__(self, options: MiniLMOptions) -> None:
        super().__init__(options)
        self._model: Any = None

    @property
    def identity(self) -> Mapping[str, str]:
        """Model and revision; device and batch size do not change what is found."""
        return {"model": self.options.model, "revision": self.options.revision}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load the model.

        Raises:
            ModelUnavailableError: The weights are neither here nor to be had.
            ComponentError: sentence-transformers is not installed, or the folder holds no
                such model.
        """
        from gvqa_core.backends.weights import local_weights

        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ComponentError(
                "The retriever 'minilm' needs sentence-transformers: "
                "pip install 'gvqa-core[minilm]'",
                component="minilm",
                stage="retrieve",
            ) from error
        folder = local_weights(self.options.model, self.options.revision)
        try:
            self._model = SentenceTransformer(str(folder), device=self.options.device or None)
        except Exception as error:  # the libraries raise whatever a damaged folder provokes
            raise ComponentError(
                f"The embedding model in {folder} could not be loaded "
                f"({type(error).__name__}: {error}). It must be a sentence-transformers model; "
                "the retriever 'bm25' needs none.",
                component="minilm",
                stage="retrieve",
            ) from error

    def close(self) -> None:
        """Let go of the model."""
        self._model = None

    def build(
        self,
        captions: Sequence[Caption],
        arrays: Mapping[str, NDArray[np.generic]] | None = None,
    ) -> MiniLMIndex:
        """Embed captions, or take the embeddings of an earlier build.

        A caption longer than the model reads is embedded in windows; it scores as
        its best window does.
        """
        if arrays is not None and {"vectors", "owners"} <= arrays.keys():
            vectors = np.asarray(arrays["vectors"], dtype=np.float32)
            kept = np.asarray(arrays["owners"], dtype=np.int64)
            return MiniLMIndex(captions, vectors, kept, self)
        texts: list[str] = []
        owners: list[int] = []
        for number, caption in enumerate(captions):
            pieces = windows(caption.text, self._token_count, self._token_limit)
            texts.extend(pieces)
            owners.extend([number] * len(pieces))
        return MiniLMIndex(captions, self.embed(texts), np.asarray(owners, dtype=np.int64), self)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts.

        Returns:
            `float32`, shape `(len(texts), d)`, every row of length 1.
        """
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        distinct = list(dict.fromkeys(texts))  # a slide that is held gives the same text often
        vectors = self._opened().encode(
            distinct,
            batch_size=self.options.batch_size,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        place = {text: number for number, text in enumerate(distinct)}
        return np.asarray(vectors, dtype=np.float32)[[place[text] for text in texts]]

    def compare(self, text: str, others: Sequence[str]) -> list[float]:
        """Cosine of a text with each of some others, -1 to 1."""
        vectors = self.embed([text, *others])
        return (vectors[1:] * vectors[0]).sum(axis=1).tolist()

    @property
    def _token_limit(self) -> int:
        # Two places are taken by the marks of beginning and end.
        return int(self._opened().max_seq_length or 512) - 2

    def _token_count(self, text: str) -> int:
        encoded = self._opened().tokenizer(text, add_special_tokens=False, verbose=False)
        return len(encoded["input_ids"])

    def _opened(self) -> Any:
        if self._model is None:
            raise ComponentError(
                "The retriever 'minilm' was used before it was opened: use it in a 'with' block",
                component="minilm",
                stage="retrieve",
            )
        return self._model


class MiniLMIndex:
    """Embedded captions.

    Args:
        captions: In ascending time.
        vectors: `float32 (windows, d)`, normalised; one window for a caption of usual length.
        owners: `int64 (windows,)`, the caption each window belongs to.
        retriever: The opened retriever, which embeds questions.
    """

    def __init__(
        self,
        captions: Sequence[Caption],
        vectors: NDArray[np.float32],
        owners: NDArray[np.int64],
        retriever: MiniLMRetriever,
    ) -> None:
        self._captions = tuple(captions)
        self._vectors = vectors
        self._owners = owners
        self._retriever = retriever

    def search(self, question: str, k: int) -> list[Hit]:
        """Rank captions by cosine similarity, -1 to 1, higher is better.

        Raises:
            ValueError: `k` < 1.
        """
        return best_hits(self._captions, self.scores(question) if k >= 1 else np.zeros(0), k)

    def scores(self, question: str) -> NDArray[np.float32]:
        """Cosine of the question with each caption, `float32 (captions,)`, -1 to 1."""
        scores = np.full(len(self._captions), -1.0, dtype=np.float32)
        if len(self._vectors):
            # Not `@`: BLAS rounds equal rows differently, and ties would not be ties.
            similarities = (self._vectors * self._retriever.embed([question])).sum(axis=1)
            np.maximum.at(scores, self._owners, similarities)
        return scores

    def similarity(self, one: int, other: int) -> float:
        """Cosine of two captions by position, -1 to 1, the best of their windows."""
        vectors = self._vectors
        a, b = vectors[self._owners == one], vectors[self._owners == other]
        return float((a @ b.T).max()) if len(a) and len(b) else -1.0

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """The embeddings and whose they are."""
        return {"vectors": self._vectors, "owners": self._owners}


def probe(options: MiniLMOptions) -> Availability:
    """Tell whether the weights are here, without importing the libraries that read them."""
    from gvqa_core.backends.models import weights_availability

    size = _MINILM_BYTES if options.model == EMBEDDING_MODEL else None
    return weights_availability(options.model, options.revision or None, size=size)
