"""Runs over questions: identical claims, raw records, resuming, refusing, tables."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from tests.core.evaluation.lab import Counting, make_clip, measure, questions, true_claim

from gvqa_core.errors import ComponentError, ConfigError, StoreError
from gvqa_core.evaluation.comparisons import Outcome
from gvqa_core.evaluation.labels import Labels
from gvqa_core.evaluation.questions_report import read_run
from gvqa_core.evaluation.reporting import run_tables, write_tables
from gvqa_core.evaluation.statistics import Rate

ALL = "moody,moody@paper,seeing,lexical"
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def clip(tmp_path_factory) -> Path:
    return make_clip(tmp_path_factory.mktemp("clip") / "greys.mkv")


@pytest.fixture(scope="module")
def whole(clip, tmp_path_factory) -> Path:
    """A finished run; tests that change it take a copy."""
    folder = tmp_path_factory.mktemp("run") / "whole"
    Counting.drafted = 0
    measure(folder, clip, folder.parent / "cache", ALL)
    assert Counting.drafted == 3
    return folder


def records(folder: Path, pattern: str) -> list[dict]:
    return [json.loads(path.read_text()) for path in sorted(folder.glob(pattern))]


def table(folder: Path, name: str):
    return next(table for table in run_tables(folder) if table.name == name)


def steady(folder: Path) -> list:
    """All tables but the one with times."""
    return [table for table in run_tables(folder) if table.name != "work"]


def test_every_verifier_checks_the_identical_claims(whole):
    results = read_run(whole).results
    assert list(results) == ["lexical", "moody", "moody@paper", "seeing"]
    items = [[d.item for d in decisions] for decisions in results.values()]
    assert items[0] == ["f 1/1", "f 1/2", "f 2/1", "f 2/2", "a/1/1", "a/1/2", "a/1/3", "a/1/4"]
    assert all(each == items[0] for each in items)


def test_each_evidence_frame_is_described_once_for_all(whole):
    (path,) = (whole / "captions").glob("*.jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    times = [row["pts"] for row in rows]
    assert len(times) == len(set(times))
    assert {6.0, 4.0} <= set(times)
    assert next(row["text"] for row in rows if row["pts"] == 6.0) == true_claim(6)


def test_raw_records_keep_everything(whole):
    drafts = records(whole, "drafts/*.json")
    assert [d["raw"] for d in drafts] == [
        ["the model's own words"],
        ["the model's own words"],
        [],
        ["[]"],
    ]
    assert [len(d["claims"]) for d in drafts] == [2, 2, 4, 0]
    assert drafts[0]["hits"][0]["text"].startswith("The wall is grey")
    judged = records(whole, "verdicts/moody/003*.json")[0]["claims"]
    assert judged[2]["looked_at"][0]["judgement"]["raw"] == "hm"
    frame = whole / judged[2]["looked_at"][0]["frame"]
    assert frame.read_bytes().startswith(b"\x89PNG")
    assert sorted(p.name for p in whole.iterdir() if p.name.startswith(".")) == []


def test_a_verifier_that_raises_spoils_one_claim_only(whole):
    moody = {d.item: d.outcome for d in read_run(whole).results["moody"]}
    assert moody["a/1/1"] is Outcome.REFUSED
    assert moody["a/1/2"] is Outcome.FAILED
    assert moody["a/1/3"] is Outcome.ACCEPTED
    assert moody["a/1/4"] is Outcome.UNSEEN
    failed = records(whole, "verdicts/moody/003*.json")[0]["claims"][1]
    assert failed["verdict"] == "Unverified"
    assert "the judge lost its temper" in failed["reason"]
    row = next(r for r in table(whole, "outcomes").rows if r[:2] == ("adversarial", "moody"))
    assert row[2:] == (Rate(1, 4), Rate(2, 4), 1)


def test_the_baseline_shows_everything(whole):
    rows = {r[0]: r[2:] for r in table(whole, "outcomes").rows if r[1] == "no verification"}
    assert rows == {
        "factual": (Rate(4, 4), Rate(0, 4), 0),
        "adversarial": (Rate(4, 4), Rate(0, 4), 0),
        "all": (Rate(8, 8), Rate(0, 8), 0),
    }


def test_an_empty_draft_is_a_result(whole):
    rows = {row[0]: row[1:] for row in table(whole, "drafts").rows}
    assert rows["adversarial"] == (2, 4, 1, 0, 4)


def test_known_truths_are_used_and_a_persons_label_wins(whole, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(whole, folder)
    before = {row[0]: row for row in table(folder, "truth").rows}
    assert before["seeing"][1:5] == (4, Rate(4, 4), Rate(1, 1), Rate(1, 1))
    Labels(folder).set("a/1/3", "false")
    Labels(folder).set("f 1/1", "true")
    Labels(folder).set("f 1/2", "unsure")
    after = {row[0]: row for row in table(folder, "truth").rows}
    assert after["seeing"][1:5] == (5, Rate(4, 5), Rate(1, 2), Rate(1, 1))
    names = [each.name for each in run_tables(folder)]
    assert {"truth", "differences-right", "calibration", "reliability"} <= set(names)


def test_claims_that_answer_are_counted_apart_from_their_verdicts(whole):
    drafted = [c for r in records(whole, "drafts/*.json") if not r["given"] for c in r["claims"]]
    answers = [claim["relevance"]["answers"] for claim in drafted]
    rows = {row[1]: row for row in table(whole, "relevance").rows if row[0] == "factual"}
    accepted = {row[1]: row[2] for row in table(whole, "outcomes").rows if row[0] == "factual"}
    for name in ("lexical", "moody", "moody@paper", "seeing"):
        assert rows[name][2] == Rate(sum(answers), 4)
        assert rows[name][3].of == accepted[name].count
    assert not any(row[0] == "adversarial" for row in table(whole, "relevance").rows)


def test_citations_are_held_against_the_true_interval(whole):
    (row,) = table(whole, "citations").rows
    times = [c["timestamp"] for c in records(whole, "drafts/001*.json")[0]["claims"]]
    assert row == ("factual", Rate(sum(t <= 3 for t in times), 2))


def test_a_finished_run_does_nothing_again(whole, clip, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(whole, folder)
    before = {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}
    Counting.drafted = 0
    measure(folder, clip, tmp_path / "cache", ALL)
    assert Counting.drafted == 0
    assert {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()} == before


def test_a_verifier_can_join_later(whole, clip, tmp_path):
    folder = tmp_path / "later"
    measure(folder, clip, tmp_path / "cache", "seeing")
    Counting.drafted = 0
    measure(folder, clip, tmp_path / "cache", ALL)
    assert Counting.drafted == 0
    assert steady(folder) == steady(whole)


@pytest.mark.parametrize("nth", [2, 9, 20])
def test_killed_and_resumed_gives_the_same_tables(whole, clip, tmp_path, nth):
    """SIGKILL in the midst of writing a draft, a frame, a verdict; then the run goes on."""
    folder, cache = tmp_path / "killed", tmp_path / "cache"
    lab = [sys.executable, "-m", "tests.core.evaluation.lab"]
    arguments = [str(folder), str(clip), str(cache), ALL, str(nth)]
    killed = subprocess.run([*lab, *arguments], cwd=ROOT, env={**os.environ}, check=False)
    assert killed.returncode == -signal.SIGKILL
    drafted = len(list(folder.glob("drafts/*.json")))
    Counting.drafted = 0
    measure(folder, clip, cache, ALL)
    assert Counting.drafted == 3 - len([n for n in (1, 2, 4) if n <= drafted])
    assert steady(folder) == steady(whole)


def test_other_questions_are_refused(whole, clip, tmp_path):
    asked = questions(clip)
    changed = attrs.evolve(asked.questions[0], question="How dark?")
    other = attrs.evolve(asked, questions=(changed, *asked.questions[1:]))
    with pytest.raises(StoreError, match="another questions"):
        measure(whole, clip, tmp_path / "cache", ALL, asked=other)


def test_another_video_is_refused(whole, clip, tmp_path):
    other = tmp_path / clip.name
    other.write_bytes(clip.read_bytes() + b"\0" * 8)
    with pytest.raises(StoreError, match="another videos"):
        measure(whole, other, tmp_path / "cache", ALL)


def test_another_method_is_refused(whole, clip, tmp_path):
    with pytest.raises(StoreError, match="components and interval"):
        measure(whole, clip, tmp_path / "cache", ALL, interval=3.0)


def test_a_foreign_folder_is_left_alone(clip, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("…")
    with pytest.raises(StoreError, match="holds no run"):
        measure(tmp_path / "mine", clip, tmp_path / "cache", ALL)
    with pytest.raises(StoreError, match="not the folder of a run"):
        run_tables(tmp_path / "mine")


def test_unknown_verifiers_and_profiles(clip, tmp_path):
    with pytest.raises(ComponentError, match="moody"):
        measure(tmp_path / "a", clip, tmp_path / "cache", "mody")
    with pytest.raises(ConfigError, match="NAME@PROFILE"):
        measure(tmp_path / "a", clip, tmp_path / "cache", "moody@papers")


def test_a_judge_without_a_model_to_ask_says_so(clip, tmp_path):
    pytest.importorskip("gvqa_verifiers")
    with pytest.raises(ComponentError, match="Counting has none"):
        measure(tmp_path / "a", clip, tmp_path / "cache", "llm-judge-strict")


def test_no_claim_at_all_makes_tables_too(clip, tmp_path):
    asked = questions(clip)
    empty = attrs.evolve(asked, questions=asked.questions[3:])
    measure(tmp_path / "a", clip, tmp_path / "cache", "moody,seeing", asked=empty)
    row = table(tmp_path / "a", "outcomes").rows[0]
    assert row == ("adversarial", "no verification", Rate(0, 0), Rate(0, 0), 0)
    page = write_tables(tmp_path / "a", run_tables(tmp_path / "a"))
    text = (tmp_path / "a" / "report.md").read_text()
    assert "– (0 of 0)" in text
    assert page.exists()
