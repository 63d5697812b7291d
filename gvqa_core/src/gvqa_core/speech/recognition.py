"""Speech recognised from a video's sound with faster-whisper (`gvqa-core[asr]`)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gvqa_core.errors import TranscriptError
from gvqa_core.events import StageEvent
from gvqa_core.media import Segment
from gvqa_core.speech.keeping import kept_segments
from gvqa_core.speech.passages import passages
from gvqa_core.speech.subtitles import cleaned
from gvqa_core.speech.transcript import Transcript
from gvqa_core.store import content_key

if TYPE_CHECKING:
    from gvqa_core.config import Speech
    from gvqa_core.ingest import Progress
    from gvqa_core.store import Store
    from gvqa_core.types import VideoInfo


def recognised(
    info: VideoInfo, sha256: str, speech: Speech, store: Store, progress: Progress
) -> Transcript | None:
    """Recognise what is said in a video, or take what was recognised before.

    Args:
        info: The video's facts.
        sha256: Its content hash.
        speech: Model, language and device.
        store: Keeps the result.
        progress: Told how many seconds of the video were heard.

    Returns:
        The transcript; None when nobody speaks or there is no sound.

    Raises:
        TranscriptError: faster-whisper or the model is not at hand, or it failed.
    """
    try:
        release = version("faster-whisper")
    except PackageNotFoundError as error:
        raise TranscriptError(
            f"speech.model is {speech.model!r}, and recognising speech needs faster-whisper: "
            "pip install 'gvqa-core[asr]'"
        ) from error
    key = content_key(
        video=sha256,
        speech=speech.model,
        weights=_weights(speech.model),
        language=speech.language,
        faster_whisper=release,
    )
    found = kept_segments(store, key, lambda: passages(list(_heard(info, speech, progress))))
    source = f"faster-whisper {release} {speech.model}"
    if not found:
        return None
    return Transcript(found, "recognised", source, sha256, language=speech.language)


def _heard(info: VideoInfo, speech: Speech, progress: Progress) -> Iterator[Segment]:
    if not _has_sound(info.path):
        return
    begun, total = time.perf_counter(), round(info.duration)
    model = _model(speech)
    try:
        for segment in model.transcribe(info.path, language=speech.language or None)[0]:
            seconds = time.perf_counter() - begun
            progress(StageEvent("transcribe", min(round(segment.end), total), total, seconds))
            words = cleaned(segment.text)
            if words:
                yield Segment(max(segment.start, 0.0), max(segment.end, segment.start, 0.0), words)
    except Exception as error:
        raise TranscriptError(f"speech was not recognised: {error}") from error


def _model(speech: Speech) -> Any:
    from faster_whisper import WhisperModel

    try:
        return WhisperModel(speech.model, device=speech.device)
    except Exception as error:
        raise TranscriptError(
            f"the speech model {speech.model!r} cannot be loaded: {error}. Name a folder with a "
            "CTranslate2 Whisper model, or a model that the hub has"
        ) from error


def _weights(model: str) -> list[int]:
    """What tells that the weights in a folder are others; nothing for a model of the hub."""
    file = Path(model) / "model.bin"
    return [file.stat().st_size, file.stat().st_mtime_ns] if file.is_file() else []


def _has_sound(path: str) -> bool:
    import av

    with av.open(path, metadata_errors="ignore") as container:
        return bool(container.streams.audio)
