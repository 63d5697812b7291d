"""Random-weight checkpoints in the hub's layout, small enough for every test run.

They are written with NumPy alone, so that no model library is favoured: each loads
them with its ordinary loader. Every letter and digit is one token and nothing else
is ever the likeliest, so a text of n characters is n token ids: two texts are equal
exactly when the ids are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HIDDEN, _LAYERS, _HEADS, _KV_HEADS, _INNER, _VISION = 64, 2, 4, 2, 128, 64
_VOCABULARY = 320  # quantised layers want multiples of 64; the tokenizer has fewer
_SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>",
    "<|vision_pad|>", "<|image_pad|>", "<|video_pad|>",
)  # fmt: skip
_ID = {token: 256 + place for place, token in enumerate(_SPECIAL)}
MAX_PIXELS = 16 * 28 * 28
"""Largest width × height that the vision model's own processor lets through."""

_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{% if part['type'] == 'image' %}"
    "<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif 'text' in part %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def write_tiny_vision_model(folder: Path, seed: int = 0) -> Path:
    """Write a Qwen2-VL of 0.3 M random parameters.

    Args:
        folder: Where to; made if absent.
        seed: Another seed is another model.

    Returns:
        The folder.
    """
    rng = np.random.default_rng(seed)
    half = _HIDDEN // _HEADS // 2
    config = {
        "architectures": ["Qwen2VLForConditionalGeneration"],
        "model_type": "qwen2_vl",
        **_language_config(),
        "rope_scaling": {"type": "mrope", "mrope_section": [half - 6, 3, 3]},
        "vision_start_token_id": _ID["<|vision_start|>"],
        "vision_end_token_id": _ID["<|vision_end|>"],
        "vision_token_id": _ID["<|vision_pad|>"],
        "image_token_id": _ID["<|image_pad|>"],
        "video_token_id": _ID["<|video_pad|>"],
        "vision_config": {
            "depth": _LAYERS,
            "embed_dim": _VISION,
            "mlp_ratio": 4,
            "num_heads": 4,
            "in_chans": 3,
            "in_channels": 3,
            "hidden_size": _HIDDEN,
            "patch_size": 14,
            "spatial_merge_size": 2,
            "spatial_patch_size": 14,
            "temporal_patch_size": 2,
        },
    }
    processor = {
        "min_pixels": 4 * 28 * 28,
        "max_pixels": MAX_PIXELS,
        "patch_size": 14,
        "temporal_patch_size": 2,
        "merge_size": 2,
        "image_mean": [0.48145466, 0.4578275, 0.40821073],
        "image_std": [0.26862954, 0.26130258, 0.27577711],
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2VLProcessor",
    }
    weights = {**_language_weights(rng), **_vision_weights(rng)}
    _write(folder, config, weights)
    _write_json(folder / "preprocessor_config.json", processor)
    return folder


def write_tiny_text_model(folder: Path, seed: int = 0) -> Path:
    """Write a Qwen2 of 0.1 M random parameters; see `write_tiny_vision_model`."""
    rng = np.random.default_rng(seed)
    config = {
        "architectures": ["Qwen2ForCausalLM"],
        "model_type": "qwen2",
        **_language_config(),
    }
    _write(folder, config, _language_weights(rng))
    return folder


def _language_config() -> dict[str, Any]:
    return {
        "attention_dropout": 0.0,
        "bos_token_id": _ID["<|endoftext|>"],
        "eos_token_id": _ID["<|im_end|>"],
        "pad_token_id": _ID["<|endoftext|>"],
        "hidden_act": "silu",
        "hidden_size": _HIDDEN,
        "initializer_range": 0.02,
        "intermediate_size": _INNER,
        "max_position_embeddings": 32768,
        "max_window_layers": _LAYERS,
        "num_attention_heads": _HEADS,
        "num_hidden_layers": _LAYERS,
        "num_key_value_heads": _KV_HEADS,
        "rms_norm_eps": 1e-6,
        # Far from the usual default, so that a library that does not read it is found out.
        "rope_theta": 5000000.0,
        "sliding_window": 32768,
        "tie_word_embeddings": False,
        "torch_dtype": "float32",
        "use_cache": True,
        "use_sliding_window": False,
        "vocab_size": _VOCABULARY,
    }


