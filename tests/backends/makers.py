"""Builds the components of either local backend, so that one test holds both to the same."""

from __future__ import annotations

from typing import Any

from tests.weights import TINY_PROMPT, TINY_VLM

BACKENDS = ("cuda", "mlx")


def captioner(backend: str, model: Any = TINY_VLM, **options: Any) -> Any:
    """A captioner, not yet opened."""
    options = {"model": str(model), "prompt": TINY_PROMPT, "max_tokens": 24, **options}
    if backend == "cuda":
        from gvqa_cuda import config, vision

        return vision.captioner(config.CaptionerOptions(**{"device": "cpu", **options}))
    from gvqa_mlx import config, vision

    return vision.captioner(config.CaptionerOptions(**options))


def drafter(backend: str, model: Any, **options: Any) -> Any:
    """A drafter, not yet opened."""
    options = {"model": str(model), "max_tokens": 48, **options}
    if backend == "cuda":
        from gvqa_cuda import config, text

        return text.drafter(config.DrafterOptions(**{"device": "cpu", **options}))
    from gvqa_mlx import config, text

    return text.drafter(config.DrafterOptions(**options))
