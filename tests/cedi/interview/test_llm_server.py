"""A whole interview asked by a real small chat model behind a real server on loopback."""

from __future__ import annotations

import json

from tests.backends.servers import transformers_serve
from tests.weights import smollm2

from gvqa_cedi.synthetic import graphs
from gvqa_cedi.transcripts import load_transcripts
from gvqa_core.cli.run import run

OPTIONS = {
    "examiner.llm.fabricate": "graph",
    "examiner.llm.rounds": "2",
    "examiner.llm.earliest_end": "0",
    "examiner.llm.max_tokens": "48",
}


def test_smollm2_interviews(tmp_path, capsys):
    model = str(smollm2())
    with transformers_serve(tmp_path / "server.log", smollm2()) as address:
        options = {**OPTIONS, "drafter.openai.base_url": address()}
        command = [
            *("cedi", "run", str(tmp_path / "run"), "--examiner", "llm", "--contexts", "0"),
            *("--evaluatee", "simulated", "--pictures", "2"),
            *("--drafter", "openai", "--drafter-model", model),
        ]
        for key, value in options.items():
            command += ["-o", key, value]
        code = run(command)
    assert code == 0, capsys.readouterr().err
    said = load_transcripts(tmp_path / "run" / "transcripts.jsonl")
    by_image = {graph.image: graph for graph in graphs()}
    assert len(said) == 2
    for each in said:
        assert each.about["end"]
        for turn in each.turns:
            assert by_image[each.image].by_id[turn.node].name in turn.question.lower()
            assert turn.response
    assert sum(len(each.turns) for each in said) >= 2
    settings = json.loads((tmp_path / "run" / "run.json").read_text())
    assert settings["examiner"]["model.model"] == model
