"""Videos with a subtitle track or with sound, and a Whisper that always says the same."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

Cue = tuple[float, float, str]

_RATE = 16_000
_STYLES = (
    b"[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, "
    b"PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, "
    b"StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, "
    b"MarginL, MarginR, MarginV, Encoding\nStyle: Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,"
    b"0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0\n\n[Events]\n"
    b"Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
)


def write_clip(
    path: Path,
    tracks: Sequence[tuple[str, str, Sequence[Cue]]] = (),
    *,
    seconds: int = 12,
    sound: bool = False,
) -> Path:
    """A grey video; each track is (codec, language, cues)."""
    with av.open(str(path), "w") as out:
        video = out.add_stream("mpeg4", rate=5)
        video.width = video.height = 64
        video.pix_fmt = "yuv420p"
        audio = out.add_stream("aac", rate=_RATE, layout="mono") if sound else None
        texts = []
        for codec, language, _ in tracks:
            text = out.add_stream(codec)
            text.codec_context.subtitle_header = _STYLES
            text.metadata["language"] = language
            texts.append(text)
        for number in range(5 * seconds):
            grey = np.full((64, 64, 3), 4 * (number // 5), np.uint8)
            out.mux(video.encode(av.VideoFrame.from_ndarray(grey, format="rgb24")))
        out.mux(video.encode())
        for text, (codec, _, cues) in zip(texts, tracks, strict=True):
            for start, end, words in cues:
                raw = words.encode()
                if codec == "mov_text":
                    raw = len(raw).to_bytes(2, "big") + raw
                packet = av.Packet(raw)
                packet.stream, packet.time_base = text, Fraction(1, 1000)
                packet.pts = packet.dts = round(start * 1000)
                packet.duration = round((end - start) * 1000)
                out.mux(packet)
        if audio is not None:
            _hum(out, audio, seconds)
    return path


def _hum(out: av.container.OutputContainer, audio: av.AudioStream, seconds: int) -> None:
    wave = (0.3 * np.sin(0.2 * np.arange(_RATE * seconds))).astype(np.float32)[None]
    for start in range(0, wave.shape[1], 1024):
        frame = av.AudioFrame.from_ndarray(wave[:, start : start + 1024], "fltp", "mono")
        frame.sample_rate, frame.pts, frame.time_base = _RATE, start, Fraction(1, _RATE)
        out.mux(audio.encode(frame))
    out.mux(audio.encode())
