"""The oracle video: sentences drawn, encoded, decoded, re-read; lies told once and twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.evaluation.lab import make_qa

from gvqa_core.evaluation.corruption import CorruptionRun
from gvqa_core.evaluation.oracle_run import OracleRun
from gvqa_core.evaluation.pairs import read_pairs
from gvqa_core.evaluation.pairs_report import pair_results
from gvqa_core.evaluation.pairs_run import PairsRun
from gvqa_core.evaluation.reporting import run_tables
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.systems import read_systems
from gvqa_core.testing.oracle import printable, same_reading, slide, write_oracle_video
from gvqa_core.video import open_video

OURS = Path(__file__).parents[2] / "data" / "pairs" / "ours.jsonl"
PAIRS = read_pairs(OURS).pairs

ocr = pytest.importorskip("rapidocr", reason="reading slides needs gvqa-core[ocr]")


def test_every_frame_shows_what_the_oracle_says(tmp_path):
    oracle = write_oracle_video(tmp_path / "o.mp4", ["One slide .", "Zwei Bären"], seconds=2)
    assert oracle.sentences == ("One slide.", "Zwei Baren")
    with open_video(oracle.path) as video:
        assert video.info.duration == pytest.approx(4.0)
        for time in (0.0, 1.9, 2.0, 3.5):
            (frame,) = video.frames_at([time])
            drawn = slide(oracle.sentence_at(time)).astype(int)
            assert abs(frame.image.astype(int) - drawn).mean() < 4
    assert (oracle.time_of(1), oracle.sentence_at(oracle.time_of(1))) == (3.0, "Zwei Baren")
    with pytest.raises(IndexError):
        oracle.sentence_at(-1)
    with pytest.raises(IndexError):
        oracle.sentence_at(4.0)


def test_what_cannot_be_drawn_is_refused(tmp_path):
    with pytest.raises(ValueError, match="cannot be drawn"):
        printable("漢字")
    with pytest.raises(ValueError, match="do not fit"):
        slide("word " * 600)
    with pytest.raises(ValueError, match="at least one"):
        write_oracle_video(tmp_path / "o.mp4", [])
    assert same_reading("A dogruns.", "A dog runs.")
    assert not same_reading("A dog run.", "A dog runs.")


def test_pairs_through_the_whole_video_path(tmp_path):
    """What is read from the video is judged as the text itself would be."""
    names = "lexical,moody"
    pairs = PAIRS[:6]
    with make_qa(tmp_path / "cache", neighbours=0) as qa:
        systems = read_systems(names, qa.settings, qa.plugins)
        shared = (systems, qa.settings, qa.plugins, qa.crew, lambda *_: None)
        text = PairsRun(folder=tmp_path / "text", source="ours", pairs=pairs)
        text.run(*shared)
        video = PairsRun(folder=tmp_path / "video", source="ours", pairs=pairs)
        OracleRun(pairs=video).run(*shared)
    (reading,) = next(t for t in run_tables(tmp_path / "video") if t.name == "reading").rows
    assert reading == (Rate(2, 2),)
    by_text, by_video = (pair_results(tmp_path / path)[0] for path in ("text", "video"))
    assert [d.outcome for d in by_text["lexical"]] == [d.outcome for d in by_video["lexical"]]
    assert [d.label for d in by_text["moody"]] == [d.label for d in by_video["moody"]]


def test_texts_can_be_left_out_of_the_records(tmp_path):
    run = CorruptionRun(
        folder=tmp_path / "run", source="ours", pairs=PAIRS, count=2, share=0.5, keep_text=False
    )
    with make_qa(tmp_path / "cache") as qa:
        systems = read_systems("moody", qa.settings, qa.plugins)
        run.run(systems, qa.settings, qa.plugins, qa.crew, lambda *_: None)
    kept = "".join(path.read_text() for path in (tmp_path / "run").rglob("*") if path.is_file())
    assert '"where": "both"' in kept
    for pair in PAIRS:
        assert pair.premise not in kept
        assert pair.hypothesis not in kept


def test_a_lie_told_twice_cannot_be_caught(tmp_path):
    with make_qa(tmp_path / "cache") as qa:
        systems = read_systems("moody", qa.settings, qa.plugins)
        CorruptionRun(folder=tmp_path / "run", source="ours", pairs=PAIRS, count=4, share=0.5).run(
            systems, qa.settings, qa.plugins, qa.crew, lambda *_: None
        )
    (table,) = run_tables(tmp_path / "run")
    assert table.rows == (
        ("moody", "ingest", Rate(2, 2), Rate(0, 2), 0),
        ("moody", "both", Rate(0, 2), Rate(0, 2), 0),
    )