def _language_weights(rng: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    narrow = _HIDDEN * _KV_HEADS // _HEADS
    head = np.zeros((_VOCABULARY, _HIDDEN), np.float32)
    spoken = [code for code in range(128) if chr(code).isalnum()]
    head[spoken] = rng.standard_normal((len(spoken), _HIDDEN))
    weights = {
        "model.embed_tokens.weight": _matrix(rng, _VOCABULARY, _HIDDEN, scale=1.0),
        "model.norm.weight": _gain(rng, _HIDDEN),
        "lm_head.weight": head,
    }
    for layer in range(_LAYERS):
        own = {
            "self_attn.q_proj.weight": _matrix(rng, _HIDDEN, _HIDDEN, scale=0.25),
            "self_attn.q_proj.bias": _offset(rng, _HIDDEN),
            "self_attn.k_proj.weight": _matrix(rng, narrow, _HIDDEN, scale=0.25),
            "self_attn.k_proj.bias": _offset(rng, narrow),
            "self_attn.v_proj.weight": _matrix(rng, narrow, _HIDDEN),
            "self_attn.v_proj.bias": _offset(rng, narrow),
            "self_attn.o_proj.weight": _matrix(rng, _HIDDEN, _HIDDEN, scale=0.25),
            "mlp.gate_proj.weight": _matrix(rng, _INNER, _HIDDEN),
            "mlp.up_proj.weight": _matrix(rng, _INNER, _HIDDEN),
            "mlp.down_proj.weight": _matrix(rng, _HIDDEN, _INNER),
            "input_layernorm.weight": _gain(rng, _HIDDEN),
            "post_attention_layernorm.weight": _gain(rng, _HIDDEN),
        }
        weights |= {f"model.layers.{layer}.{name}": value for name, value in own.items()}
    return weights


def _vision_weights(rng: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    merged, patch = 4 * _VISION, (3, 2, 14, 14)
    scale = float(np.prod(patch)) ** -0.5
    weights = {
        "visual.patch_embed.proj.weight": rng.normal(0, scale, (_VISION, *patch)),
        "visual.merger.ln_q.weight": _gain(rng, _VISION),
        "visual.merger.ln_q.bias": _offset(rng, _VISION),
        "visual.merger.mlp.0.weight": _matrix(rng, merged, merged),
        "visual.merger.mlp.0.bias": _offset(rng, merged),
        "visual.merger.mlp.2.weight": _matrix(rng, _HIDDEN, merged),
        "visual.merger.mlp.2.bias": _offset(rng, _HIDDEN),
    }
    for block in range(_LAYERS):
        own = {
            "norm1.weight": _gain(rng, _VISION),
            "norm1.bias": _offset(rng, _VISION),
            "norm2.weight": _gain(rng, _VISION),
            "norm2.bias": _offset(rng, _VISION),
            "attn.qkv.weight": _matrix(rng, 3 * _VISION, _VISION),
            "attn.qkv.bias": _offset(rng, 3 * _VISION),
            "attn.proj.weight": _matrix(rng, _VISION, _VISION),
            "attn.proj.bias": _offset(rng, _VISION),
            "mlp.fc1.weight": _matrix(rng, 4 * _VISION, _VISION),
            "mlp.fc1.bias": _offset(rng, 4 * _VISION),
            "mlp.fc2.weight": _matrix(rng, _VISION, 4 * _VISION),
            "mlp.fc2.bias": _offset(rng, _VISION),
        }
        weights |= {f"visual.blocks.{block}.{name}": value for name, value in own.items()}
    return weights


def _matrix(
    rng: np.random.Generator, rows: int, columns: int, scale: float | None = None
) -> NDArray[np.floating[Any]]:
    return rng.normal(0, columns**-0.5 if scale is None else scale, (rows, columns))


def _gain(rng: np.random.Generator, size: int) -> NDArray[np.floating[Any]]:
    return 1 + rng.normal(0, 0.1, size)


def _offset(rng: np.random.Generator, size: int) -> NDArray[np.floating[Any]]:
    return rng.normal(0, 0.1, size)


def _write(folder: Path, config: dict[str, Any], weights: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _write_json(folder / "config.json", config)
    _write_json(
        folder / "generation_config.json",
        # As checkpoints of the hub do; greedy decoding must not follow it.
        {"do_sample": True, "temperature": 5.0, "top_k": 50, "top_p": 0.9}
        | {name: config[name] for name in ("eos_token_id", "pad_token_id")},
    )
    _write_tokenizer(folder)
    _write_safetensors(folder / "model.safetensors", weights)


def _write_tokenizer(folder: Path) -> None:
    added = [
        {"id": number, "content": token, "special": True, "normalized": False}
        | {"single_word": False, "lstrip": False, "rstrip": False}
        for token, number in _ID.items()
    ]
    bytewise = {"type": "ByteLevel", "add_prefix_space": False}
    bytewise |= {"trim_offsets": False, "use_regex": False}
    _write_json(
        folder / "tokenizer.json",
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": added,
            "normalizer": None,
            "pre_tokenizer": bytewise,
            "post_processor": None,
            "decoder": bytewise,
            "model": {"type": "BPE", "vocab": _byte_characters(), "merges": []},
        },
    )
    _write_json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>",
            "model_max_length": 32768,
            "clean_up_tokenization_spaces": False,
            "chat_template": _TEMPLATE,
        },
    )
    (folder / "chat_template.jinja").write_text(_TEMPLATE, encoding="utf-8")


def _byte_characters() -> dict[str, int]:
    """The printable stand-ins of byte-level tokenizers: character → byte, which is its id."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [code for code in range(256) if code not in printable]
    return {chr(code): code for code in printable} | {
        chr(256 + place): code for place, code in enumerate(others)
    }


def _write_safetensors(path: Path, weights: dict[str, Any]) -> None:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    data = bytearray()
    for name, value in weights.items():
        raw = np.ascontiguousarray(value, dtype="<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(value.shape)}
        header[name]["data_offsets"] = [len(data), len(data) + len(raw)]
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def _write_json(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
