"""A saved answer is whole or not there at all."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from tests.core.report.answers import claim, look, talk

from gvqa_core.errors import StoreError
from gvqa_core.report import load, save, to_json


def test_a_saved_answer_has_json_pictures_and_page(tmp_path):
    page = save(talk(), tmp_path / "audit")
    assert page == tmp_path / "audit" / "report.html"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    pictures = sorted((tmp_path / "audit" / "frames").iterdir())
    assert [p.name[:11] for p in pictures] == [
        "00005.000s-",
        "00030.000s-",
        "00035.000s-",
        "00040.000s-",
    ]
    for path in pictures:
        assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(path.stem[11:])
    assert sorted(os.listdir(tmp_path)) == ["audit"]


def test_loading_gives_the_answer_back(tmp_path):
    answer = talk()
    answer.save(tmp_path / "a")
    back = load(tmp_path / "a")
    assert to_json(back) == to_json(answer)
    assert back.claims[0].evidence.picture.png == answer.claims[0].evidence.picture.png


def test_saving_again_replaces_the_answer_and_leaves_other_files_alone(tmp_path):
    folder = tmp_path / "a"
    save(talk(), folder)
    (folder / "notes.txt").write_text("mine")
    (folder / "frames" / "mine.png").write_bytes(b"mine")
    other = attrs.evolve(talk(), claims=(claim("Blue.", 7.0, (look(7.0, "x", colour=(9, 9, 9)),)),))
    save(other, folder)
    assert [p.name[:11] for p in sorted((folder / "frames").iterdir())] == [
        "00007.000s-",
        "mine.png",
    ]
    assert (folder / "notes.txt").read_text() == "mine"
    assert load(folder).claims[0].text == "Blue."


def test_text_that_is_no_utf8_and_emoji_survive(tmp_path):
    video = attrs.evolve(talk().video, path="/videos/caf\udce9.mp4")
    answer = attrs.evolve(talk(), question="日本 😀?", video=video)
    save(answer, tmp_path / "a")
    assert json.loads((tmp_path / "a" / "answer.json").read_bytes())["question"] == "日本 😀?"
    assert load(tmp_path / "a").video.path == "/videos/caf\udce9.mp4"


def test_a_file_in_the_way_is_a_clear_error(tmp_path):
    (tmp_path / "a").write_text("mine")
    with pytest.raises(StoreError, match=r"could not be saved to .*/a"):
        save(talk(), tmp_path / "a")
    assert (tmp_path / "a").read_text() == "mine"
    assert os.listdir(tmp_path) == ["a"]


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    folder = tmp_path / "a"
    save(talk(), folder)
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        save(attrs.evolve(talk(), claims=()), folder)
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("writes", [1, 3, 5])
def test_a_kill_leaves_no_answer_that_looks_whole(tmp_path, writes):
    """The process dies at the n-th file it has written; four pictures, page and JSON are due."""
    program = f"""
import os, itertools
from tests.core.report.answers import talk
count = itertools.count(1)
real = os.fsync
def dying(descriptor):
    real(descriptor)
    if next(count) == {writes}:
        os._exit(9)
os.fsync = dying
talk().save({str(tmp_path / "a")!r})
"""
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, env=dict(os.environ))
    assert done.returncode == 9
    assert not (tmp_path / "a").exists()
    with pytest.raises(StoreError):
        load(tmp_path / "a")


@pytest.mark.parametrize("content", [b"", b"[1]", b"{}", b"\xff\xfe", b"[" * 100000])
def test_damage_is_told_as_such(tmp_path, content):
    save(talk(), tmp_path / "a")
    (tmp_path / "a" / "answer.json").write_bytes(content)
    with pytest.raises(StoreError):
        load(tmp_path / "a")


def test_a_lost_picture_is_told_as_such(tmp_path):
    save(talk(), tmp_path / "a")
    lost = sorted((tmp_path / "a" / "frames").iterdir())[0]
    lost.unlink()
    with pytest.raises(StoreError, match=lost.name):
        load(tmp_path / "a")
