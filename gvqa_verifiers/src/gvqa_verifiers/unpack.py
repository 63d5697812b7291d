"""Turns the shipped int8 weights of `nli-mini` into a checkpoint for torch.

    python -m gvqa_verifiers.unpack FOLDER

It needs the extra `hf`. The folder then serves `nli` (`model = "FOLDER"`), on a graphics
processor too, and as a start for fine-tuning. Weights are the int8 values times their
scales, in float32.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gvqa_verifiers.nli_mini import MODEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GRAPH, _INITIALIZER = 7, 5
_DIMS, _TYPE, _FLOATS, _NAME, _RAW = 1, 2, 4, 8, 9
_TYPES = {1: "<f4", 3: "<i1", 7: "<i8"}
_LINEAR = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
"""The linear layers of a block in the order in which the graph computes them."""


def unpack(folder: Path) -> None:
    """Write `model.safetensors`, `config.json` and `tokenizer.json` into a folder.

    Args:
        folder: Made if it is not there.
    """
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files("gvqa_verifiers").joinpath("models", MODEL)) as source:
        weights = checkpoint(tensors((source / "model_int8.onnx").read_bytes()))
        save_file(dict(weights), folder / "model.safetensors", metadata={"format": "pt"})
        for name in ("config.json", "tokenizer.json", "MODEL_CARD.md"):
            shutil.copyfile(source / name, folder / name)
    special = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]"}
    tokenizer = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": 256,
        "model_input_names": ["input_ids", "token_type_ids", "attention_mask"],
        "cls_token": "[CLS]",
        "mask_token": "[MASK]",
        **special,
    }
    text = json.dumps(tokenizer, indent=2)
    (folder / "tokenizer_config.json").write_text(text + "\n", encoding="utf-8")


def checkpoint(found: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """Name the weights as `BertForSequenceClassification` does, and scale them back."""
    import numpy as np

    def scaled(name: str) -> NDArray[np.float32]:
        # The graph multiplies from the right; torch keeps (out, in).
        values = found[f"{name}_quantized"].astype(np.float32) * found[f"{name}_scale"]
        return np.ascontiguousarray(values.T, dtype=np.float32)

    weights = {
        name.replace("b.", "bert.", 1) if name.startswith("b.") else f"classifier{name[1:]}": value
        for name, value in found.items()
        if name.startswith(("b.", "c.")) and name.endswith((".weight", ".bias"))
    }
    weights["bert.embeddings.word_embeddings.weight"] = (
        found["emb_q"].astype(np.float32) * found["emb_s"]
    )
    weights["bert.pooler.dense.weight"] = scaled("b.pooler.dense.weight_Transposed")
    weights["classifier.weight"] = scaled("c.weight_Transposed")
    unnamed = [name.removesuffix("_quantized") for name in found if name.endswith("_quantized")]
    unnamed = [name for name in unnamed if name.startswith("val_")]
    for position, name in enumerate(unnamed):
        block, layer = divmod(position, len(_LINEAR))
        weights[f"bert.encoder.layer.{block}.{_LINEAR[layer]}.weight"] = scaled(name)
    return {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in weights.items()}


def tensors(model: bytes) -> dict[str, NDArray[Any]]:
    """Read the initializers of an ONNX file (protobuf; onnx.proto3), in their order."""
    import numpy as np

    found: dict[str, NDArray[Any]] = {}
    for graph in _messages(memoryview(model), _GRAPH):
        for tensor in _messages(graph, _INITIALIZER):
            shape: list[int] = []
            kind, name, raw = 0, "", b""
            for number, value in _fields(tensor):
                if number == _DIMS:
                    shape += [value] if isinstance(value, int) else list(_packed(value))
                elif number == _TYPE and isinstance(value, int):
                    kind = value
                elif number == _NAME and not isinstance(value, int):
                    name = bytes(value).decode()
                elif number in (_RAW, _FLOATS) and not isinstance(value, int):
                    raw = bytes(value)
            if raw and kind in _TYPES:
                found[name] = np.frombuffer(raw, np.dtype(_TYPES[kind])).reshape(shape)
    return found


def _messages(data: memoryview, wanted: int) -> Iterator[memoryview]:
    for number, value in _fields(data):
        if number == wanted and not isinstance(value, int):
            yield value


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    position = 0
    while position < len(data):
        key, position = _varint(data, position)
        wire = key & 7
        if wire == 0:
            value, position = _varint(data, position)
            yield key >> 3, value
            continue
        if wire == 2:
            length, position = _varint(data, position)
        else:
            length = 8 if wire == 1 else 4
        yield key >> 3, data[position : position + length]
        position += length


def _packed(data: memoryview) -> Iterator[int]:
    position = 0
    while position < len(data):
        value, position = _varint(data, position)
        yield value


def _varint(data: memoryview, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, position


def main(arguments: list[str]) -> int:
    """Unpack into the folder named; return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)  # noqa: T201
        return 2
    try:
        unpack(Path(arguments[0]))
    except ImportError:
        print('Expected safetensors: pip install "gvqa-verifiers[hf]"', file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
