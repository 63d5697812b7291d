"""Graded runs on disk, made by the real commands."""

from __future__ import annotations

import json
from pathlib import Path

from gvqa_core.cli.run import run

EVIL = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"


def simulated(folder: Path, *arguments: str, pictures: int = 4) -> Path:
    """Interview the simulated evaluatee and grade it; returns the folder."""
    assert run(["cedi", "run", str(folder), "--evaluatee", "simulated", "--pictures",
                str(pictures), *arguments]) == 0  # fmt: skip
    assert run(["cedi", "grade", str(folder)]) == 0
    return folder


def hostile(folder: Path) -> Path:
    """A graded run whose every text is an attack."""
    folder.mkdir()
    graph = {"image": EVIL, "source": EVIL, "objects": [{"id": "1", "name": "dog"}]}
    (folder / "graphs.jsonl").write_text(json.dumps(graph), encoding="utf-8")
    said = {
        "image": EVIL,
        "evaluatee": EVIL,
        "examiner": EVIL,
        "turns": [{"question": EVIL, "response": f"There is a cat. {EVIL}", "kind": EVIL}] * 2,
    }
    (folder / "transcripts.jsonl").write_text(json.dumps(said), encoding="utf-8")
    assert run(["cedi", "grade", str(folder), "--graphs", str(folder / "graphs.jsonl")]) == 0
    return folder
