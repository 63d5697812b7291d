"""Speech is recognised by a real Whisper, of one layer, whose words are known."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.core.speech.clips import write_clip
from tests.core.speech.tiny_whisper import write_tiny_whisper

from gvqa_core.config import Speech
from gvqa_core.errors import TranscriptError
from gvqa_core.events import StageEvent
from gvqa_core.speech.finding import find_transcript
from gvqa_core.speech.recognition import recognised
from gvqa_core.store import Store
from gvqa_core.types import Segment, VideoInfo

WORDS = ("the", "dough", "needs", "time", ".")


def facts(video: Path) -> VideoInfo:
    return VideoInfo(str(video), 3.0, 2.8, 64, 64)


def ignore(event: StageEvent) -> None:
    """Nobody is told."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_whisper(tmp_path_factory.mktemp("whisper"), WORDS, 2.0)


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(None)
    yield store
    store.close()


def test_what_is_said_is_recognised_and_kept(
    tmp_path: Path, model: Path, store: Store, monkeypatch: pytest.MonkeyPatch
):
    video = write_clip(tmp_path / "a.mp4", seconds=3, sound=True)
    speech = Speech(model=str(model), device="cpu")
    info = facts(video)
    told: list[StageEvent] = []
    found, notes = find_transcript(info, "ab", speech, store, told.append)
    assert [(event.stage, event.done, event.total) for event in told] == [("transcribe", 2, 3)]
    assert found is not None
    assert found.segments == (Segment(0.0, 2.0, "the dough needs time ."),)
    assert found.origin == "recognised"
    assert notes == ()
    monkeypatch.setattr("gvqa_core.speech.recognition._heard", None)  # the store has it now
    assert find_transcript(info, "ab", speech, store, told.append)[0] == found


def test_subtitles_spare_the_recognition(tmp_path: Path, store: Store):
    video = write_clip(tmp_path / "a.mkv", [("subrip", "eng", [(1, 2, "Hello.")])], seconds=3)
    info = facts(video)
    found, _ = find_transcript(info, "ab", Speech(model="/no/such/model"), store, ignore)
    assert found is not None
    assert found.origin == "track"


def test_a_silent_video_needs_no_model(tmp_path: Path, store: Store):
    info = facts(write_clip(tmp_path / "a.mp4", seconds=3))
    assert recognised(info, "ab", Speech(model="/no/such/model"), store, ignore) is None


def test_a_model_that_is_not_at_hand_is_told(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
):
    info = facts(write_clip(tmp_path / "a.mp4", seconds=3, sound=True))
    with pytest.raises(TranscriptError, match="'/no/such/model' cannot be loaded"):
        recognised(info, "ab", Speech(model="/no/such/model"), store, ignore)

    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("gvqa_core.speech.recognition.version", missing)
    with pytest.raises(TranscriptError, match=r"pip install 'gvqa-core\[asr\]'"):
        recognised(info, "ab", Speech(model="small"), store, ignore)
