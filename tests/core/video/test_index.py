"""The time index by itself, and kept in the store so that content is read through once."""

from __future__ import annotations

from array import array
from pathlib import Path

import numpy as np
import pytest

from gvqa_core import VideoQA
from gvqa_core.errors import StoreError
from gvqa_core.store import Store
from gvqa_core.video import file_sha256, open_video
from gvqa_core.video.index import TimeIndex
from gvqa_core.video.keeping import open_indexed
from gvqa_core.video.opencv import OpenCVDecoder
from gvqa_core.video.pyav import PyAVDecoder
from gvqa_core.video.reader import FileVideo


@pytest.fixture
def index() -> TimeIndex:
    return TimeIndex.build(array("d", [0.0, 2.0, 0.5, 1.0]), array("d", [1.0, 0.0]))


def test_the_frame_at_a_time_is_the_last_one_shown_at_or_before_it(index):
    assert [index.number_at(t) for t in (-1, 0, 0.4, 0.5, 0.9995, 1.9, 2.0, 99)] == [
        *(0, 0, 0, 1, 2, 2, 3, 3)
    ]
    assert [index.duration_of(number) for number in range(4)] == [0.5, 0.5, 1.0, 0.5]
    assert (index.last, index.end, len(index)) == (2.0, 2.5, 4)


def test_the_first_frame_is_shown_from_the_start():
    late = TimeIndex.build(array("d", [0.08, 0.12]), array("d"))
    assert late.number_at(0.0) == 0
    assert late.shown_at(0) == 0.0
    assert late.duration_of(0) == 0.12


def test_key_frames_before_and_after_a_time(index):
    assert list(index.keys_before(0.9)) == [0.0]
    assert list(index.keys_before(1.0)) == [0.0, 1.0]
    assert index.key_after(0.0) == 1.0
    assert index.key_after(1.0) == float("inf")


def test_a_part_ends_where_the_next_frame_would_appear(index):
    part = index.part(0.5, 1.0)
    assert list(part.times) == [0.5, 1.0]
    assert part.end == 2.0
    assert index.part(0.0, 2.0) is index


@pytest.mark.parametrize("wrong", [0.0, -3.0, float("inf"), float("nan"), None])
def test_a_senseless_duration_of_the_last_frame_is_replaced_by_the_usual_gap(wrong):
    times = array("d", [0.0, 0.1, 0.2, 0.7])
    assert TimeIndex.build(times, array("d"), last_duration=wrong).end == pytest.approx(0.8)


def test_an_index_needs_a_frame():
    with pytest.raises(ValueError, match="at least one frame"):
        TimeIndex.build(array("d"), array("d"))


def test_arrays_rebuild_the_index(index):
    again = TimeIndex.from_arrays(index.arrays())
    assert np.array_equal(again.times, index.times)
    assert np.array_equal(again.keys, index.keys)
    assert (again.end, again.decoded) == (index.end, index.decoded)


@pytest.mark.parametrize(
    "damage",
    [
        {"times": np.array([0.0, 2.0, 1.0])},
        {"times": np.array([0.0, np.nan])},
        {"times": np.array([])},
        {"times": np.zeros((2, 2))},
        {"times": np.array(["a", "b"])},
        {"keys": np.array([1.0, 0.0])},
        {"end": np.array([1.9])},
        {"end": np.array([np.inf])},
        {"end": np.array([])},
        {"decoded": None},
    ],
)
def test_damaged_arrays_are_no_index(index, damage):
    with pytest.raises(ValueError):
        TimeIndex.from_arrays(dict(index.arrays()) | damage)
    missing = {name: values for name, values in index.arrays().items() if name not in damage}
    with pytest.raises(ValueError, match="no time index"):
        TimeIndex.from_arrays(missing)


def numbers(video, clip, counter_of):
    times = [0.0, 3.3, 1.2, video.info.last_timestamp]
    frames = list(video.frames_at(times))
    assert [counter_of(clip, frame) for frame in frames] == [clip.counter_at(t) for t in times]
    return frames


