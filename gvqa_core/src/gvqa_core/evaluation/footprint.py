"""How much room a component's weights take on the disk."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gvqa_core.errors import GvqaError

_WEIGHTS = (".onnx", ".safetensors", ".bin", ".gguf", ".npz")


def footprint(identity: Mapping[str, Any]) -> int | None:
    """Bytes of the model that a component's identity names.

    A folder, a model in the hub's cache, weights that ship with the component's own
    distribution, or those of the OCR engine it names.

    Returns:
        None when it names no model, or the model's files cannot be found.
    """
    ocr = identity.get("ocr")
    if isinstance(ocr, str) and ocr:
        return _shipped(ocr.split()[0], "")
    model = identity.get("model")
    if not isinstance(model, str) or not model:
        return None
    return _local(model) or _shipped(str(identity.get("distribution", "")), model)


def _local(model: str) -> int | None:
    from gvqa_core.backends.models import resolve

    try:
        folder = Path(resolve(model))
    except GvqaError:
        return None
    if not folder.is_dir():
        return None
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def _shipped(distribution: str, model: str) -> int | None:
    """Weights among a distribution's files, of one model or of all."""
    try:
        files = importlib.metadata.files(distribution) or []
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return None
    places = [Path(os.fspath(file.locate())) for file in files]
    roots = {p for p in places if p.suffix in _WEIGHTS}
    if not roots:  # an editable installation lists none of its own files
        spec = importlib.util.find_spec(distribution.replace("-", "_"))
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            roots |= {p for p in Path(folder).rglob("*") if p.suffix in _WEIGHTS}
    found = [p for p in roots if p.is_file() and (not model or model in p.parts)]
    return sum(p.stat().st_size for p in found) or None
