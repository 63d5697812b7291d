"""`gvqa cedi report`: what the tables, curves and the radar hold."""

from __future__ import annotations

import csv
import json
import re

import pytest
from tests.cedi.report.runs import hostile, simulated
from tests.core.openai.hostile import hostile as server
from tests.core.openai.hostile import says

from gvqa_cedi.report.charts import RADAR, RADIUS, charts
from gvqa_cedi.report.runs import load_runs
from gvqa_cedi.report.tables import Table, tables
from gvqa_cedi.report.writing import csv_text, markdown
from gvqa_core.cli.run import run


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    base = tmp_path_factory.mktemp("runs")
    return [
        simulated(base / "honest", "--contexts", "2"),
        simulated(base / "liar", "--contexts", "2", "-o", "evaluatee.simulated.object", "0.6",
                  "-o", "evaluatee.simulated.accept", "1"),
    ]  # fmt: skip


def test_the_tables_hold_what_was_graded(folders, tmp_path):
    arguments = [*map(str, folders), "--csv", str(tmp_path), "--markdown", str(tmp_path / "r.md")]
    assert run(["cedi", "report", *arguments]) == 0
    rows = list(csv.DictReader((tmp_path / "runs.csv").open(encoding="utf-8")))
    for row, folder in zip(rows, folders, strict=True):
        grades = json.loads((folder / "grades.json").read_text(encoding="utf-8"))
        values = {m["name"]: m["value"] for g in reversed(grades["graders"])
                  for m in reversed(g["metrics"])}  # fmt: skip
        assert row["Images"] == "4"
        for column, name in (("GED ↓", "ged"), ("CHAIR_I ↓", "chair_i"),
                             ("VALOR faithfulness ↑", "valor_faith")):  # fmt: skip
            assert row[column].split()[0] == f"{values[name]:.3g}"
    assert rows[0]["GED_hal ↓"] == "0 [0, 0]"
    low, high = map(float, re.findall(r"[\d.]+(?=[,\]])", rows[1]["GED_hal ↓"]))
    assert low < float(rows[1]["GED_hal ↓"].split()[0]) < high
    text = (tmp_path / "r.md").read_text(encoding="utf-8")
    for title in ("By source", "By question type", "By error family", "Hallucination by turn",
                  "Contexts for each image", "Radar"):  # fmt: skip
        assert f"## {title}" in text
    types = list(csv.DictReader((tmp_path / "types.csv").open(encoding="utf-8")))
    assert {row["Type"] for row in types} == {"regular", "follow-up", "adversarial", "unanswerable"}


def test_the_radar_uses_the_scalings_of_the_paper(folders):
    runs = load_runs(folders)
    radar = next(chart for chart in charts(runs, seed=0) if chart.closed)
    assert RADAR["ged"][1](75) == RADAR["sg_deltacon"][1](2.5) == RADAR["mmhal"][1](50) == 0.5
    assert RADAR["valor_faith"][1](0.75) == 0.5
    liar = dict(zip(radar.table.columns, radar.table.rows[1], strict=True))
    [first] = [m for m in runs[1].metrics if m["name"] == "chair_i"]
    assert float(liar["CHAIR_I (%) / 100"]) == pytest.approx(first["value"], rel=0.01)
    x, y = radar.lines[1].points[0]
    assert x == pytest.approx(320)
    assert 160 - y == pytest.approx(first["value"] * RADIUS)


def test_more_contexts_never_find_less(folders):
    curve = next(c for c in charts(load_runs(folders), seed=0) if c.table.name == "contexts")
    heights = [y for _, y in curve.lines[1].points]
    assert len(heights) == 2
    assert heights[1] <= heights[0]


def test_runs_of_one_name_and_mixed_files_are_told_apart(folders, tmp_path):
    labels = [each.label for each in load_runs([folders[0], folders[0]])]
    assert len(set(labels)) == 2
    mixed = json.loads((folders[0] / "grades.json").read_text(encoding="utf-8"))
    mixed["conversations"][0]["evaluatee"] = "another"
    (tmp_path / "mixed.json").write_text(json.dumps(mixed), encoding="utf-8")
    runs = load_runs([tmp_path / "mixed.json"])
    assert sum(len(each.conversations) for each in runs) == len(mixed["conversations"])
    assert len(runs) == 2
    assert all(table.rows for table in tables(runs, seed=0))


def test_a_run_without_history_is_a_line_of_its_own(tmp_path):
    folders = []
    with server(lambda request: says("There is a dog.")) as running:
        for history in ("true", "false"):
            folder = tmp_path / history
            arguments = ["--captioner", "openai", "--captioner-model", "m", "-o",
                         "captioner.openai.base_url", running.url, "-o",
                         "evaluatee.chat.history", history]  # fmt: skip
            assert run(["cedi", "run", str(folder), "--pictures", "2", *arguments]) == 0
            assert run(["cedi", "grade", str(folder)]) == 0
            folders.append(folder)
    [curve] = [c for c in charts(load_runs(folders), seed=0) if c.table.name == "turns"]
    assert [line.label for line in curve.lines] == [
        "true: chat asked by template", "false: chat asked by template, without history"
    ]  # fmt: skip
    assert all(len(line.points) >= 2 for line in curve.lines)


def test_markdown_and_csv_of_hostile_text(tmp_path, capsys):
    folder = hostile(tmp_path / "evil")
    capsys.readouterr()
    assert run(["cedi", "report", str(folder)]) == 0
    assert "<script>" not in capsys.readouterr().out
    formula = Table("t", "t", "", ("a", "b"), (("=1+1", "x|y\n\x1b[31m"),))
    assert csv_text(formula) == "a,b\n'=1+1,x|y \\x1b[31m\n"
    assert "| =1+1 | x\\|y \\\\x1b[31m |" in markdown([formula])


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "Grade the run first: gvqa cedi grade"), ("{", "cannot be read"),
     ("[]", "cannot be read"),
     ('{"graders": [], "conversations": [{"image": "a"}]}', "cannot be read"),
     ('{"graders": [], "conversations": []}', "no graded")],
)  # fmt: skip
def test_what_is_no_graded_run(tmp_path, capsys, content, message):
    if content is not None:
        (tmp_path / "grades.json").write_text(content, encoding="utf-8")
    assert run(["cedi", "report", str(tmp_path), "--html", str(tmp_path / "x.html")]) == 1
    complaint = " ".join(capsys.readouterr().err.split())
    assert message in complaint
    assert not (tmp_path / "x.html").exists()
