"""Interviews of a real vision model on both local backends, unverified and verified."""

from __future__ import annotations

import json

import pytest
from tests.weights import TINY_PROMPT, TINY_VLM

from gvqa_cedi.graph_json import to_json
from gvqa_cedi.interview.speaking import NOTHING_LEFT
from gvqa_cedi.synthetic import graphs
from gvqa_cedi.transcripts import load_transcripts
from gvqa_core.cli.run import run

SOME = graphs()[0:6:2]
"""Pictures of one square, which the model was trained to describe."""


@pytest.mark.parametrize("backend", ["cuda", "mlx"])
def test_unverified_and_verified(backend, tmp_path, capsys):
    path = tmp_path / "graphs.jsonl"
    path.write_text("".join(json.dumps(to_json(graph)) + "\n" for graph in SOME))
    options = {"model": str(TINY_VLM), "prompt": TINY_PROMPT}
    options |= {"device": "cpu"} if backend == "cuda" else {}
    said = {}
    for evaluatee in ("chat", "verified"):
        folder = tmp_path / evaluatee
        command = [
            *("cedi", "run", str(folder), "--graphs", str(path), "--evaluatee", evaluatee),
            *("--captioner", backend, "--verifier", "nli-mini"),
            *("-o", "examiner.template.rounds", "3"),
            *("-o", f"evaluatee.{evaluatee}.max_tokens", "32"),
        ]
        for key, value in options.items():
            command += ["-o", f"captioner.{backend}.{key}", value]
        assert run(command) == 0, capsys.readouterr().err
        said[evaluatee] = load_transcripts(folder / "transcripts.jsonl")
        settings = json.loads((folder / "run.json").read_text())
        assert settings["evaluatee"]["model.model"] == str(TINY_VLM)
    assert [each.image for each in said["chat"]] == [graph.image for graph in SOME]
    for plain, checked in zip(said["chat"], said["verified"], strict=True):
        assert plain.turns[0].response
        assert not any(turn.error for turn in (*plain.turns, *checked.turns))
        # Up to the first answer both conversations are the same; then only less is spoken.
        assert plain.turns[0].question == checked.turns[0].question
        spoken = checked.turns[0].text
        assert spoken == NOTHING_LEFT or spoken in plain.turns[0].text
    words = {turn.text for each in said["chat"] for turn in each.turns}
    assert any("square" in text for text in words), words
    held = {turn.text for each in said["verified"] for turn in each.turns}
    assert NOTHING_LEFT in held  # what a blind caption does not bear out is withheld
    assert any("square" in text for text in held)
