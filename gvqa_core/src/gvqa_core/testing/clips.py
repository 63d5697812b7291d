"""Writes small video clips for tests: flat colours, or a counter burnt into every frame.

Needs PyAV (`pip install 'gvqa-core[av]'`). No ffmpeg binary is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from gvqa_core.testing.counter import burn_counter

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

MILLISECONDS = Fraction(1, 1000)


def write_clip(
    path: str | PathLike[str],
    frames: Iterable[tuple[Fraction | float, NDArray[np.uint8]]],
    *,
    codec: str = "mpeg4",
    rate: Fraction | int = 25,
    time_base: Fraction = MILLISECONDS,
    pixel_format: str = "yuv420p",
    options: Mapping[str, str] | None = None,
    container: str | None = None,
    container_options: Mapping[str, str] | None = None,
    gop: int = 12,
    audio_seconds: float = 0.0,
) -> None:
    """Encode frames into a file.

    Args:
        path: Where to write; the ending names the container unless `container` does.
        frames: (presentation time in seconds, RGB `uint8` `(H, W, 3)`), ascending.
        codec: An encoder of the installed PyAV.
        rate: Frames per second that the header claims.
        time_base: Length of one tick, seconds; times are rounded to it.
        pixel_format: What the codec stores.
        options: Options of the encoder.
        container: FFmpeg's name of the container.
        container_options: Options of the container.
        gop: Frames from one key frame to the next.
        audio_seconds: Seconds of a tone to put beside the pictures; 0 for none.
    """
    import av

    with av.open(str(path), "w", format=container, options=dict(container_options or {})) as out:
        stream: Any = None
        tone = _Tone(out, audio_seconds) if audio_seconds else None
        for time, image in frames:
            if stream is None:
                stream = out.add_stream(codec, rate=rate, options=dict(options or {}))
                stream.height, stream.width = image.shape[:2]
                stream.pix_fmt = pixel_format
                stream.time_base = stream.codec_context.time_base = time_base
                stream.gop_size = gop
                if tone:
                    tone.write()
            frame = av.VideoFrame.from_ndarray(image, format="rgb24")
            if pixel_format != "yuv420p":
                frame = frame.reformat(format=pixel_format)
            frame.pts, frame.time_base = round(Fraction(time) / time_base), time_base
            out.mux(stream.encode(frame))
        if stream is not None:
            out.mux(stream.encode(None))


class _Tone:
    """A quiet tone in a stream of its own, written in one go."""

    _RATE = 44100

    def __init__(self, out: Any, seconds: float) -> None:
        self._out = out
        self._seconds = seconds
        self._stream = out.add_stream("aac", rate=self._RATE)
        self._stream.layout = "mono"

    def write(self) -> None:
        import av

        for begin in range(0, int(self._seconds * self._RATE), 1024):
            wave = 0.2 * np.sin(np.arange(begin, begin + 1024) * 0.05)
            frame = av.AudioFrame.from_ndarray(
                wave[None].astype(np.float32), format="fltp", layout="mono"
            )
            frame.sample_rate, frame.pts = self._RATE, begin
            frame.time_base = Fraction(1, self._RATE)
            self._out.mux(self._stream.encode(frame))
        self._out.mux(self._stream.encode(None))


def audio_clip(path: str | PathLike[str], seconds: float = 2.0) -> None:
    """Write a file that holds a tone and no pictures."""
    import av

    with av.open(str(path), "w") as out:
        _Tone(out, seconds).write()


def colour_clip(
    path: str | PathLike[str],
    *,
    times: Sequence[Fraction | float],
    colours: Sequence[Colour],
    size: tuple[int, int] = (64, 48),
    **encoding: Any,
) -> None:
    """Write a clip whose every frame is one flat colour.

    Args:
        path: Where to write.
        times: Presentation time of each frame, seconds, ascending.
        colours: Colour of each frame.
        size: Width and height, pixels, even.
        encoding: Passed on to `write_clip`.

    Raises:
        ValueError: There are not as many colours as times.
    """
    width, height = size
    frames = (
        (time, np.full((height, width, 3), colour, dtype=np.uint8))
        for time, colour in zip(times, colours, strict=True)
    )
    write_clip(path, frames, **encoding)


def grey_clip(
    path: str | PathLike[str],
    *,
    times: Sequence[Fraction | float],
    levels: Sequence[int],
    size: tuple[int, int] = (64, 48),
    **encoding: Any,
) -> None:
    """Write a clip whose every frame is one flat grey, so that its mean tells which it is.

    Args:
        path: Where to write.
        times: Presentation time of each frame, seconds, ascending.
        levels: Grey level of each frame, 0 to 255.
        size: Width and height, pixels, even.
        encoding: Passed on to `write_clip`.

    Raises:
        ValueError: There are not as many levels as times.
    """
    colours = [(level, level, level) for level in levels]
    colour_clip(path, times=times, colours=colours, size=size, **encoding)


def counter_clip(
    path: str | PathLike[str],
    *,
    times: Sequence[Fraction | float],
    size: tuple[int, int] = (320, 180),
    seed: int = 0,
    grain: float = 0.0,
    **encoding: Any,
) -> None:
    """Write a clip with moving scenery and the frame's number burnt in.

    `gvqa_core.testing.counter.read_counter` reads the number back.

    Args:
        path: Where to write.
        times: Presentation time of each frame, seconds, ascending.
        size: Width and height, pixels, even.
        seed: Chooses the scenery.
        grain: Standard deviation of noise on each frame, grey levels.
        encoding: Passed on to `write_clip`.
    """
    pictures = scenery(size, seed=seed, grain=grain)

    def frames() -> Iterator[tuple[Fraction | float, NDArray[np.uint8]]]:
        for number, time in enumerate(times):
            image = next(pictures)
            burn_counter(image, number)
            yield time, image

    write_clip(path, frames(), **encoding)


def scenery(
    size: tuple[int, int], *, seed: int = 0, grain: float = 0.0, scene_length: int = 150
) -> Iterator[NDArray[np.uint8]]:
    """Yield pictures for ever: a camera gliding over a texture, a cut now and then.

    Args:
        size: Width and height, pixels.
        seed: Chooses textures and movement.
        grain: Standard deviation of noise on each frame, grey levels.
        scene_length: Frames from one cut to the next.
    """
    width, height = size
    random = np.random.default_rng(seed)
    noise = (random.normal(0, grain, (height + 64, width + 64, 1))).astype(np.int16)
    while True:
        texture = _texture(random, width * 2, height * 2)
        position = random.uniform(0.25, 0.75, 2) * (width, height)
        speed = random.uniform(-2.5, 2.5, 2)
        for _ in range(scene_length):
            position = np.clip(position + speed, 0, (width - 1, height - 1))
            left, top = (int(value) for value in position)
            view = texture[top : top + height, left : left + width]
            if grain:
                down, across = random.integers(0, 64, 2)
                view = np.clip(
                    view.astype(np.int16) + noise[down : down + height, across : across + width],
                    0,
                    255,
                ).astype(np.uint8)
            yield view.copy()


def _texture(random: np.random.Generator, width: int, height: int) -> NDArray[np.uint8]:
    """Return smooth coloured noise of several sizes of detail."""
    import cv2

    total = np.zeros((height, width, 3), dtype=np.float32)
    for cells in (4, 8, 16, 32, 64):
        small = random.normal(size=(cells, cells * 2, 3)).astype(np.float32)
        total += cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC) / cells**0.5
    total -= total.min()
    return (total / total.max() * 200 + 28).astype(np.uint8)
