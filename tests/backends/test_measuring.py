"""What `gvqa measure` tells of a backend's models: how many tokens they wrote, and how fast."""

from __future__ import annotations

import pytest
from tests import squares
from tests.backends.makers import BACKENDS
from tests.weights import TINY_PROMPT, TINY_VLM
from transformers import AutoTokenizer

from gvqa_core import VideoQA
from gvqa_core.evaluation.measurement import measure, measurement_tables
from gvqa_core.evaluation.tables import markdown
from gvqa_core.settings import load_settings
from gvqa_core.testing.tiny_models import write_tiny_text_model

SHOWN = [("red", "dark"), ("blue", "light")]

pytest.importorskip("psutil", reason="measuring needs gvqa-core[eval]")


@pytest.mark.parametrize("backend", BACKENDS)
def test_written_tokens_are_counted_by_the_models_own_tokenizer(backend, tmp_path):
    clip = squares.write_clip(tmp_path / "squares.avi", SHOWN, seed=1)
    words = write_tiny_text_model(tmp_path / "words")
    device = {"device": "cpu"} if backend == "cuda" else {}
    captions = {"model": str(TINY_VLM), "prompt": TINY_PROMPT, "max_tokens": 24}
    settings = load_settings(
        backend=backend,
        retriever="bm25",
        verifier="lexical",
        cache_dir=str(tmp_path / "cache"),
        options={
            "captioner": {backend: captions | device},
            "drafter": {backend: {"model": str(words), "max_tokens": 12} | device},
        },
    )
    with VideoQA.from_config(settings=settings) as qa:
        found = measure(qa, str(clip), ["What is shown?"])
    stages = {stage.name: stage for stage in found.stages}
    tokenizer = AutoTokenizer.from_pretrained(TINY_VLM)
    said = [squares.sentence(*kind) for kind in SHOWN]
    assert stages["caption"].count == 2
    assert stages["caption"].tokens == sum(len(tokenizer.encode(text)) for text in said)
    assert stages["draft"].tokens >= 1
    assert stages["verify"].tokens is None
    assert stages["draft"].token_rate == stages["draft"].tokens / stages["draft"].cost.seconds
    assert "tokens per second" in markdown(measurement_tables(found))