@pytest.mark.parametrize("name", ["constant.mp4", "trimmed.mp4", "uneven.mkv", "b_frames.avi"])
def test_a_given_index_spares_the_pass_over_the_packets(odd, decoder, counter_of, name):
    clip = odd[name]
    passes = []
    base = {"pyav": PyAVDecoder, "opencv": OpenCVDecoder}[decoder]

    class Counting(base):
        def read_index(self) -> TimeIndex:
            passes.append(name)
            return super().read_index()

    with FileVideo(str(clip.path), Counting(str(clip.path)), "first") as video:
        first = numbers(video, clip, counter_of)
        kept = TimeIndex.from_arrays(video.index.arrays())
        info = video.info
    assert passes == [name]
    with FileVideo(str(clip.path), Counting(str(clip.path)), "first", kept) as video:
        assert video.info == info
        again = numbers(video, clip, counter_of)
    assert passes == [name]
    assert all(np.array_equal(a.image, b.image) for a, b in zip(first, again, strict=True))


def test_an_index_of_another_video_cannot_make_a_frame_wrong(odd, decoder, counter_of):
    with open_video(odd["uneven.mp4"].path) as other:
        wrong = other.index
    clip = odd["constant.mp4"]
    with open_video(clip.path, decoder=decoder, index=wrong) as video:
        for frame in video.frames_at([0.0, 4.0, 2.0], errors="skip"):
            assert counter_of(clip, frame) == clip.counter_at(frame.timestamp)


class CountingStore(Store):
    """A store that tells what it was asked."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self.found = 0
        self.added = 0

    def arrays(self, key):
        arrays = super().arrays(key)
        self.found += arrays is not None
        return arrays

    def add_arrays(self, key, arrays):
        self.added += 1
        super().add_arrays(key, arrays)


def test_the_store_keeps_the_index_of_the_content_under_any_name(odd, tmp_path, counter_of):
    clip = odd["constant.mp4"]
    renamed = tmp_path / "renamed.mp4"
    renamed.write_bytes(clip.path.read_bytes())
    sha256 = file_sha256(clip.path)
    for path, found, added in ((clip.path, 0, 1), (clip.path, 1, 0), (renamed, 1, 0)):
        store = CountingStore(tmp_path)
        with open_indexed(path, sha256, store) as video:
            numbers(video, clip, counter_of)
        store.close()
        assert (store.found, store.added) == (found, added)


def test_a_damaged_index_in_the_store_is_made_anew(odd, tmp_path, counter_of):
    clip = odd["constant.mp4"]
    sha256 = file_sha256(clip.path)
    store = CountingStore(tmp_path)
    open_indexed(clip.path, sha256, store).close()
    database = store._db
    database.execute("UPDATE arrays SET data = zeroblob(40) WHERE name = 'times'")
    for added in (2, 2):
        with open_indexed(clip.path, sha256, store) as video:
            numbers(video, clip, counter_of)
        assert store.added == added
    store.close()


def test_a_store_that_fails_costs_only_time(odd, tmp_path, counter_of):
    class Failing(Store):
        def arrays(self, key):
            raise StoreError("no")

        def add_arrays(self, key, arrays):
            raise StoreError("no")

    clip = odd["constant.mp4"]
    with open_indexed(clip.path, file_sha256(clip.path), Failing(tmp_path)) as video:
        assert len(numbers(video, clip, counter_of)) > 1


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="this system counts no bytes read")
def test_opening_with_a_kept_index_does_not_read_the_file_through(odd):
    def bytes_read() -> int:
        lines = Path("/proc/self/io").read_text().splitlines()
        return int(lines[0].split()[1])

    path = odd["motion_jpeg.avi"].path  # the largest
    size = path.stat().st_size

    def opening(index: TimeIndex | None) -> tuple[int, TimeIndex]:
        before = bytes_read()
        with open_video(path, index=index) as video:
            return bytes_read() - before, video.index

    first, kept = opening(None)
    again, _ = opening(kept)
    assert first - again > size / 2


def test_ingest_leaves_the_index_in_the_store(odd, tmp_path):
    path = odd["slides.mp4"].path
    with VideoQA.from_config("embedded", cache_dir=str(tmp_path), interval=7.0) as qa:
        video = qa.ingest(path)
    store = CountingStore(tmp_path)
    open_indexed(path, video.sha256, store).close()
    store.close()
    assert (store.found, store.added) == (1, 0)
