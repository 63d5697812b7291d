"""Measuring: real work is timed and weighed, and what it ran on stands with it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.core.evaluation.lab import make_clip, make_qa

from gvqa_core.evaluation.footprint import footprint
from gvqa_core.evaluation.measurement import measure, measurement_tables
from gvqa_core.evaluation.tables import markdown

pytest.importorskip("psutil", reason="measuring needs gvqa-core[eval]")


def test_every_stage_is_measured_with_its_machine(tmp_path):
    clip = make_clip(tmp_path / "greys.mkv")
    with make_qa(tmp_path / "cache") as qa:
        found = measure(qa, str(clip), ("How grey is it?", "nothing"))
    stages = {stage.name: stage for stage in found.stages}
    assert list(stages) == [
        "sample", "caption", "index", "retrieve", "draft", "verify", "judge alone",
    ]  # fmt: skip
    assert (stages["sample"].count, stages["draft"].count) == (6, 2)
    assert stages["verify"].count == found.claims == 2
    assert stages["judge alone"].count >= 2
    assert all(stage.cost.peak_rss > 10_000_000 for stage in found.stages)
    plain = json.loads(json.dumps(found.plain(), allow_nan=False))
    assert plain["machine"]["components"]["captioner"]["name"] == "grey"
    assert plain["machine"]["cores"] >= 1
    text = markdown(measurement_tables(found))
    assert "| sample | 6 frames |" in text
    assert "verification over drafting" in text


HOLDS_60_MB = """
import json, time
from gvqa_core.evaluation.watching import watched

with watched() as cost:
    held = bytearray(60_000_000)
    held[::4096] = b"x" * len(held[::4096])
    time.sleep(0.1)
    del held
print(json.dumps([cost.seconds, cost.grown_rss]))
"""


def test_memory_and_time_of_a_block():
    """In a process of its own: one that has freed much before holds 60 MB without growing."""
    done = subprocess.run(
        [sys.executable, "-c", HOLDS_60_MB], capture_output=True, text=True, check=True, timeout=60
    )
    seconds, grown_rss = json.loads(done.stdout)
    assert seconds >= 0.1
    assert grown_rss > 50_000_000


def test_footprints(tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights.safetensors").write_bytes(b"x" * 1000)
    assert footprint({"model": str(tmp_path / "model")}) == 1000
    assert footprint({"model": "nobody/none", "distribution": "gvqa-core"}) is None
    assert footprint({"component": "bm25"}) is None


def test_shipped_weights_are_weighed():
    pytest.importorskip("gvqa_verifiers")
    pytest.importorskip("rapidocr")
    assert 20e6 < footprint({"model": "nli-mini", "distribution": "gvqa-verifiers"}) < 30e6
    assert footprint({"ocr": "rapidocr 3"}) > 10e6
