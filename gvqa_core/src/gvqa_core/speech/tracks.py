"""Subtitle tracks inside a video file, read with PyAV (`gvqa-core[av]`)."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gvqa_core.errors import TranscriptError
from gvqa_core.media import Segment
from gvqa_core.speech.keeping import kept_segments
from gvqa_core.speech.passages import passages
from gvqa_core.speech.subtitles import LONGEST_CUE, cleaned
from gvqa_core.speech.transcript import Transcript
from gvqa_core.store import content_key

if TYPE_CHECKING:
    from gvqa_core.store import Store

_PICTURES = ("dvd_subtitle", "dvb_subtitle", "hdmv_pgs_subtitle", "xsub", "dvb_teletext")
"""Codecs that hold pictures of text, or need a decoder of their own."""

_FIELDS_BEFORE_TEXT = 8
"""Commas before the text of an event as decoders give it; the fourth field is who speaks."""


def from_track(path: str, sha256: str, language: str, store: Store) -> Transcript | None:
    """Read a video's subtitle track; the one in `language` where there are several.

    Returns:
        The transcript; None when there is no track with words, or no PyAV to see it.

    Raises:
        TranscriptError: There is one and it cannot be read.
    """
    if importlib.util.find_spec("av") is None:
        return None
    import av
    from av.error import FFmpegError

    try:
        with av.open(path, metadata_errors="ignore") as container:
            stream = _chosen(container, language)
            if stream is None:
                return None
            key = content_key(video=sha256, subtitles=stream.index)
            found = kept_segments(store, key, lambda: _passages(container, stream))
            spoken = str(stream.language or "")
            source = f"subtitle track {stream.index} ({stream.codec_context.name})"
    except (FFmpegError, ValueError, TypeError, IndexError) as error:
        raise TranscriptError(f"the subtitle track of {path} cannot be read: {error}") from error
    return Transcript(found, "track", source, sha256, language=spoken) if found else None


def _chosen(container: Any, language: str) -> Any:
    streams = [
        stream
        for stream in container.streams.subtitles
        if stream.codec_context is not None and stream.codec_context.name not in _PICTURES
    ]
    fitting = [s for s in streams if language and str(s.language or "")[:2] == language[:2]]
    return next(iter(fitting or streams), None)


def _passages(container: Any, stream: Any) -> tuple[Segment, ...]:
    video = container.streams.video[0]
    first = float((video.start_time or 0) * video.time_base)
    cues = sorted(_cues(container, stream, first), key=lambda cue: (cue.start, cue.end))
    return passages(cues)


def _cues(container: Any, stream: Any, first: float) -> Iterator[Segment]:
    from pysubs2 import SSAEvent

    for packet in container.demux(stream):
        if not packet.size or packet.pts is None:
            continue
        start = float(packet.pts * packet.time_base) - first
        length = float((packet.duration or 0) * packet.time_base)
        for event in stream.decode(packet):
            if not hasattr(event, "ass"):
                continue  # a picture of text
            fields = event.ass.decode("utf-8", "replace").split(",", _FIELDS_BEFORE_TEXT)
            shown = SSAEvent(text=fields[-1])
            words = cleaned(shown.plaintext[:LONGEST_CUE])
            if words and not shown.is_drawing and start + length >= 0:
                yield Segment(max(start, 0.0), max(start + length, 0.0), words, fields[3].strip())
