"""The cache: keyed by content, resumable, never in the way."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from gvqa_core.errors import StoreError
from gvqa_core.store import FILE_NAME, Store, content_key
from gvqa_core.types import Caption


def caption(time: float, text: str = "A cat.") -> Caption:
    return Caption(timestamp=time, text=text, pts=time)


def test_captions_come_back_by_time_and_failed_ones_are_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    failed = Caption(timestamp=10.0, text="", pts=10.0, error="nothing usable")
    store.add_captions("k", [caption(5.0, "日本 😀"), failed, caption(0.0)])
    assert store.captions("k") == {0.0: caption(0.0), 5.0: caption(5.0, "日本 😀")}
    assert store.captions("other") == {}


def test_another_process_sees_what_was_written(tmp_path: Path) -> None:
    code = (
        "import sys, os; from pathlib import Path\n"
        "from gvqa_core.store import Store; from gvqa_core.types import Caption\n"
        "store = Store(Path(sys.argv[1]))\n"
        "store.add_captions('k', [Caption(timestamp=0.0, text='kept', pts=0.0)])\n"
        "os._exit(9)"  # as abrupt as a kill: nothing is flushed or closed
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)])
    assert done.returncode == 9
    assert Store(tmp_path).captions("k")[0.0].text == "kept"


def test_arrays_round_trip_bit_by_bit(tmp_path: Path) -> None:
    store = Store(tmp_path)
    vectors = np.random.default_rng(1).normal(size=(7, 384)).astype(np.float32)
    store.add_arrays("k", {"vectors": vectors, "ids": np.arange(7)})
    back = store.arrays("k")
    assert back is not None
    assert back["vectors"].dtype == np.float32
    assert np.array_equal(back["vectors"], vectors)
    assert np.array_equal(back["ids"], np.arange(7))
    assert store.arrays("other") is None


def test_unreadable_array_is_absent_and_never_unpickled(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("INSERT INTO arrays VALUES ('k', 'vectors', ?)", (b"\x80\x04N.",))
    assert store.arrays("k") is None


def test_finished_run_is_known_by_its_window(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.finished("k", 0.0, float("inf")) is None
    store.finish("k", 0.0, float("inf"), ["the file ends early"])
    assert store.finished("k", 0.0, float("inf")) == ("the file ends early",)
    assert store.finished("k", 0.0, 10.0) is None
    store.drop_captions("k")
    assert store.finished("k", 0.0, float("inf")) is None


@pytest.mark.parametrize("damage", ["garbage", "truncated", "middle"])
def test_damaged_file_is_set_aside_and_rebuilt(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path)
    store.add_captions("k", [caption(float(n), "x" * 200) for n in range(500)])
    store.close()
    file = tmp_path / FILE_NAME
    data = file.read_bytes()
    if damage == "garbage":
        file.write_bytes(b"not a database" * 1000)
    elif damage == "truncated":
        file.write_bytes(data[: len(data) // 2])
    else:
        half = len(data) // 2
        file.write_bytes(data[:half] + b"\xff" * 4096 + data[half + 4096 :])
    with pytest.warns(UserWarning, match="moved to"):
        rebuilt = Store(tmp_path)
    assert rebuilt.captions("k") == {}
    rebuilt.add_captions("k", [caption(1.0)])
    assert list(rebuilt.captions("k")) == [1.0]
    assert len(list(tmp_path.glob("store.set-aside-*"))) == 1


def test_older_format_is_set_aside(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("PRAGMA user_version = 0")
    with pytest.warns(UserWarning, match="format 0"):
        Store(tmp_path)


def test_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="GVQA_CACHE_DIR"):
        Store(tmp_path / "file" / "cache")


def test_full_disk_is_a_clear_error_and_keeps_what_was_there(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add_captions("k", [caption(0.0)])
    store._db.execute("PRAGMA max_page_count = 1")  # sqlite then says the disk is full
    with pytest.raises(StoreError, match="full"):
        store.add_captions("k", [caption(float(n), "y" * 4000) for n in range(1, 400)])
    assert list(store.captions("k")) == [0.0]


def test_many_threads_write_at_once(tmp_path: Path) -> None:
    stores = [Store(tmp_path), Store(tmp_path)]

    def write(number: int) -> None:
        for k in range(20):
            stores[number % 2].add_captions("k", [caption(number * 100.0 + k)])

    threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores[0].captions("k")) == 120


def test_list_rates_and_clear(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add_captions("k", [caption(0.0), caption(5.0)])
    store.note_video("k", "/videos/a.mp4", "ab" * 32, "embedded")
    assert [(v.path, v.captions) for v in store.videos()] == [("/videos/a.mp4", 2)]
    assert store.seconds_per_frame("embedded") is None
    store.add_rate("embedded", 10, 5.0)
    store.add_rate("embedded", 10, 15.0)
    assert store.seconds_per_frame("embedded") == 1.0
    store.clear()
    assert store.videos() == []
    assert store.captions("k") == {}


def test_every_part_enters_the_key() -> None:
    base = {"video": "a", "sampler": {"interval": 5.0}, "captioner": {"model": "m", "prompt": 1}}
    keys = {
        content_key(**base),
        content_key(**{**base, "video": "b"}),
        content_key(**{**base, "sampler": {"interval": 2.0}}),
        content_key(**{**base, "captioner": {"model": "m", "prompt": 2}}),
    }
    assert len(keys) == 4
    assert content_key(**base) == content_key(**dict(reversed(base.items())))
