"""The built-in components, declared like those of any plugin."""

from __future__ import annotations

from collections.abc import Sequence

from gvqa_core.builtin import specs
from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl
from gvqa_core.openai import specs as openai


@hookimpl
def gvqa_samplers() -> Sequence[ComponentSpec]:
    """Samplers of the core."""
    return specs.SAMPLERS


@hookimpl
def gvqa_captioners() -> Sequence[ComponentSpec]:
    """Captioners of the core."""
    return (*specs.CAPTIONERS, *openai.CAPTIONERS)


@hookimpl
def gvqa_retrievers() -> Sequence[ComponentSpec]:
    """Retrievers of the core."""
    return specs.RETRIEVERS


@hookimpl
def gvqa_drafters() -> Sequence[ComponentSpec]:
    """Drafters of the core."""
    return (*specs.DRAFTERS, *openai.DRAFTERS)


@hookimpl
def gvqa_verifiers() -> Sequence[ComponentSpec]:
    """Verifiers of the core."""
    return specs.VERIFIERS
