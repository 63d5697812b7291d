"""`gvqa eval` as a user runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gvqa_core.cli.run import run

OURS = Path(__file__).parents[2] / "data" / "pairs" / "ours.jsonl"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GVQA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


def test_pairs_and_their_report(tmp_path, capfd):
    folder = tmp_path / "mine"
    pairs = ["eval", "pairs", str(OURS), "--first", "9", "--verifiers", "lexical"]
    assert run([*pairs, "--run", str(folder)]) == 0
    out = capfd.readouterr().out
    assert "Entailment against the rest" in out
    assert "lexical" in out
    page = (folder / "report.html").read_text()
    assert "default-src 'none'" in page
    (folder / "report.md").unlink()
    assert run(["eval", "report", str(folder), "--markdown"]) == 0
    first = capfd.readouterr().out
    assert first.startswith("### Entailment against the rest")
    assert " of 9; " in first
    assert run(["eval", "report", str(folder)]) == 0
    assert (folder / "report.md").read_text() == first


def test_what_goes_wrong_is_one_message(tmp_path, capfd):
    assert run(["eval", "pairs", str(tmp_path / "none.jsonl")]) == 2
    assert "cannot be read" in capfd.readouterr().err
    assert run(["eval", "pairs", str(OURS), "--verifiers", "lexicla"]) == 1
    assert "Did you mean 'lexical'" in capfd.readouterr().err
    assert run(["eval", "report", str(tmp_path)]) == 1
    assert "not the folder of a run" in capfd.readouterr().err
    assert run(["eval", "run", "big-buck-bunny"]) == 2
    assert "names no video" in capfd.readouterr().err
    assert run(["eval", "label", str(tmp_path)]) == 1
    assert "Traceback" not in capfd.readouterr().err


SNIFF = """
import sys
sys.argv = ["gvqa", *{arguments!r}]
from gvqa_core.cli import main
try:
    main()
except SystemExit as end:
    assert end.code == 0, end.code
print("LOADED", *sorted(m.partition(".")[0] for m in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", [["eval", "--help"], ["measure", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    done = subprocess.run(
        [sys.executable, "-c", SNIFF.format(arguments=arguments)], capture_output=True, text=True
    )
    loaded = set(done.stderr.rpartition("LOADED ")[2].split())
    assert "gvqa_core" in loaded
    assert loaded & {"numpy", "cv2", "jinja2", "torch", "onnxruntime", "scipy", "psutil"} == set()
    assert arguments[0] in done.stdout
