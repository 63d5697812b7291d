"""The `cuda` plugin: which components it offers. Nothing heavy is imported here."""

from __future__ import annotations

from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl

GVQA_HOOK_API = 1

_REQUIRES = ("torch>=2.4", "transformers>=5.0", "bitsandbytes>=0.45", "accelerate>=1.0")
_INSTALL = "pip install gvqa-cuda"
_PRIORITY = 50


@hookimpl
def gvqa_captioners() -> list[ComponentSpec]:
    """Offer the captioner on transformers."""
    return [
        ComponentSpec(
            kind="captioner",
            name="cuda",
            factory="gvqa_cuda.vision:captioner",
            options="gvqa_cuda.config:CaptionerOptions",
            requires=_REQUIRES,
            install=_INSTALL,
            probe="gvqa_cuda._runtime:probe",
            priority=_PRIORITY,
            summary="Qwen2-VL on transformers, 4-bit NF4; CUDA, or the CPU when asked",
        )
    ]


@hookimpl
def gvqa_drafters() -> list[ComponentSpec]:
    """Offer the drafter on transformers."""
    return [
        ComponentSpec(
            kind="drafter",
            name="cuda",
            factory="gvqa_cuda.text:drafter",
            options="gvqa_cuda.config:DrafterOptions",
            requires=_REQUIRES,
            install=_INSTALL,
            probe="gvqa_cuda._runtime:probe",
            priority=_PRIORITY,
            summary="Qwen2.5 on transformers, 4-bit NF4; CUDA, or the CPU when asked",
        )
    ]
