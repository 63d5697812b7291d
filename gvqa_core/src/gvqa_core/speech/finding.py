"""Which transcript goes with a video: a file named or beside it, a track in it, or its sound."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from gvqa_core.errors import GvqaError, TranscriptError
from gvqa_core.speech.passages import passages
from gvqa_core.speech.subtitles import SUFFIXES, content_of, read_cues
from gvqa_core.speech.transcript import Transcript
from gvqa_core.unchanged import FileState

if TYPE_CHECKING:
    from gvqa_core.config import Speech
    from gvqa_core.ingest import Progress
    from gvqa_core.store import Store
    from gvqa_core.types import VideoInfo

_MOST_NAME_PARTS = 2
"""Parts between a video's name and the suffix that tell language and kind: `talk.en.sdh.srt`."""


def find_transcript(
    info: VideoInfo, sha256: str, speech: Speech, store: Store, progress: Progress
) -> tuple[Transcript | None, tuple[str, ...]]:
    """Find what is said in a video.

    Args:
        info: The video's facts.
        sha256: Its content hash.
        speech: Where to look.
        store: Keeps what was read from tracks and recognised.
        progress: Told how far recognition got.

    Returns:
        The transcript, None when there is none, it is empty or none is wanted; and what
        a user should know of what was found.

    Raises:
        TranscriptError: A file or model that the user named cannot be used.
    """
    notes: list[str] = []
    found: Transcript | None = None
    if speech.subtitles not in ("auto", "off"):
        found = from_file(Path(speech.subtitles).expanduser())
    elif speech.subtitles == "auto":
        found = _beside(info, speech.language, notes) or _in_it(info, sha256, speech, store, notes)
    if found is None and speech.model:
        from gvqa_core.speech.recognition import recognised

        found = recognised(info, sha256, speech, store, progress)
    if found is None:
        return None, tuple(notes)
    found = _within(found, info, notes)
    return (found if found.segments else None), (*notes, *found.warnings)


def from_file(path: Path) -> Transcript:
    """Read a subtitle file.

    Raises:
        TranscriptError: It cannot be read, or is no subtitle file.
    """
    state = FileState.of(path) if path.is_file() else None
    content = content_of(path)
    cues, notes = read_cues(content, path)
    return Transcript(
        segments=passages(cues),
        origin="file",
        source=str(path.absolute()),
        sha256=hashlib.sha256(content).hexdigest(),
        language=_language(path),
        warnings=notes,
        state=state,
    )


def sidecars(video: Path) -> list[Path]:
    """The subtitle files beside a video: `talk.srt` before `talk.en.vtt`, then by name."""
    try:
        files = sorted(video.parent.iterdir())
    except OSError:
        return []
    stems = (video.name, video.stem)
    found = [
        file
        for file in files
        if file.suffix.lower() in SUFFIXES
        and any(_goes_with(file.stem, stem) for stem in stems)
        and file.is_file()
    ]
    return sorted(found, key=lambda f: (f.stem.count("."), SUFFIXES.index(f.suffix.lower())))


def _goes_with(name: str, stem: str) -> bool:
    if name == stem:
        return True
    parts = name.removeprefix(f"{stem}.").split(".")
    # Forced subtitles hold only what is said in another language.
    return (
        name.startswith(f"{stem}.")
        and len(parts) <= _MOST_NAME_PARTS
        and all(0 < len(part) <= 12 and " " not in part for part in parts)
        and "forced" not in parts
    )


def _language(path: Path) -> str:
    """The language in a file's name, `talk.en.srt`; empty where there is none."""
    part = path.stem.rpartition(".")[2].partition("-")[0].lower()
    return part if part != path.stem.lower() and part.isalpha() and len(part) in (2, 3) else ""


def _beside(info: VideoInfo, language: str, notes: list[str]) -> Transcript | None:
    found = sidecars(Path(info.path))
    if language:
        found.sort(key=lambda file: _language(file) != language)
    for number, file in enumerate(found):
        try:
            transcript = from_file(file)
        except GvqaError as error:
            notes.append(f"subtitles are not in use: {error}")
            continue
        if not transcript.segments:
            notes.append(f"subtitles are not in use: {file} holds no words")
            continue
        others = ", ".join(other.name for other in found[number + 1 :])
        if others:
            notes.append(f"subtitles are read from {file.name}, not from {others}")
        return transcript
    return None


def _in_it(
    info: VideoInfo, sha256: str, speech: Speech, store: Store, notes: list[str]
) -> Transcript | None:
    from gvqa_core.speech.tracks import from_track

    try:
        return from_track(info.path, sha256, speech.language, store)
    except TranscriptError as error:
        notes.append(f"subtitles are not in use: {error}")
        return None


def _within(transcript: Transcript, info: VideoInfo, notes: list[str]) -> Transcript:
    """Leave out what is said after the end of the video."""
    every = transcript.segments
    inside = tuple(segment for segment in every if segment.start <= info.duration)
    late = len(every) - len(inside)
    name = Path(transcript.source).name
    if late:
        notes.append(
            f"{late} of {len(every)} passages of {name} begin after the end of the video: "
            "are these its subtitles?"
        )
    elif not every:
        notes.append(f"subtitles are not in use: {name} holds no words")
    return attrs.evolve(transcript, segments=inside)
