"""The `mlx` plugin: which components it offers. Nothing heavy is imported here."""

from __future__ import annotations

from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl
from gvqa_mlx._runtime import on_apple_silicon

GVQA_HOOK_API = 1

_REQUIRES = ("mlx-vlm>=0.6", "mlx-lm>=0.30")
_INSTALL = "pip install gvqa-mlx" if on_apple_silicon() else "pip install 'gvqa-mlx[cpu]'"
# Elsewhere MLX runs, but slowly: there it is taken when named, not by `auto`.
_PRIORITY = 60 if on_apple_silicon() else -1


@hookimpl
def gvqa_captioners() -> list[ComponentSpec]:
    """Offer the captioner on mlx-vlm."""
    return [
        ComponentSpec(
            kind="captioner",
            name="mlx",
            factory="gvqa_mlx.vision:captioner",
            options="gvqa_mlx.config:CaptionerOptions",
            requires=_REQUIRES,
            install=_INSTALL,
            probe="gvqa_mlx._runtime:probe",
            priority=_PRIORITY,
            summary="Qwen2-VL on mlx-vlm, 4-bit; Apple Silicon, or Linux when asked",
        )
    ]


@hookimpl
def gvqa_drafters() -> list[ComponentSpec]:
    """Offer the drafter on mlx-lm."""
    return [
        ComponentSpec(
            kind="drafter",
            name="mlx",
            factory="gvqa_mlx.text:drafter",
            options="gvqa_mlx.config:DrafterOptions",
            requires=_REQUIRES,
            install=_INSTALL,
            probe="gvqa_mlx._runtime:probe",
            priority=_PRIORITY,
            summary="Qwen2.5 on mlx-lm, 4-bit; Apple Silicon, or Linux when asked",
        )
    ]
