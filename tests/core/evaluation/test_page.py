"""docs/evaluation.md: every table is what its committed raw run gives."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from gvqa_core.evaluation.reporting import run_tables

ROOT = Path(__file__).parents[3]


def _page():
    spec = importlib.util.spec_from_file_location("page", ROOT / "benchmarks/evaluation_page.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGE = _page()
TEXT = PAGE.PAGE.read_text(encoding="utf-8")
BLOCKS = list(PAGE.BLOCK.finditer(TEXT))


def test_there_are_tables_and_all_runs_are_shown():
    shown = {found[2] for found in BLOCKS}
    assert shown == {path.parent.name for path in PAGE.RUNS.glob("*/run.json")}


@pytest.mark.parametrize("found", BLOCKS, ids=lambda found: found[2])
def test_the_page_is_not_stale(found):
    """Remake it with: python benchmarks/evaluation_page.py"""
    assert found[0] == found[1] + PAGE.block(found[2], found[3].split()) + found[4]


@pytest.mark.parametrize("run", sorted({found[2] for found in BLOCKS}))
def test_every_table_names_both_profiles(run):
    names = {row[0] for table in run_tables(PAGE.RUNS / run) for row in table.rows}
    assert {"nli-mini", "nli-mini@paper"} <= names


def test_the_run_of_the_sample_talk_is_complete():
    run = PAGE.RUNS / "sample-talk"
    assert len(list((run / "drafts").glob("*.json"))) == 12
    assert len(list((run / "frames").glob("*.png"))) >= 6
    assert (run / "labels.json").exists()


def test_no_licensed_text_is_in_the_records():
    for path in PAGE.RUNS.glob("s*-*/items.jsonl"):
        assert "premise" not in path.read_text()
        assert not (path.parent / "read.jsonl").exists()
        for judged in path.parent.glob("judgements/*.jsonl"):
            assert '"raw"' not in judged.read_text()
