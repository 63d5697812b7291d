"""Retrieval by meaning, words and time: dense and lexical ranks fused, times a prior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen, validators
from numpy.typing import NDArray

from gvqa_core.builtin.bm25 import Bm25Index, Bm25Options
from gvqa_core.builtin.minilm import MiniLMIndex, MiniLMOptions, MiniLMRetriever
from gvqa_core.builtin.question import read_question
from gvqa_core.builtin.words import STOPWORDS, is_number, stems
from gvqa_core.component import Availability, BaseComponent
from gvqa_core.config import EMBEDDING_MODEL
from gvqa_core.retrieval.fusion import fuse, ranks
from gvqa_core.retrieval.grammar import read
from gvqa_core.retrieval.parse import Parse
from gvqa_core.retrieval.prior import prior
from gvqa_core.retrieval.scenes import diverse_order, scenes, word_overlap
from gvqa_core.types import Caption, Hit


@frozen(kw_only=True)
class HybridOptions:
    """Options of the retriever `hybrid`.

    Attributes:
        model: Hub id or local folder of a sentence-transformers model; empty searches
            by words alone.
        revision: Commit, tag or branch on the hub; empty means its default branch.
        device: `cpu`, `cuda`, `mps`, or empty for the best one there is.
        batch_size: Texts embedded at once, >= 1.
        lexical_weight: What the ranking by words counts beside the ranking by meaning,
            which counts 1; >= 0.
        position: Follow a question's time language.
        duplicate_decay: What a near-duplicate of a caption already taken is worth, 0 to
            1; 1 lets near-duplicates fill the places.
    """

    model: str = EMBEDDING_MODEL
    revision: str = ""
    device: str = ""
    batch_size: int = field(default=32, validator=validators.ge(1))
    lexical_weight: float = field(default=0.5, validator=validators.ge(0))
    position: bool = True
    duplicate_decay: float = field(default=0.3, validator=[validators.ge(0), validators.le(1)])


class HybridRetriever(BaseComponent[HybridOptions]):
    """Finds captions by what a question asks and by when it asks about."""

    def __init__(self, options: HybridOptions) -> None:
        super().__init__(options)
        self._dense: MiniLMRetriever | None = None
        if options.model:
            self._dense = MiniLMRetriever(
                MiniLMOptions(
                    model=options.model,
                    revision=options.revision,
                    device=options.device,
                    batch_size=options.batch_size,
                )
            )

    @property
    def identity(self) -> Mapping[str, Any]:
        """Model and weights of the parts; device and batch size do not change what is found."""
        return {
            "model": self.options.model,
            "revision": self.options.revision,
            "lexical_weight": self.options.lexical_weight,
            "position": self.options.position,
            "duplicate_decay": self.options.duplicate_decay,
        }

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load the embedding model, where one is named.

        Raises:
            ModelUnavailableError: The weights are neither here nor to be had.
            ComponentError: They cannot be loaded.
        """
        if self._dense is not None:
            self._dense.open(needs)

    def close(self) -> None:
        """Let go of the model."""
        if self._dense is not None:
            self._dense.close()

    def compare(self, text: str, others: Sequence[str]) -> list[float] | None:
        """Cosine of a text with each of some others, -1 to 1; None without a model."""
        return None if self._dense is None else self._dense.compare(text, others)

    def build(
        self,
        captions: Sequence[Caption],
        arrays: Mapping[str, NDArray[np.generic]] | None = None,
    ) -> HybridIndex:
        """Embed and index captions, or take the embeddings of an earlier build."""
        dense = None if self._dense is None else self._dense.build(captions, arrays)
        return HybridIndex(captions, dense, self.options)


class HybridIndex:
    """Captions ranked by meaning and by words, and cut into scenes.

    Args:
        captions: In ascending time.
        dense: Their embeddings; None to search by words alone.
        options: The retriever's options.
    """

    def __init__(
        self, captions: Sequence[Caption], dense: MiniLMIndex | None, options: HybridOptions
    ) -> None:
        self._captions = tuple(captions)
        self._dense = dense
        self._lexical = Bm25Index(captions, Bm25Options(position=False))
        self._options = options
        self._times = np.asarray([c.timestamp for c in self._captions], dtype=np.float64)
        self._scene = self._scenes()

    def search(self, question: str, k: int) -> list[Hit]:
        """Rank captions by fused ranks times the prior of the question's time language.

        Scores are reciprocal rank fusion (at most (1 + `lexical_weight`) / 61) times a
        prior in (0, 1], times `duplicate_decay` for each better caption of the scene.

        Raises:
            ValueError: `k` < 1.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        parse = self._parse(question)
        weights, _ = prior(parse, self._times, self._scene, self._match)
        scores = self._content(parse) * weights
        order = diverse_order(
            scores.tolist(), self._scene.tolist(), decay=self._options.duplicate_decay
        )
        return [
            Hit(caption=self._captions[position], score=score, rank=rank)
            for rank, (position, score) in enumerate(order[:k])
        ]

    def explain(self, question: str) -> Mapping[str, Any]:
        """How a question was read and where its events were found, in JSON-able values."""
        parse = self._parse(question)
        _, found = prior(parse, self._times, self._scene, self._match)
        said = parse.as_data() | {"lists": ["dense", "lexical"] if self._dense else ["lexical"]}
        return said | ({"anchors_at": found} if found else {})

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """The embeddings, where there are any."""
        return {} if self._dense is None else self._dense.arrays()

    def _parse(self, question: str) -> Parse:
        return read(question) if self._options.position else Parse(question, question)

    def _content(self, parse: Parse) -> NDArray[np.float64]:
        """Fused scores for what is asked; all alike when the question only says when."""
        if not parse.timeless and not read_question(parse.content).words:
            return np.ones(len(self._captions))
        return self._fused(parse.content)

    def _fused(self, text: str) -> NDArray[np.float64]:
        lexical = self._lexical.scores(text)
        weight = self._options.lexical_weight if self._dense else 1.0
        lists = [(weight, ranks(lexical, found=lexical > 0))]
        if self._dense is not None:
            lists.append((1.0, ranks(self._dense.scores(text))))
        fused = fuse(lists)
        # Captions without a common word stay in the race: the drafter is to judge them.
        return np.maximum(fused, 1e-4)

    def _match(self, event: str) -> NDArray[np.float64]:
        """How well each caption describes an event: nearness of meaning and of words."""
        lexical = self._lexical.scores(event)
        if self._dense is None:
            return lexical
        return np.maximum(self._dense.scores(event), 0.0) + 0.5 * lexical

    def _scenes(self) -> NDArray[np.int64]:
        words = [frozenset(stems(c.text)) - STOPWORDS for c in self._captions]
        numbers = [frozenset(filter(is_number, found)) for found in words]
        dense = self._dense

        def alike(one: int, other: int) -> bool:
            if numbers[one] != numbers[other]:
                return False  # a score, a page, a clock went on
            if word_overlap(words[one], words[other]) >= _SAME_WORDS:
                return True
            return dense is not None and dense.similarity(one, other) >= _SAME_MEANING

        return scenes(len(self._captions), alike)


_SAME_WORDS = 0.5
"""Words in common from which two neighbouring captions are near-duplicates."""

_SAME_MEANING = 0.8
"""Cosine from which they are."""


def probe(options: HybridOptions) -> Availability:
    """Tell whether the embedding weights are here, without importing what reads them."""
    from gvqa_core.builtin.minilm import probe as probe_minilm

    if not options.model:
        return Availability(usable=True)
    return probe_minilm(MiniLMOptions(model=options.model, revision=options.revision))
