"""What the core offers by itself."""

from __future__ import annotations

from gvqa_core.builtin.samplers import SPECS as SAMPLERS
from gvqa_core.component import ComponentSpec

__all__ = ["CAPTIONERS", "DRAFTERS", "RETRIEVERS", "SAMPLERS", "VERIFIERS"]

_HERE = "gvqa_core.builtin"

CAPTIONERS = (
    ComponentSpec(
        kind="captioner",
        name="embedded",
        factory=f"{_HERE}.captioner:EmbeddedCaptioner",
        options=f"{_HERE}.captioner:EmbeddedCaptionerOptions",
        summary="embedded: reads on-screen text and colours; install gvqa-mlx or gvqa-cuda "
        "for a vision-language model",
    ),
)

RETRIEVERS = (
    ComponentSpec(
        kind="retriever",
        name="bm25",
        factory=f"{_HERE}.bm25:Bm25Retriever",
        options=f"{_HERE}.bm25:Bm25Options",
        summary="finds captions that share words with the question",
    ),
    ComponentSpec(
        kind="retriever",
        name="minilm",
        factory=f"{_HERE}.minilm:MiniLMRetriever",
        options=f"{_HERE}.minilm:MiniLMOptions",
        requires=("sentence-transformers>=5.0",),
        install="pip install 'gvqa-core[minilm]'",
        probe=f"{_HERE}.minilm:probe",
        priority=10,
        summary="finds captions whose meaning is near the question's (sentence embeddings)",
    ),
    ComponentSpec(
        kind="retriever",
        name="hybrid",
        factory=f"{_HERE}.hybrid:HybridRetriever",
        options=f"{_HERE}.hybrid:HybridOptions",
        requires=("sentence-transformers>=5.0",),
        install="pip install 'gvqa-core[minilm]'",
        probe=f"{_HERE}.hybrid:probe",
        priority=20,
        summary="meaning, words and the question's time language together",
    ),
    ComponentSpec(
        kind="retriever",
        name="hybrid-words",
        factory=f"{_HERE}.hybrid:HybridRetriever",
        options=f"{_HERE}.hybrid:HybridOptions",
        defaults={"model": ""},
        priority=5,
        summary="words and the question's time language together; no model",
    ),
)

DRAFTERS = (
    ComponentSpec(
        kind="drafter",
        name="embedded",
        factory=f"{_HERE}.drafter:EmbeddedDrafter",
        options=f"{_HERE}.drafter:EmbeddedDrafterOptions",
        summary="picks the caption sentences that answer the question; no language model",
    ),
)

VERIFIERS = (
    ComponentSpec(
        kind="verifier",
        name="lexical",
        factory=f"{_HERE}.lexical:LexicalVerifier",
        summary="compares words, numbers, colours, negation and quoted text; no model",
    ),
)
