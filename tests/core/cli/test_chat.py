"""`gvqa chat`: questions from a pipe, follow-ups understood, each turn saved."""

from __future__ import annotations

import json
import subprocess
import time

from gvqa_core.report.save import load


def test_a_conversation_from_a_pipe_is_answered_line_by_line_and_saved(gvqa, talk, tmp_path):
    asked = b"How many parameters?\n\nHow many are they?\n"
    done = gvqa("chat", talk, "--json", "--save", str(tmp_path / "said"), stdin=asked)
    assert done.code == 0, done.err
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert first["question"] == "How many parameters?"
    assert second["question"] == "How many are they?"
    assert second["retrieval"]["standalone"] == "How many are they? (How many parameters?)"
    assert sorted(path.name for path in (tmp_path / "said").iterdir()) == ["01", "02"]
    assert load(tmp_path / "said" / "02").question == "How many are they?"


def test_for_people_the_understood_question_is_shown(gvqa, talk):
    done = gvqa("chat", talk, stdin=b"How many parameters?\nAnd it?\n")
    assert done.code == 0, done.err
    assert "understood as: And it? (How many parameters?)" in done.err
    assert "Grounded" in done.out


def test_no_question_and_wrong_bytes(gvqa, talk):
    assert gvqa("chat", talk, stdin=b"").code == 1
    done = gvqa("chat", talk, stdin=b"\xff\xfe zzz?\n")
    assert done.code in (0, 1)
    assert "Traceback" not in done.err
    assert gvqa("chat", "nowhere.mp4", stdin=b"Why?\n").code == 1


def test_what_was_answered_before_a_kill_is_whole(gvqa, talk, tmp_path):
    said = tmp_path / "said"
    process = gvqa.start("chat", talk, "--save", str(said), stdin=subprocess.PIPE)
    try:
        process.stdin.write(b"How many parameters?\n")
        process.stdin.flush()
        end = time.monotonic() + 60
        while not (said / "01" / "answer.json").exists():
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
    finally:
        process.kill()
        process.communicate()
    answer = load(said / "01")
    assert answer.question == "How many parameters?"
    assert answer.claims
