"""Makes the odd kinds of video that are met in the wild, each with what is right for it.

Every frame carries a counter, so that a test can tell exactly which one it was
given. Needs PyAV (`pip install 'gvqa-core[av]'`).
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from gvqa_core.testing.clips import audio_clip, counter_clip
from gvqa_core.testing.counter import burn_counter

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = (320, 180)
TOLERANCE = 0.0006
"""Seconds: Matroska rounds times to a millisecond."""


@frozen
class OddClip:
    """One odd file and what is right for it.

    Attributes:
        path: The file.
        times: When each frame is shown, seconds from the stream's start, ascending.
        counters: The counter burnt into each frame.
        turns: Quarter turns counter-clockwise that make a frame, as handed out,
            readable again: undoes the rotation the file asks for.
        codec: FFmpeg's name of the codec; empty when there is no video.
        no_video: Whether the file must be refused as no video.
        ends_early: Whether a warning that the file ends early is due.
        may_miss: Whether damage may make frames unreadable; none may be wrong.
    """

    path: Path
    times: tuple[float, ...] = ()
    counters: tuple[int, ...] = ()
    turns: int = 0
    codec: str = "h264"
    no_video: bool = False
    ends_early: bool = False
    may_miss: bool = False

    def counter_at(self, time: float) -> int:
        """Return the counter of the frame that is right at a time, seconds."""
        return self.counters[max(0, bisect_right(self.times, time + TOLERANCE) - 1)]


def make_odd_clips(folder: Path) -> dict[str, OddClip]:
    """Write every odd kind that the installed PyAV can encode.

    Args:
        folder: An existing folder.

    Returns:
        File name → what is right for it.
    """
    from av import codecs_available

    made: list[OddClip] = []
    for maker, codec in _MAKERS.items():
        if codec in codecs_available:
            made += maker(folder)
    return {clip.path.name: clip for clip in made}


def _steps(frames: int, rate: Fraction | int, start: Fraction | int = 0) -> list[Fraction]:
    return [start + Fraction(number) / rate for number in range(frames)]


def _x264(gop: int = 48, b_frames: int = 3, more: str = "") -> dict[str, str]:
    exact = f"keyint={gop}:min-keyint={gop}:scenecut=0:bframes={b_frames}:b-adapt=0"
    return {"preset": "veryfast", "crf": "30", "x264-params": exact + more}


def _clip(path: Path, times: Sequence[Fraction], **encoding: Any) -> OddClip:
    """Encode with H.264 unless told otherwise; times count from the first frame."""
    codec = encoding.pop("name", "h264")
    shift = encoding.pop("shift", 0)
    defaults: dict[str, Any] = {
        "codec": "libx264",
        "options": _x264(),
        "rate": 24,
        "time_base": Fraction(1, 90000),
    }
    encoding = defaults | encoding
    counter_clip(path, times=times, size=SIZE, **encoding)
    tick = encoding["time_base"]
    return OddClip(
        path,
        times=tuple(float(round((time - times[0] + shift) / tick) * tick) for time in times),
        counters=tuple(range(len(times))),
        codec=codec,
    )


def _constant_rates(folder: Path) -> list[OddClip]:
    ntsc = Fraction(30000, 1001)
    return [
        _clip(folder / "constant.mp4", _steps(240, 24)),
        _clip(folder / "long_gop.mp4", _steps(240, 24), options=_x264(gop=250)),
        _clip(folder / "open_gop.mp4", _steps(240, 24), options=_x264(more=":open-gop=1")),
        _clip(folder / "ntsc.mp4", _steps(240, ntsc), rate=ntsc, time_base=Fraction(1, 30000)),
        _clip(folder / "one_frame.mp4", _steps(1, 24)),
        _clip(
            folder / "ten_bits.mp4",
            _steps(96, 24),
            pixel_format="yuv420p10le",
        ),
        _clip(folder / "grey.mp4", _steps(48, 24), pixel_format="gray"),
        _clip(folder / "fragmented.mp4", _steps(240, 24), container_options=_FRAGMENTED),
        _clip(
            folder / "no_edit_list.mp4", _steps(240, 24), container_options={"use_editlist": "0"}
        ),
    ]


_FRAGMENTED = {"movflags": "frag_keyframe+empty_moov+default_base_moof"}


def _variable_rates(folder: Path) -> list[OddClip]:
    random = np.random.default_rng(11)
    gaps = random.choice([16, 33, 40, 67, 120, 350], 100)
    gaps[60] = 2300
    uneven = [Fraction(int(total), 1000) for total in np.cumsum(gaps) - gaps[0]]
    slides = [Fraction(second) for second in (0, 7, 14, 21)]
    encoding: dict[str, Any] = {"time_base": Fraction(1, 1000), "options": _x264(gop=40)}
    return [
        _clip(folder / "uneven.mp4", uneven, **encoding),
        _clip(folder / "uneven.mkv", uneven, **encoding),
        _clip(folder / "slides.mp4", slides, **(encoding | {"options": _x264(250, 0)})),
    ]


def _late_starts(folder: Path) -> list[OddClip]:
    milliseconds: dict[str, Any] = {"time_base": Fraction(1, 1000)}
    return [
        _clip(folder / "starts_at_10.mkv", _steps(240, 24, start=10), **milliseconds),
        _clip(folder / "transport.ts", _steps(240, 24), container="mpegts"),
        _clip(folder / "video_after_audio.mp4", _steps(120, 24, Fraction(5, 2)), audio_seconds=8),
    ]


def _rotated(folder: Path) -> list[OddClip]:
    plain = _clip(folder / "rotated_0.mp4", _steps(96, 24))
    return [_rotate(plain, degrees) for degrees in (90, 180, 270)]


def _rotate(plain: OddClip, degrees: int) -> OddClip:
    """Write a copy whose track header asks players to turn the picture clockwise."""
    cosine, sine = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    matrix = (cosine, sine, 0, -sine, cosine, 0, 0, 0, 1 << 14)
    data = bytearray(plain.path.read_bytes())
    begin = data.index(b"tkhd") + 44  # past flags, times, id, duration, layer and volume
    data[begin : begin + 36] = struct.pack(">9i", *(value << 16 for value in matrix))
    path = plain.path.with_name(f"rotated_{degrees}.mp4")
    path.write_bytes(data)
    return OddClip(path, plain.times, plain.counters, turns=degrees // 90)


def _trimmed(folder: Path) -> list[OddClip]:
    """Hide the first 60 frames with an edit list, as phones and cutters do."""
    whole = _clip(folder / "untrimmed.mp4", _steps(240, 24), options=_x264(gop=96))
    data = bytearray(whole.path.read_bytes())
    entry = data.index(b"elst") + 12  # past version, flags and the count of entries
    length, begin = struct.unpack_from(">Ii", data, entry)
    hidden = Fraction(60, 24)
    timescale = struct.unpack_from(">I", data, data.index(b"mdhd") + 16)[0]
    movie_timescale = struct.unpack_from(">I", data, data.index(b"mvhd") + 16)[0]
    struct.pack_into(
        ">Ii", data, entry, length - int(hidden * movie_timescale), begin + int(hidden * timescale)
    )
    path = folder / "trimmed.mp4"
    path.write_bytes(data)
    return [whole, OddClip(path, whole.times[:180], whole.counters[60:])]


def _cut_short(folder: Path) -> list[OddClip]:
    whole = _clip(
        folder / "whole.mp4", _steps(240, 24), container_options={"movflags": "faststart"}
    )
    data = whole.path.read_bytes()
    cut, headless = folder / "cut.mp4", folder / "no_moov.mp4"
    cut.write_bytes(data[: len(data) * 6 // 10])
    late_moov = _clip(folder / "late_moov.mp4", _steps(48, 24)).path.read_bytes()
    headless.write_bytes(late_moov[: len(late_moov) * 6 // 10])
    matroska = _clip(folder / "whole.mkv", _steps(240, 24), time_base=Fraction(1, 1000))
    cut_matroska = folder / "cut.mkv"
    data = matroska.path.read_bytes()
    cut_matroska.write_bytes(data[: len(data) * 6 // 10])
    return [
        OddClip(cut, whole.times, whole.counters, ends_early=True, may_miss=True),
        OddClip(cut_matroska, matroska.times, matroska.counters, ends_early=True, may_miss=True),
        OddClip(headless, codec="", no_video=True),
    ]


def _damaged(folder: Path) -> list[OddClip]:
    """Overwrite bytes in the middle; start a transport stream in the middle of a GOP."""
    whole = _clip(folder / "undamaged.mp4", _steps(240, 24))
    data = bytearray(whole.path.read_bytes())
    middle = len(data) * 45 // 100
    data[middle : middle + 600] = b"\xff" * 600
    path = folder / "damaged.mp4"
    path.write_bytes(data)
    stream = _clip(folder / "uncut.ts", _steps(240, 24), container="mpegts")
    damaged = OddClip(path, whole.times, whole.counters, may_miss=True)
    return [whole, damaged, _late_entry(stream)]


def _late_entry(whole: OddClip) -> OddClip:
    """Begin a transport stream in the middle of a GOP, as a recording of a broadcast does."""
    packets = whole.path.read_bytes()
    begin = len(packets) // 188 // 8 * 188
    path = whole.path.with_name("late_entry.ts")
    path.write_bytes(packets[: 188 * 3] + packets[begin:])
    late = _stream_start(path) - _stream_start(whole.path)
    first_key = 48
    return OddClip(
        path, tuple(time - late for time in whole.times[first_key:]), whole.counters[first_key:]
    )


def _stream_start(path: Path) -> float:
    import av

    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        return float((stream.start_time or 0) * (stream.time_base or 0))


def _no_videos(folder: Path) -> list[OddClip]:
    audio, text, empty = folder / "audio.mp4", folder / "text.mp4", folder / "empty.mp4"
    audio_clip(audio)
    text.write_text("This is not a video.\n" * 20, encoding="utf-8")
    empty.write_bytes(b"")
    return [
        OddClip(path, codec="", no_video=True)
        for path in (audio, text, empty, *_pictures(folder), _cover(folder))
    ]


def _picture() -> NDArray[np.uint8]:
    image = np.full((SIZE[1], SIZE[0], 3), (200, 10, 10), dtype=np.uint8)
    burn_counter(image, 0)
    return image


def _pictures(folder: Path) -> list[Path]:
    import cv2

    picture, renamed = folder / "picture.png", folder / "renamed_png.mp4"
    cv2.imwrite(str(picture), _picture())
    renamed.write_bytes(picture.read_bytes())
    return [picture, renamed]


def _cover(folder: Path) -> Path:
    """Write an audio file with a cover picture, which some libraries take for a video."""
    import av
    from av.stream import Disposition

    path = folder / "cover.m4a"
    with av.open(str(path), "w", format="mp4") as out:
        sound: Any = out.add_stream("aac", rate=44100)
        sound.layout = "mono"
        cover: Any = out.add_stream("mjpeg", rate=1)
        cover.width, cover.height, cover.pix_fmt = *SIZE, "yuvj420p"
        cover.disposition = Disposition.attached_pic
        frame = av.VideoFrame.from_ndarray(_picture(), format="rgb24").reformat(format="yuvj420p")
        out.mux(cover.encode(frame))
        out.mux(cover.encode(None))
        for begin in range(0, 44100, 1024):
            tone = av.AudioFrame.from_ndarray(
                np.zeros((1, 1024), dtype=np.float32), format="fltp", layout="mono"
            )
            tone.sample_rate, tone.pts = 44100, begin
            out.mux(sound.encode(tone))
        out.mux(sound.encode(None))
    return path


def _other(
    folder: Path, *, file: str, frames: int, rate: int, name: str, **encoding: Any
) -> list[OddClip]:
    return [_clip(folder / file, _steps(frames, rate), rate=rate, name=name, **encoding)]


def _gif(folder: Path) -> list[OddClip]:
    delays = [20, 50, 100, 10, 10, 30, 200, 20, 20, 40, 70, 10, 10, 50]
    times = [Fraction(sum(delays[:number]), 100) for number in range(len(delays))]
    return [
        _clip(
            folder / "delays.gif",
            times,
            codec="gif",
            name="gif",
            options={},
            pixel_format="rgb8",
            time_base=Fraction(1, 100),
        )
    ]


_VP9: dict[str, Any] = {
    "frames": 150,
    "rate": 25,
    "name": "vp9",
    "codec": "libvpx-vp9",
    "time_base": Fraction(1, 1000),
    "options": {"crf": "42", "b": "0", "cpu-used": "6", "g": "50"},
}

_MAKERS: dict[Callable[[Path], list[OddClip]], str] = {
    _constant_rates: "libx264",
    _variable_rates: "libx264",
    _late_starts: "libx264",
    _rotated: "libx264",
    _trimmed: "libx264",
    _cut_short: "libx264",
    _damaged: "libx264",
    _no_videos: "aac",
    _gif: "gif",
    partial(_other, file="plain.webm", **_VP9): "libvpx-vp9",
    partial(
        _other, file="live.webm", container="webm", container_options={"live": "1"}, **_VP9
    ): "libvpx-vp9",
    partial(
        _other,
        file="motion_jpeg.avi",
        frames=60,
        rate=10,
        name="mjpeg",
        codec="mjpeg",
        options={"qmin": "4", "qmax": "8"},
        pixel_format="yuvj420p",
        time_base=Fraction(1, 10),
    ): "mjpeg",
    partial(
        _other,
        file="b_frames.avi",
        frames=200,
        rate=25,
        name="mpeg4",
        codec="mpeg4",
        options={"qmin": "4", "qmax": "12", "bf": "2", "g": "50"},
        shift=Fraction(1, 25),  # an AVI holds no presentation times: the decoder's delay shows
        time_base=Fraction(1, 25),
    ): "mpeg4",
    partial(
        _other,
        file="hevc.mp4",
        frames=240,
        rate=24,
        name="hevc",
        codec="libx265",
        options={
            "preset": "ultrafast",
            "crf": "32",
            "x265-params": "keyint=48:min-keyint=48:bframes=3:open-gop=1:log-level=none",
        },
    ): "libx265",
    partial(
        _other,
        file="hevc_10_bits.mp4",
        frames=120,
        rate=24,
        name="hevc",
        codec="libx265",
        pixel_format="yuv420p10le",
        options={"preset": "ultrafast", "crf": "32", "x265-params": "keyint=48:log-level=none"},
    ): "libx265",
    partial(
        _other,
        file="av1.mp4",
        frames=96,
        rate=24,
        name="av1",
        codec="libsvtav1",
        options={"preset": "8", "crf": "40", "g": "48"},
    ): "libsvtav1",
}
"""Maker → the encoder it needs."""
