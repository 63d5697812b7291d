"""A run killed for real, by SIGKILL, goes on as if nothing had happened."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from tests.core.openai.hostile import hostile, says

from gvqa_core.cli.run import run

GVQA = [sys.executable, "-m", "gvqa_core.cli"]


def answer(request):
    """Slow enough to be killed in the middle; the same words for the same question."""
    time.sleep(0.03)
    return says(f"There is a red ball. I was asked {len(str(request['messages'][-1]))} letters.")


def command(folder, url):
    return ["cedi", "run", str(folder), "--pictures", "3", "--evaluatee", "chat", "--captioner",
            "openai", "--captioner-model", "m", "-o", "captioner.openai.base_url", url,
            "--jobs", "2"]  # fmt: skip


def test_sigkill_at_three_places(tmp_path):
    with hostile(answer) as server:
        whole, torn = tmp_path / "whole", tmp_path / "torn"
        assert run(command(whole, server.url)) == 0
        expected = (whole / "transcripts.jsonl").read_bytes()
        lines = (whole / "turns.jsonl").read_bytes().count(b"\n")
        journal = torn / "turns.jsonl"
        for share in (0.1, 0.4, 0.8):
            process = subprocess.Popen([*GVQA, *command(torn, server.url)])
            wait_for(lambda s=share: journal.exists()
                     and journal.read_bytes().count(b"\n") >= s * lines, process)  # fmt: skip
            process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL
            assert not (torn / "transcripts.jsonl").exists()
        assert run(command(torn, server.url)) == 0
    assert (torn / "transcripts.jsonl").read_bytes() == expected
    assert sorted(journal.read_bytes().splitlines()) == sorted(
        (whole / "turns.jsonl").read_bytes().splitlines()
    )


def wait_for(condition, process):
    end = time.monotonic() + 60
    while not condition():
        if process.poll() is not None or time.monotonic() > end:
            pytest.fail(f"the run ended before it could be killed (exit code {process.poll()})")
        time.sleep(0.002)
