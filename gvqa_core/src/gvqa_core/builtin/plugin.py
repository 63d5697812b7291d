"""The built-in components, declared like those of any plugin."""

from __future__ import annotations

from collections.abc import Sequence

from gvqa_core.builtin import samplers
from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl
from gvqa_core.openai import specs as openai

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


@hookimpl
def gvqa_samplers() -> Sequence[ComponentSpec]:
    """Samplers of the core."""
    return samplers.SPECS


@hookimpl
def gvqa_captioners() -> Sequence[ComponentSpec]:
    """Captioners of the core."""
    return (*CAPTIONERS, *openai.CAPTIONERS)


@hookimpl
def gvqa_retrievers() -> Sequence[ComponentSpec]:
    """Retrievers of the core."""
    return RETRIEVERS


@hookimpl
def gvqa_drafters() -> Sequence[ComponentSpec]:
    """Drafters of the core."""
    return (*DRAFTERS, *openai.DRAFTERS)


@hookimpl
def gvqa_verifiers() -> Sequence[ComponentSpec]:
    """Verifiers of the core."""
    return VERIFIERS
