"""`gvqa cedi grade`, `agreement` and `synthetic`, as a user runs them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.core.openai.hostile import fails, hostile, says
from tests.shared import ROOT

from gvqa_cedi.grading.definitions import DEFINITIONS
from gvqa_core.cli import console
from gvqa_core.cli.run import run

SAID = [
    {
        "image": "synthetic/050",
        "evaluatee": "someone",
        "turns": [
            {
                "question": "What is on the table?",
                "response": "A small purple cup, a red ball and a large red hat are on the table.",
            },
            {
                "question": "Is there a dog under the table?",
                "response": "Yes, there is a brown dog under the table.",
                "expected": "no",
            },
        ],
    },
    {"image": "synthetic/000", "turns": [{"response": "A red square on a dark background."}]},
]


@pytest.fixture
def transcripts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "said.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in SAID), encoding="utf-8")
    return str(path)


def figures(text: str) -> dict[tuple[str, str], float | None]:
    data = json.loads(text)
    return {
        (metric["name"], metric["variant"]): metric["value"]
        for grader in data["graders"]
        for metric in grader["metrics"]
    }


def test_every_metric_that_needs_no_judge(transcripts, capsys, tmp_path):
    assert run(["cedi", "grade", transcripts, "--json", "--out", str(tmp_path / "all.json")]) == 0
    printed = capsys.readouterr().out
    found = figures(printed)
    by_judges = {"mmhal", "mmhal_score", "mmhal_rate", "haelm"}
    assert {name for name, _ in found} == set(DEFINITIONS) - by_judges
    assert found["ged_hal", "by category"] == pytest.approx(1.5)
    assert found["chair_i", ""] == pytest.approx(0.1)
    assert found["pope_accuracy", ""] == 0.0
    kept = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert kept == json.loads(printed)
    turn = kept["conversations"][0]["turns"][1]["values"]
    assert turn["valor_unfaith"] == 0.5
    assert kept["conversations"][0]["details"]["chair"]["hallucinated"] == ["dog"]


def test_the_table(transcripts, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")  # no cell breaks a title
    console.stdout.cache_clear()
    assert run(["cedi", "grade", transcripts]) == 0
    console.stdout.cache_clear()  # as wide as it was, for whoever comes next
    said = capsys.readouterr()
    for title in ("GED_hal", "SG DeltaCon", "CHAIR_I", "VALOR faithfulness", "POPE accuracy"):
        assert title in said.out
    assert "by instance" in said.out
    assert "--judges" in said.err


def test_judges_behind_a_server_and_their_failures(transcripts, capsys):
    """A real server on loopback: some answers are good, some are not."""

    def judge(request):
        asked = json.dumps(request["messages"])
        if "rating" in asked:
            answers = '{"reason": "ok", "rating": 6}'
            return says(answers) if "brown dog" not in asked else says("I would rate it low.")
        if "accurate" in asked:
            return says('```json\n{"accurate": "no"}\n```')
        return fails(400, "schema not supported")

    with hostile(judge) as server:
        code = run(
            ["cedi", "grade", transcripts, "--json", "--grader", "mmhal", "--grader", "haelm",
             "--grader", "valor-llm", "--drafter", "openai", "--drafter-model", "m",
             "-o", "drafter.openai.base_url", server.url]
        )  # fmt: skip
    assert code == 0
    printed = capsys.readouterr().out
    found = figures(printed)
    assert found["mmhal", ""] == 0.0
    assert found["haelm", ""] == 100.0
    assert found["valor_faith", ""] is None
    missing = {m["name"]: m["missing"] for g in json.loads(printed)["graders"]
               for m in g["metrics"]}  # fmt: skip
    assert missing["mmhal"] == 1
    assert missing["valor_faith"] == 3


def test_graphs_of_another_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    graphs = [{"image_id": 7, "objects": [{"object_id": 1, "names": ["dog"], "synsets": []}],
               "relationships": []}, {"image_id": 8, "objects": "broken"}]  # fmt: skip
    (tmp_path / "vg.json").write_text(json.dumps(graphs), encoding="utf-8")
    (tmp_path / "said.jsonl").write_text('{"image": 7, "turns": [{"response": "A dog."}]}')
    assert run(["cedi", "grade", "said.jsonl", "--graphs", "vg.json", "--json"]) == 0
    said = capsys.readouterr()
    assert figures(said.out)["ged", "by category"] == 0
    assert "image 8" in said.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["cedi", "grade", "none.jsonl"], 1, "no file"),
        (["cedi", "grade", "SAID", "--grader", "chare"], 1, "Did you mean 'chair'"),
        (["cedi", "grade", "SAID", "--judges"], 1, "has none"),
        (["cedi", "grade", "SAID", "--parser", "llm"], 1, "asks a language model"),
        (["cedi", "grade", "SAID", "--graphs", "none.json"], 1, "no file"),
        (["cedi", "grade", "SAID", "-o", "grader.chair.unit", "page"], 2, "unit"),
        (["cedi", "grade", "SAID", "-o", "grader.chair.unti", "page"], 2, "unit"),
        (["cedi", "grade"], 2, "TRANSCRIPTS"),
        (["cedi", "grdae"], 2, "grade"),
    ],
)
def test_a_users_mistakes(transcripts, capsys, arguments, code, message):
    said = [transcripts if word == "SAID" else word for word in arguments]
    assert run(said) == code
    complaint = capsys.readouterr().err
    assert message in complaint
    assert "Traceback" not in complaint


def test_transcripts_of_unknown_pictures(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    path.write_text('{"image": "vg/1", "turns": []}')
    assert run(["cedi", "grade", str(path)]) == 1
    assert "--graphs" in capsys.readouterr().err
    path.write_text('{"image": "synthetic/999", "turns": []}')
    assert run(["cedi", "grade", str(path)]) == 1
    assert "no scene graph for 1 of 1" in capsys.readouterr().err


def test_options_reach_the_graders(transcripts, capsys):
    arguments = ["-o", "grader.chair.counting", "mention", "-o", "grader.chair.average", "micro"]
    assert run(["cedi", "grade", transcripts, "--grader", "chair", "--json", *arguments]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["graders"][0]["settings"]["average"] == "micro"


def test_runs_side_by_side(transcripts, tmp_path, capsys):
    better = json.dumps({"image": "synthetic/000", "turns": [{"response": "A red square."}]})
    (tmp_path / "better.jsonl").write_text(better, encoding="utf-8")
    for name in (transcripts, str(tmp_path / "better.jsonl")):
        assert run(["cedi", "grade", name, "--out", f"{name}.grades", "--json"]) == 0
    files = [f"{transcripts}.grades", str(tmp_path / "better.jsonl.grades")]
    capsys.readouterr()
    assert run(["cedi", "compare", *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found[files[0]]["chair_i"] == pytest.approx(0.1)
    assert found[files[1]]["chair_i"] == 0.0
    assert run(["cedi", "compare", *files]) == 0
    [row] = [r for r in capsys.readouterr().out.splitlines() if r.startswith("chair_i")]
    assert row.split() == ["chair_i", "lower", "0.1", "0", "*"]
    assert run(["cedi", "compare", transcripts]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_agreement(capsys):
    assert run(["cedi", "agreement", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["f1"] > 0.94
    assert run(["cedi", "agreement"]) == 0
    assert "54 labelled responses" in capsys.readouterr().out


def test_the_set_as_files(tmp_path, capsys):
    folder = tmp_path / "set"
    assert run(["cedi", "synthetic", str(folder)]) == 0
    assert len(list(folder.glob("synthetic/*.png"))) == 96
    (tmp_path / "t.jsonl").write_text('{"image": "synthetic/003", "turns": [{"response": "x"}]}')
    assert run(["cedi", "grade", str(tmp_path / "t.jsonl"), "--graphs",
                str(folder / "graphs.jsonl")]) == 0  # fmt: skip


def test_the_readme_command_works(tmp_path, capsys, monkeypatch):
    """What README.md shows as said.jsonl can be graded as it stands there."""
    page = (ROOT / "gvqa_cedi" / "README.md").read_text(encoding="utf-8")
    lines = page.split("```json\n", 1)[1].split("```", 1)[0]
    (tmp_path / "said.jsonl").write_text(lines, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "gvqa cedi grade said.jsonl" in page
    assert run(["cedi", "grade", "said.jsonl"]) == 0
    assert "2 conversations" in capsys.readouterr().out


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from gvqa_core.cli.run import run; run(['cedi', 'grade', '--help']);"
        "heavy = {'torch', 'transformers', 'mlx', 'cv2', 'scipy', 'networkx', 'onnxruntime'};"
        "print('LOADED', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("LOADED []")
