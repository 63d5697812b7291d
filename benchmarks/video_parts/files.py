"""The large files of the benchmark: ten minutes of 720p H.264 with B-frames and a sound track."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from heapq import merge
from pathlib import Path
from typing import Any

import av
import numpy as np

from gvqa_core.testing.clips import counter_clip

RATE = 24
SIZE = (1280, 720)
_LOOP = 1000
"""Frames that are encoded; the rest of a file repeats them, packet by packet."""
_AUDIO_RATE = 44100


def large_file(folder: Path, gop: int, minutes: float) -> Path:
    """Make (once) a file of about `minutes`; its burnt-in counter starts anew with each loop.

    The content is a camera gliding over a texture with film grain, at 2 Mbit/s; every
    loop begins with a key frame, and the file ends with a whole group of pictures.
    """
    path = folder / f"{minutes:g}min-720p-gop{gop}.mp4"
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    loop, unfinished = folder / f"loop-gop{gop}.mp4", path.with_suffix(".part.mp4")
    frames = loop_frames(gop)
    exact = f"keyint={gop}:min-keyint={gop}:scenecut=0:bframes=3:b-adapt=0"
    counter_clip(
        loop,
        times=[Fraction(number, RATE) for number in range(frames)],
        size=SIZE,
        seed=gop,
        grain=3.0,
        codec="libx264",
        rate=RATE,
        time_base=Fraction(1, 90000),
        options={"preset": "veryfast", "b": "2M", "x264-params": exact},
    )
    loops = -(-int(minutes * 60 * RATE) // frames)
    with av.open(str(loop)) as source, av.open(str(unfinished), "w") as out:
        pictures = out.add_stream_from_template(source.streams.video[0])
        sound: Any = out.add_stream("aac", rate=_AUDIO_RATE)
        sound.layout = "mono"
        seconds = loops * frames / RATE
        both = merge(_looped(loop, loops, frames), _tone(sound, seconds), key=lambda item: item[0])
        for _, packet in both:
            packet.stream = sound if packet.stream.type == "audio" else pictures
            out.mux(packet)
    loop.unlink()
    unfinished.rename(path)
    return path


def loop_frames(gop: int) -> int:
    """Frames after which a file's content and its counter start anew: whole GOPs."""
    return -(-_LOOP // gop) * gop


def _looped(loop: Path, loops: int, frames: int) -> Iterator[tuple[float, Any]]:
    shift = 0
    for _ in range(loops):
        with av.open(str(loop)) as source:
            stream: Any = source.streams.video[0]
            for packet in source.demux(stream):
                if packet.size:
                    packet.pts += shift
                    packet.dts += shift
                    yield float(packet.dts * stream.time_base), packet
        shift += round(frames / RATE / stream.time_base)


def _tone(stream: Any, seconds: float) -> Iterator[tuple[float, Any]]:
    random = np.random.default_rng(0)
    for begin in range(0, int(seconds * _AUDIO_RATE), 1024):
        wave = 0.2 * np.sin(np.arange(begin, begin + 1024) * 0.05) + random.normal(0, 0.05, 1024)
        frame = av.AudioFrame.from_ndarray(
            wave[None].astype(np.float32), format="fltp", layout="mono"
        )
        frame.sample_rate, frame.pts = _AUDIO_RATE, begin
        frame.time_base = Fraction(1, _AUDIO_RATE)
        for packet in stream.encode(frame):
            yield begin / _AUDIO_RATE, packet
