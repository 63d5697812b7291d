"""What captioner and drafter share on transformers: device, loading, decoding, memory.

torch and transformers are imported inside the functions that need them, so that
`probe` may be asked on a machine without either.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import attrs

from gvqa_core.backends.grammar import TokenMask
from gvqa_core.backends.models import weights_availability
from gvqa_core.backends.quiet import remarks_hidden
from gvqa_core.component import Availability
from gvqa_core.errors import ComponentError
from gvqa_core.loading.names import readable_size

if TYPE_CHECKING:
    from pathlib import Path

    import torch

    from gvqa_core.protocols import Scalar
    from gvqa_cuda.config import ModelOptions

# They say with every product, or when first used, which slower way was taken.
_TALKATIVE = ("bitsandbytes.autograd._functions", "bitsandbytes.backends.cpu.ops")
_NO_DEVICE = 'no CUDA device was found; set device = "cpu" to run a small model on the CPU'


def probe(options: ModelOptions) -> Availability:
    """Say whether the component can be opened here, and on what, without importing torch."""
    if options.device == "cpu":
        device = "the CPU"
    else:
        device = cuda_device(int(options.device.partition(":")[2] or 0))
    if not device:
        return Availability(usable=False, reason=_NO_DEVICE)
    found = weights_availability(options.model, options.revision or None)
    if not found.usable:
        return found
    return attrs.evolve(found, reason="; ".join(filter(None, (f"on {device}", found.reason))))


def cuda_device(number: int = 0) -> str:
    """Ask NVIDIA's driver for a device's name and memory.

    Args:
        number: Which one, counted from 0.

    Returns:
        Such as "Tesla T4 with 15.8 GB"; empty when there is none.
    """
    import ctypes

    for library in ("libcuda.so.1", "nvcuda.dll"):
        try:
            driver = ctypes.CDLL(library)
        except OSError:
            continue
        device, memory = ctypes.c_int(), ctypes.c_size_t()
        name = ctypes.create_string_buffer(256)
        if (
            driver.cuInit(0) == 0
            and driver.cuDeviceGet(ctypes.byref(device), number) == 0
            and driver.cuDeviceGetName(name, len(name), device) == 0
            and driver.cuDeviceTotalMem_v2(ctypes.byref(memory), device) == 0
        ):
            return f"{name.value.decode(errors='replace')} with {readable_size(memory.value)}"
    return ""


def identity(options: ModelOptions) -> dict[str, Scalar]:
    """The options that change what is written."""
    values: dict[str, Scalar] = attrs.asdict(options)
    del values["batch_size"]
    if options.seed is None:
        del values["seed"], values["temperature"]
    return values


def device_of(options: ModelOptions) -> str:
    """The torch device to use.

    Raises:
        ComponentError: A CUDA device was wanted and torch sees none.
    """
    import torch

    if options.device == "cpu":
        return "cpu"
    if not torch.cuda.is_available():
        raise ComponentError(_NO_DEVICE)
    return "cuda:0" if options.device in ("auto", "cuda") else options.device


def load(architecture: Any, folder: Path, options: ModelOptions, device: str) -> Any:
    """Load weights, ready to generate.

    Args:
        architecture: The `Auto…` class to load with.
        folder: Where they are.
        options: Numbers and quantisation.
        device: The torch device to place them on.
    """
    arguments = _loading_arguments(options, device)
    with _no_progress_bar():
        return architecture.from_pretrained(folder, **arguments).eval()


def _loading_arguments(options: ModelOptions, device: str) -> dict[str, Any]:
    """Arguments of `from_pretrained`: numbers, quantisation, placement, attention."""
    dtype = _dtype(options, device)
    arguments: dict[str, Any] = {
        "dtype": dtype,
        "device_map": {"": device},
        "attn_implementation": _attention(device, dtype),
        "use_safetensors": True,
        "local_files_only": True,
    }
    wanted = options.quantization
    if wanted == "auto":
        wanted = "none" if device == "cpu" else "nf4"
    if wanted != "none":
        from transformers import BitsAndBytesConfig

        arguments["quantization_config"] = (
            BitsAndBytesConfig(load_in_8bit=True)
            if wanted == "int8"
            else BitsAndBytesConfig(
                load_in_4bit=True,
                bnb_4bit_quant_type="nf4",
                bnb_4bit_use_double_quant=True,
                bnb_4bit_compute_dtype=dtype,
            )
        )
    return arguments


def decode(
    model: Any,
    inputs: Mapping[str, Any],
    *,
    max_tokens: int,
    pad: int | None,
    seed: int | None = None,
    temperature: float = 1.0,
    masks: Sequence[TokenMask] = (),
) -> list[list[int]]:
    """Write on after each row of left-padded inputs.

    Args:
        model: A model with `generate`.
        inputs: What its processor or tokenizer made, and perhaps computed states.
        max_tokens: Most new tokens.
        pad: Id that fills rows that ended early.
        seed: None is greedy, whatever the checkpoint's own generation settings say.
        temperature: Used only with a seed.
        masks: One for each row, or none.

    Returns:
        The new ids of each row.
    """
    import torch

    arguments: dict[str, Any] = {"max_new_tokens": max_tokens, "pad_token_id": pad}
    if masks:
        arguments["logits_processor"] = [_Masking(masks)]
    start = inputs["input_ids"].shape[1]
    with torch.inference_mode(), _allocation_failures(), quiet():
        if seed is None:
            sampling = {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
            written = model.generate(**inputs, **arguments, **sampling)
        else:
            sampling = {"do_sample": True, "temperature": temperature, "top_p": 1.0, "top_k": 0}
            with _seeded(model.device, seed):
                written = model.generate(**inputs, **arguments, **sampling)
    return written[:, start:].tolist()


def free_memory() -> None:
    """Give unreferenced tensors back to the device."""
    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def _dtype(options: ModelOptions, device: str) -> torch.dtype:
    import torch

    if options.dtype != "auto":
        return getattr(torch, options.dtype)
    if device == "cpu":
        return torch.float32
    # bfloat16 came with compute capability 8.0; older ones emulate it, slowly.
    major, _ = torch.cuda.get_device_capability(device)
    return torch.bfloat16 if major >= 8 else torch.float16


def _attention(device: str, dtype: torch.dtype) -> str:
    import torch
    from transformers.utils.import_utils import is_flash_attn_2_available

    if device != "cpu" and dtype != torch.float32 and is_flash_attn_2_available():
        return "flash_attention_2"
    return "sdpa"


def quiet() -> AbstractContextManager[None]:
    """Compute without bitsandbytes' remarks on each product."""
    return remarks_hidden(*_TALKATIVE)


@contextmanager
def _no_progress_bar() -> Generator[None]:
    """Load without transformers' own progress bar, which would break into ours."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        with quiet():
            yield
    finally:
        if shown:
            logging.enable_progress_bar()


@contextmanager
def _seeded(device: torch.device, seed: int) -> Generator[None]:
    """Seed torch for one call and leave the caller's random state as it was."""
    import torch

    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        torch.manual_seed(seed)
        yield


@contextmanager
def _allocation_failures() -> Generator[None]:
    """Turn torch's host allocation failure, a plain RuntimeError, into a MemoryError."""
    try:
        yield
    except RuntimeError as error:
        if "can't allocate memory" in str(error):
            raise MemoryError(str(error)) from error
        raise


class _Masking:
    """Forbids the tokens that would leave the schema; called by `generate` at each step."""

    def __init__(self, masks: Sequence[TokenMask]) -> None:
        self._masks = masks

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        import torch

        for row, mask in enumerate(self._masks):
            allowed = torch.from_numpy(mask.allowed(input_ids[row].tolist(), scores.shape[1]))
            scores[row].masked_fill_(~allowed.to(scores.device), float("-inf"))
        return scores
