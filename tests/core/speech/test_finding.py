"""Which transcript goes with a video: named, beside it, in it, or recognised."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import attrs
import pytest
from tests.core.speech.clips import write_clip

from gvqa_core.config import Speech
from gvqa_core.errors import TranscriptError, VideoChangedError
from gvqa_core.speech.finding import find_transcript, sidecars
from gvqa_core.speech.transcript import Transcript, spoken_at
from gvqa_core.store import Store
from gvqa_core.types import Segment, VideoInfo, Window

CUE = "1\n00:00:01,000 --> 00:00:02,000\n{}\n"


@pytest.fixture
def store() -> Store:
    return Store(None)


def info(path: Path, duration: float = 12.0) -> VideoInfo:
    return VideoInfo(str(path), duration, duration - 0.2, 64, 64)


def find(video: Path, store: Store, **speech: str) -> tuple[Transcript | None, tuple[str, ...]]:
    return find_transcript(info(video), "0" * 64, Speech(**speech), store, lambda event: None)


def touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_text(CUE.format(name))


def test_files_beside_the_video_in_the_order_of_preference(tmp_path: Path):
    touch(
        tmp_path,
        "talk.de.srt",
        "talk.en.sdh.vtt",
        "talk.srt",
        "talk.mp4.ass",
        "talk.en.forced.srt",
        "talk2.srt",
        "talk. a note to myself.srt",
        "talk.txt",
        "TALK.srt",
    )
    (tmp_path / "talk.vtt").mkdir()
    assert [path.name for path in sidecars(tmp_path / "talk.mp4")] == [
        "talk.srt",
        "talk.de.srt",
        "talk.mp4.ass",
        "talk.en.sdh.vtt",
    ]


def test_the_first_is_taken_and_the_others_are_told(tmp_path: Path, store: Store):
    touch(tmp_path, "talk.de.srt", "talk.en.srt")
    found, notes = find(tmp_path / "talk.mp4", store)
    assert found is not None
    assert (found.origin, found.language) == ("file", "de")
    assert found.segments == (Segment(1.0, 2.0, "talk.de.srt"),)
    assert notes == ("subtitles are read from talk.de.srt, not from talk.en.srt",)


def test_a_language_is_preferred(tmp_path: Path, store: Store):
    touch(tmp_path, "talk.de.srt", "talk.en.srt")
    found, _ = find(tmp_path / "talk.mp4", store, language="en")
    assert found is not None
    assert Path(found.source).name == "talk.en.srt"


def test_a_broken_file_beside_the_video_is_told_and_passed_over(tmp_path: Path, store: Store):
    (tmp_path / "talk.srt").write_text("no subtitles")
    touch(tmp_path, "talk.vtt")
    (tmp_path / "talk.vtt").write_text("WEBVTT\n\n")
    touch(tmp_path, "talk.en.srt")
    found, notes = find(tmp_path / "talk.mp4", store)
    assert found is not None
    assert Path(found.source).name == "talk.en.srt"
    assert "talk.srt cannot be read as subtitles" in notes[0]
    assert "talk.vtt holds no words" in notes[1]


def test_a_file_that_is_named_must_be_usable(tmp_path: Path, store: Store):
    (tmp_path / "bad.srt").write_text("no subtitles")
    for name in ("bad.srt", "none.srt", "."):
        with pytest.raises(TranscriptError):
            find(tmp_path / "talk.mp4", store, subtitles=str(tmp_path / name))


def test_a_file_that_is_named_wins_and_off_takes_none(tmp_path: Path, store: Store):
    touch(tmp_path, "talk.srt", "other.srt")
    found, _ = find(tmp_path / "talk.mp4", store, subtitles=str(tmp_path / "other.srt"))
    assert found is not None
    assert found.segments[0].text == "other.srt"
    assert find(tmp_path / "talk.mp4", store, subtitles="off") == (None, ())


def test_what_is_said_after_the_end_is_left_out_and_told(tmp_path: Path, store: Store):
    late = "\n\n2\n00:10:00,000 --> 00:10:02,000\nlate\n"
    (tmp_path / "talk.srt").write_text(CUE.format("here.") + late)
    found, notes = find(tmp_path / "talk.mp4", store)
    assert found is not None
    assert [segment.text for segment in found.segments] == ["here."]
    assert notes == (
        "1 of 2 passages of talk.srt begin after the end of the video: are these its subtitles?",
    )


CUES = [(1.0, 3.0, "Hello <i>there</i>,"), (3.0, 5.5, "and\nyou.")]


@pytest.mark.parametrize(
    ("name", "codec"), [("a.mkv", "subrip"), ("a.mp4", "mov_text"), ("b.mkv", "webvtt")]
)
def test_a_track_in_the_video_is_read(tmp_path: Path, store: Store, name: str, codec: str):
    video = write_clip(tmp_path / name, [(codec, "eng", CUES)])
    found, notes = find(video, store)
    assert found is not None
    assert found.segments == (Segment(1.0, 5.5, "Hello there, and you."),)
    assert (found.origin, found.language, notes) == ("track", "eng", ())


def test_the_track_in_the_wanted_language_is_read_once(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
):
    tracks = [("subrip", "eng", CUES), ("subrip", "deu", [(1, 2, "Guten Tag.")])]
    video = write_clip(tmp_path / "a.mkv", tracks)
    found, _ = find(video, store, language="de")
    assert found is not None
    assert found.segments == (Segment(1.0, 2.0, "Guten Tag."),)
    monkeypatch.setattr("gvqa_core.speech.tracks._cues", None)  # the store has it now
    assert find(video, store, language="de")[0] == found


def test_a_file_beside_the_video_wins_over_a_track(tmp_path: Path, store: Store):
    video = write_clip(tmp_path / "a.mkv", [("subrip", "eng", CUES)])
    touch(tmp_path, "a.srt")
    found, _ = find(video, store)
    assert found is not None
    assert found.origin == "file"


def test_without_pyav_or_track_there_is_no_transcript(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
):
    assert find(write_clip(tmp_path / "plain.mkv"), store) == (None, ())
    video = write_clip(tmp_path / "a.mkv", [("subrip", "eng", CUES)])
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert find(video, store) == (None, ())


def test_a_video_cut_short_does_no_harm(tmp_path: Path):
    whole = write_clip(tmp_path / "a.mkv", [("subrip", "eng", CUES)])
    outcomes = []
    for length in (0, 100, 700, 3000):
        cut = tmp_path / f"cut{length}.mkv"
        cut.write_bytes(whole.read_bytes()[:length])
        found, notes = find(cut, Store(None))
        outcomes.append((found is not None, ["subtitles are not in use" in n for n in notes]))
    # Nothing of a container is left; then no track is; then the cues are there after all.
    assert outcomes == [(False, [True]), (False, [True]), (False, []), (True, [])]


def test_a_changed_subtitle_file_is_noticed(tmp_path: Path, store: Store):
    touch(tmp_path, "talk.srt")
    found, _ = find(tmp_path / "talk.mp4", store)
    assert found is not None
    found.check_unchanged()
    touch(tmp_path, "talk.srt")  # the same content, written anew
    found.check_unchanged()
    (tmp_path / "talk.srt").write_text(CUE.format("other"))
    with pytest.raises(VideoChangedError, match="is not the subtitle file that was ingested"):
        found.check_unchanged()
    (tmp_path / "talk.srt").unlink()
    with pytest.raises(VideoChangedError, match="can no longer be read"):
        found.check_unchanged()


def test_passages_of_a_span_are_those_that_overlap_it():
    segments = tuple(Segment(n, n + 2, str(n)) for n in range(0, 10, 2))
    transcript = Transcript(segments, "file", "a.srt", "")
    found = transcript.captions(Window(3.0, 6.0))
    assert [(c.timestamp, c.pts, c.end, c.channel) for c in found] == [
        (2.001, 2, 4, "said"),
        (4.001, 4, 6, "said"),
        (6.001, 6, 8, "said"),
    ]
    [moment] = Transcript((Segment(3, 3, "a"),), "file", "a.srt", "").captions()
    assert (moment.timestamp, moment.end) == (3.001, 3.001)
    assert len(transcript.captions()) == 5


@pytest.mark.parametrize(
    ("time", "positions"),
    [(1.0, [0]), (2.0, [0, 1]), (2.5, [1]), (6.0, [2]), (9.9, [2]), (14.0, []), (float("nan"), [])],
)
def test_what_is_spoken_at_a_time(time: float, positions: list[int]):
    segments = [Segment(0, 2, "a"), Segment(2, 4, "b"), Segment(7, 9, "c")]
    assert list(spoken_at(segments, time, 2.5)) == positions


def test_two_who_speak_at_once_are_both_heard():
    segments = [Segment(0, 5, "a"), Segment(1, 2, "x"), Segment(3, 6, "b")]
    assert list(spoken_at(segments, 4, 1)) == [0, 1, 2]


def test_a_broken_file_with_everything_at_once_gives_a_few():
    segments = [Segment(0, 100, str(n)) for n in range(1000)]
    assert list(spoken_at(segments, 4, 1)) == list(range(992, 1000))


def test_every_transcript_is_kept_whole_in_the_store(tmp_path: Path):
    from gvqa_core.speech.keeping import kept_segments

    segments = (Segment(0.1, 2.5, "Grüße 今日", "Anna"), Segment(3, 4, "b"))
    for given in (segments, ()):
        store = Store(tmp_path / f"cache{len(given)}")
        assert kept_segments(store, "k", lambda given=given: given) == given
        store.close()
        again = Store(tmp_path / f"cache{len(given)}")
        assert kept_segments(again, "k", lambda: pytest.fail("made twice")) == given
        again.close()


def test_it_is_told_where_a_transcript_is_from():
    transcript = Transcript((Segment(0, 1, "a"),), "track", "subtitle track 2", "ab", "eng")
    assert transcript.described() == {
        "origin": "track",
        "source": "subtitle track 2",
        "sha256": "ab",
        "language": "eng",
        "passages": 1,
    }
    assert attrs.evolve(transcript, segments=()).described()["passages"] == 0
