"""Interviews about a video: a scene graph for each sampled frame, and the questions made for it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from tests.squares import COLOURS, write_clip

from gvqa_cedi.annotation.pictures import picture_files
from gvqa_cedi.errors import GraphError
from gvqa_cedi.moments import Moment, moment_of
from gvqa_cedi.question_set import VideoQuestion, question_set_toml
from gvqa_core.cli.run import run
from gvqa_core.evaluation.questions import read_questions

SQUARES = [("red", "dark"), ("green", "light"), ("blue", "dark")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    base = tmp_path_factory.mktemp("video")
    write_clip(base / "squares.avi", SQUARES, seed=1)
    lines = [
        {"image": f"squares.avi@{5 * n + 2.5}", "source": "video", "objects": [
            {"id": "1", "name": "square", "attributes": [{"name": "colour", "value": colour}]},
            {"id": "2", "name": "background", "attributes": [ground]}],
         "relations": [["1", "on", "2"]]}
        for n, (colour, ground) in enumerate(SQUARES)
    ]  # fmt: skip
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (base / "graphs.jsonl").write_text(text, encoding="utf-8")
    return base


def test_names_of_moments():
    assert moment_of("a/talk@home.mp4@0") == Moment("a/talk@home.mp4", 0.0)
    for name in ("synthetic/000", "me@home.png", "@3", "talk.mp4@", "talk.mp4@-1", "t@nan"):
        assert moment_of(name) is None


def test_the_picture_is_the_frame_of_that_moment(folder):
    with picture_files(folder) as find:
        for n, (colour, _) in enumerate(SQUARES):
            path = find(f"squares.avi@{5 * n + 2.5}")
            image = cv2.imread(str(path))[:, :, ::-1].astype(int)
            near = abs(image - COLOURS[colour]).sum(axis=2) < 60
            assert near.mean() > 0.05
        assert find("other.avi@1") is None
        assert find("/etc/passwd@1") is None
        with pytest.raises(GraphError, match=r"at 99 s.*15"):
            find("squares.avi@99")


def test_an_interview_about_a_video_becomes_a_question_set(folder, tmp_path, capsys):
    said = tmp_path / "said"
    assert run(["cedi", "run", str(said), "--graphs", str(folder / "graphs.jsonl"), "--images",
                str(folder), "--evaluatee", "simulated"]) == 0  # fmt: skip
    assert run(["cedi", "grade", str(said)]) == 0
    out = tmp_path / "sets" / "made-up.toml"
    assert run(["cedi", "questions", str(said), "--out", str(out), "--images", str(folder)]) == 0
    found = read_questions(out).questions
    assert {each.category for each in found} == {"adversarial", "unanswerable"}
    assert len({each.id for each in found}) == len(found) >= 6
    for each in found:
        assert each.question.startswith(("At 0:02.5: ", "At 0:07.5: ", "At 0:12.5: "))
        assert each.expected
        assert Path(each.video).samefile(folder / "squares.avi")
    capsys.readouterr()
    assert run(["eval", "run", str(out), "--run", str(tmp_path / "eval"), "--verifiers",
                "lexical", "--captioner", "embedded", "--drafter", "embedded", "--retriever",
                "bm25"]) == 0  # fmt: skip


def test_pictures_that_are_no_moments(tmp_path, capsys):
    said = tmp_path / "said"
    assert run(["cedi", "run", str(said), "--evaluatee", "simulated", "--pictures", "1"]) == 0
    assert run(["cedi", "questions", str(said), "--out", str(tmp_path / "q.toml")]) == 1
    assert "talk.mp4@12.5" in " ".join(capsys.readouterr().err.split())
    assert run(["cedi", "questions", str(said), "--out", str(tmp_path / "q.txt")]) == 2


def test_hostile_text_stays_one_string(tmp_path):
    evil = 'a"""\n[[questions]]\nid = "x"\x00\x7f\ud800 \\ 😀'
    text = question_set_toml(
        [VideoQuestion("adversarial", evil, 'v"@.mp4', evil)], videos=tmp_path, at=tmp_path
    )
    (tmp_path / "q.toml").write_text(text, encoding="utf-8")
    [found] = read_questions(tmp_path / "q.toml").questions
    assert "😀" in found.question
    assert found.video.endswith('v"@.mp4')
