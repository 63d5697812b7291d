"""What captioner and drafter share on MLX: availability, sampling, threads, memory.

mlx, mlx-vlm and mlx-lm are imported inside the functions that need them, so that
`probe` may be asked on a machine without any.
"""

from __future__ import annotations

import gc
import os
import platform
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import metadata
from typing import TYPE_CHECKING, Any

import attrs

from gvqa_core.backends.grammar import TokenMask
from gvqa_core.backends.models import weights_availability
from gvqa_core.component import Availability
from gvqa_core.loading.names import readable_size

if TYPE_CHECKING:
    import mlx.core as mx

    from gvqa_core.protocols import Scalar
    from gvqa_mlx.config import ModelOptions

_LIBRARIES_ON_LINUX = ("mlx-cuda-12", "mlx-cuda-13", "mlx-cuda", "mlx-cpu")
_NO_MLX = (
    "MLX needs Apple Silicon, or Linux with its CPU or CUDA library (pip install 'gvqa-mlx[cpu]')"
)


def on_apple_silicon() -> bool:
    """Whether this is a Mac with unified memory."""
    return platform.system() == "Darwin" and platform.machine() == "arm64"


def probe(options: ModelOptions) -> Availability:
    """Say whether the component can be opened here, and on what, without importing mlx."""
    device = device_name()
    if not device:
        return Availability(usable=False, reason=_NO_MLX)
    found = weights_availability(options.model, options.revision or None)
    if not found.usable:
        return found
    return attrs.evolve(found, reason="; ".join(filter(None, (f"on {device}", found.reason))))


def device_name() -> str:
    """What MLX would compute on, such as "Apple Silicon with 17.2 GB"; empty for nothing."""
    if on_apple_silicon():
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return f"Apple Silicon with {readable_size(memory)}"
    library = next(filter(_installed, _LIBRARIES_ON_LINUX), "")
    if not library:
        return ""
    return "the CPU" if library == "mlx-cpu" else "a CUDA device"


def identity(options: ModelOptions) -> dict[str, Scalar]:
    """The options that change what is written."""
    values: dict[str, Scalar] = attrs.asdict(options)
    del values["batch_size"]
    if options.seed is None:
        del values["seed"], values["temperature"]
    return values


def sampler(seed: int | None, temperature: float) -> Callable[[mx.array], mx.array] | None:
    """Return how the next token is picked; None is greedy.

    Args:
        seed: None, or a number with which MLX is seeded now.
        temperature: Used only with a seed.
    """
    if seed is None:
        return None
    import mlx.core as mx
    from mlx_lm.sample_utils import make_sampler

    mx.random.seed(seed)
    return make_sampler(temp=temperature)


def release_streams_with_thread() -> None:
    """See to it that MLX's streams of this thread end with it.

    MLX gives each thread streams of its own. Left behind by a thread that ended,
    they now and then abort the process at its exit (seen with MLX 0.32).
    """
    if threading.current_thread() is not threading.main_thread():
        _of_thread.streams = _Streams()


def free_memory() -> None:
    """Give unreferenced arrays back to the device."""
    import mlx.core as mx

    gc.collect()
    mx.clear_cache()


@contextmanager
def allocation_failures() -> Generator[None]:
    """Turn MLX's allocation failures, plain RuntimeErrors, into a MemoryError."""
    try:
        yield
    except RuntimeError as error:
        text = str(error)
        if "alloc" in text.lower() or "Insufficient Memory" in text:
            raise MemoryError(text) from error
        raise


class Masking:
    """Forbids the tokens that would leave the schema; called by MLX at each step.

    Args:
        mask: Follows one row's text.
    """

    def __init__(self, mask: TokenMask) -> None:
        self._mask = mask

    def __call__(self, tokens: mx.array, logits: mx.array) -> mx.array:
        """Return the logits with forbidden tokens at minus infinity."""
        import mlx.core as mx

        ids: Any = tokens.tolist()
        allowed: Any = self._mask.allowed(ids, logits.shape[-1])
        return mx.where(mx.array(allowed), logits, mx.array(-float("inf"), logits.dtype))


class _Streams:
    """Lives in a thread's local storage, and so is deleted by that thread when it ends."""

    def __del__(self) -> None:
        import mlx.core as mx

        mx.synchronize()
        mx.clear_streams()


_of_thread = threading.local()


def _installed(distribution: str) -> bool:
    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True
