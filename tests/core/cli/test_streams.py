"""What the command line does to terminals, pipes and files, whatever text passes through it."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import unicodedata

import pytest

from gvqa_core.report import load

HOSTILE = (
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J \r [bold]x[/bold] [/nope] :smile: \u202egnp.exe"
)
WRITTEN = (
    "\\x1b[31mred\\x1b[0m \\x1b]0;title\\x07 \\x9b2J \\x0d "
    "[bold]x[/bold] [/nope] :smile: \\u202egnp.exe"
)
SMALL = (
    pytest.param({"PYTHONIOENCODING": "cp1252"}, id="cp1252"),
    pytest.param({"PYTHONIOENCODING": "ascii"}, id="ascii"),
)


@pytest.fixture
def says(gvqa, tmp_path):
    """Makes the captioner say a text of every slide; gives the environment for it."""

    def say(text: str) -> dict[str, str]:
        path = tmp_path / "texts.json"
        path.write_text(json.dumps([text] * 3), encoding="utf-8")
        return {"GVQA_CAPTIONER__SIGNS__TEXTS": str(path)}

    return say


@pytest.mark.case("B23")
@pytest.mark.parametrize("encoding", SMALL)
def test_text_that_the_terminal_cannot_show_is_no_error(gvqa, says, talk, tmp_path, encoding):
    """Sign: 日本 😀, as caption, claim and folder, where stdout knows only a few letters."""
    environ = {"PYTHONUTF8": "0", "LC_ALL": "C", **encoding, **says("Sign: 日本 😀")}
    content = '[{"claim": "Sign: 日本 😀", "timestamp": 0}]'.encode()
    done = gvqa("verify", talk, "-", "--save", "日本 😀", stdin=content, environ=environ)
    assert done.code == 0, done.err
    assert "UnicodeEncodeError" not in done.err
    assert done.out.count("Sign: \\u65e5\\u672c \\U0001f600") >= 2
    saved = load(tmp_path / "日本 😀")
    assert saved.claims[0].text == "Sign: 日本 😀"
    assert saved.claims[0].evidence.caption == "Sign: 日本 😀"
    as_json = gvqa("ingest", talk, "--json", environ=environ)
    assert as_json.json["captions"][0]["text"] == "Sign: 日本 😀"
    assert gvqa("cache", "list", "--json").json["videos"][0]["captions"] == 3


@pytest.mark.case("B23")
def test_any_file_name_is_opened_and_the_same_bytes_are_described_once(gvqa, talk, tmp_path):
    names = [
        unicodedata.normalize("NFD", "Café.mp4"),
        unicodedata.normalize("NFC", "Café.mp4"),
        "日本 😀 clip.mp4",
        "-o.mp4",
    ]
    for count, name in enumerate(names):
        shutil.copy(talk, tmp_path / name)
        plan = gvqa("ingest", "--dry-run", "--json", "--", name).json
        assert plan["cached"] == (3 if count else 0), name
        assert gvqa("ingest", "--", name).code == 0
    assert len(gvqa("cache", "list", "--json").json["videos"]) == 1
    long = "x" * 255 + ".mp4"
    done = gvqa("ingest", long)
    assert done.code == 1
    assert long in done.err.replace("\n", "")
    assert "Traceback" not in done.err


@pytest.mark.case("B23")
def test_a_captioner_that_raises_is_told_and_the_rest_is_kept(gvqa, talk):
    fails = {"GVQA_CAPTIONER__SIGNS__FAILS_AT": "10"}
    done = gvqa("ingest", talk, environ=fails)
    assert done.code == 1
    assert "ValueError: boom" in done.err
    assert "signs" in done.err
    assert "Traceback" not in done.err
    assert "2 already described" in gvqa("ingest", talk, "--dry-run", environ=fails).out


@pytest.mark.parametrize("on_a_terminal", [True, False])
def test_text_cannot_steer_the_terminal_nor_be_read_as_markup(gvqa, says, talk, on_a_terminal):
    """Escapes, controls, direction marks and rich markup, in a caption and in a claim."""
    content = json.dumps([{"claim": HOSTILE, "timestamp": 0}]).encode()
    environ = {**says(HOSTILE), "COLUMNS": "400"}
    if on_a_terminal:
        environ |= {"FORCE_COLOR": "1", "TERM": "xterm"}
        environ["NO_COLOR"] = ""
    done = gvqa("verify", talk, "-", stdin=content, environ=environ)
    assert done.code == 0, done.err
    ours = re.compile(r"\x1b\[[0-9;]*m")
    assert bool(ours.search(done.out)) is on_a_terminal
    shown = ours.sub("", done.out)
    assert WRITTEN in shown
    assert "[bold]x[/bold] [/nope] :smile: \\u202egnp.exe" in shown.partition("entailment")[2]
    assert all(c == "\n" or c.isprintable() for c in shown)
    assert "\x1b[31mred" not in done.out


def test_a_hostile_file_name_is_written_out(gvqa, talk, tmp_path):
    gvqa.environ["COLUMNS"] = "400"  # no table breaks the name
    name = "\x1b[2J[red]\n.mp4"
    shutil.copy(talk, tmp_path / name)
    for done in (
        gvqa("ingest", name),
        gvqa("cache", "list"),
        gvqa("ingest", "\x1b[2Jmissing.mp4"),
    ):
        assert "\x1b" not in done.out + done.err
        assert "\\x1b[2J" in done.out + done.err
        assert "Traceback" not in done.err


def test_a_reader_that_goes_away_is_no_error(gvqa, talk):
    process = gvqa.start("ingest", talk, "--json")
    process.stdout.close()
    err = process.stderr.read().decode()
    assert process.wait(60) == 141
    assert "Traceback" not in err
    assert "Broken pipe" not in err


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stream_that_was_closed_is_no_error(gvqa, stream):
    number = {"stdout": 1, "stderr": 2}[stream]
    command = f'exec "$0" -m gvqa_core.cli config {number}>&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable],
        capture_output=True,
        cwd=gvqa.folder,
        env=gvqa.environ,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""


def test_a_full_disk_is_told(gvqa):
    with open("/dev/full", "wb") as full:
        process = gvqa.start("config", stdout=full)
        err = process.stderr.read().decode()
    assert process.wait(60) == 1
    assert "No space left on device" in err
    assert "Traceback" not in err


def test_the_first_line_of_an_answer_can_be_taken(gvqa, talk):
    """`gvqa ask … | head -1`"""
    reader = subprocess.Popen(["head", "-1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process = gvqa.start("ask", talk, "How many parameters?", stdout=reader.stdin)
    reader.stdin.close()
    line = reader.stdout.read()
    err = process.stderr.read().decode()
    assert line == b"The one claim is Grounded.\n"
    assert process.wait(60) in (0, 141)
    assert "Traceback" not in err
    assert "Broken pipe" not in err


def test_ctrl_c_ends_cleanly_and_keeps_what_was_described(gvqa, talk):
    slow = {"GVQA_CAPTIONER__SIGNS__DELAY": "0.2"}
    options = ["--interval", "0.2", "--json"]
    process = gvqa.start("ingest", talk, *options, environ=slow)
    kept = 0
    for _ in range(600):
        time.sleep(0.05)
        kept = kept_captions(gvqa)
        if kept > 5:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == b""
    assert b"error: interrupted" in err
    assert b"Traceback" not in err
    plan = gvqa("ingest", talk, "--dry-run", *options, environ=slow).json
    assert 5 < kept <= plan["cached"] < plan["frames"]


def kept_captions(gvqa) -> int:
    """How many captions the running command has kept so far."""
    import sqlite3

    path = gvqa.folder / "cache" / "store.sqlite3"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return db.execute("SELECT COUNT(*) FROM captions").fetchone()[0]
    except sqlite3.Error:
        return 0


def test_progress_is_drawn_on_a_terminal_and_nowhere_else(gvqa, talk):
    ours, theirs = pty.openpty()
    environ = {"TERM": "xterm", "GVQA_CAPTIONER__SIGNS__DELAY": "0.05"}
    process = gvqa.start(
        "ingest", talk, "--json", "--interval", "0.5", stderr=theirs, environ=environ
    )
    os.close(theirs)
    drawn = b""
    while True:
        try:
            chunk = os.read(ours, 4096)
        except OSError:
            break
        if not chunk:
            break
        drawn += chunk
    assert process.wait(60) == 0
    os.close(ours)
    assert b"describing frames" in drawn
    assert b"/29" in drawn
    assert json.loads(process.stdout.read())["captions"]
    quiet = gvqa("ingest", talk, "--refresh")
    assert "describing frames" not in quiet.err


def test_nothing_is_asked_of_a_terminal(gvqa, talk):
    """stdin closed, as in a service."""
    process = gvqa.start("ingest", talk, stdin=subprocess.DEVNULL)
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_the_installed_script_is_the_same_command(gvqa):
    import sysconfig
    from pathlib import Path

    script = Path(sysconfig.get_path("scripts")) / "gvqa"
    done = subprocess.run(
        [script, "config", "--json"], capture_output=True, cwd=gvqa.folder, env=gvqa.environ
    )
    assert done.returncode == 0
    assert json.loads(done.stdout) == gvqa("config", "--json").json
