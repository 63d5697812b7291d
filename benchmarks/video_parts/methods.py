"""Every way of getting frames at times, each as it would be written by someone who means well.

A method takes a path and times in seconds and yields (number of the time, picture).
Pictures are RGB or BGR `uint8` `(H, W, 3)`. One thread each, so that CPU time compares.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Found = Iterator[tuple[int, Any]]
_NEAR = 0.0006


def gvqa_pyav(path: str, times: Sequence[float]) -> Found:
    yield from _gvqa(path, times, "pyav")


def gvqa_opencv(path: str, times: Sequence[float]) -> Found:
    yield from _gvqa(path, times, "opencv")


def _gvqa(path: str, times: Sequence[float], decoder: str) -> Found:
    from gvqa_core.video import open_video

    with open_video(path, decoder=decoder) as video:
        for number, frame in enumerate(video.frames_at(times)):
            yield number, frame.image


def torchcodec(path: str, times: Sequence[float]) -> Found:
    from torchcodec.decoders import VideoDecoder

    video = VideoDecoder(path, num_ffmpeg_threads=1, dimension_order="NHWC", seek_mode="exact")
    begin = video.metadata.begin_stream_seconds or 0.0
    end = video.metadata.end_stream_seconds or 0.0
    asked = [min(begin + time + _NEAR, end - 1e-4) for time in times]
    size = 8  # a batch of all pictures would cost memory and save nothing
    for first in range(0, len(asked), size):
        batch = video.get_frames_played_at(asked[first : first + size])
        for place, picture in enumerate(batch.data):
            yield first + place, picture.numpy()


def torchcodec_one_batch(path: str, times: Sequence[float]) -> Found:
    from torchcodec.decoders import VideoDecoder

    video = VideoDecoder(path, num_ffmpeg_threads=1, dimension_order="NHWC", seek_mode="exact")
    begin = video.metadata.begin_stream_seconds or 0.0
    end = video.metadata.end_stream_seconds or 0.0
    batch = video.get_frames_played_at([min(begin + t + _NEAR, end - 1e-4) for t in times])
    for number, picture in enumerate(batch.data):
        yield number, picture.numpy()


def decord(path: str, times: Sequence[float]) -> Found:
    from decord import VideoReader, cpu

    video = VideoReader(path, ctx=cpu(0), num_threads=1)
    begins = video.get_frame_timestamp(range(len(video)))[:, 0]
    begins = [float(begin - begins[0]) for begin in begins]
    for number, time in enumerate(times):
        wanted = max(0, bisect_right(begins, time + _NEAR) - 1)
        yield number, video[wanted].asnumpy()


def opencv_read(path: str, times: Sequence[float]) -> Found:
    """Read all, keep every frame whose number is round(time × rate): what most projects do."""
    import cv2

    capture = cv2.VideoCapture(path)
    rate = capture.get(cv2.CAP_PROP_FPS)
    wanted = sorted((round(time * rate), number) for number, time in enumerate(times))
    frame, picture = -1, None
    for at, number in wanted:
        while frame < at:
            done, picture = capture.read()
            if not done:
                return
            frame += 1
        yield number, picture
    capture.release()


def opencv_seek(path: str, times: Sequence[float]) -> Found:
    import cv2

    capture = cv2.VideoCapture(path)
    for number, time in enumerate(times):
        capture.set(cv2.CAP_PROP_POS_MSEC, time * 1000)
        done, picture = capture.read()
        if done:
            yield number, picture
    capture.release()


def imageio(path: str, times: Sequence[float]) -> Found:
    import imageio.v3 as reader

    rate = reader.immeta(path, plugin="pyav")["fps"]
    wanted = sorted((round(time * rate), number) for number, time in enumerate(times))
    pictures = iter(reader.imiter(path, plugin="pyav"))
    frame, picture = -1, None
    for at, number in wanted:
        while frame < at:
            picture = next(pictures, None)
            if picture is None:
                return
            frame += 1
        yield number, picture


def pyav_read(path: str, times: Sequence[float]) -> Found:
    """Decode all, convert the frames whose own time is right."""
    import av

    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        begin, held = None, None
        ordered = sorted((time, number) for number, time in enumerate(times))
        for frame in container.decode(stream):
            begin = frame.time if begin is None else begin
            while ordered and held is not None and frame.time - begin > ordered[0][0] + _NEAR:
                yield ordered.pop(0)[1], held.to_ndarray(format="rgb24")
            if not ordered:
                return
            held = frame
        for _, number in ordered:
            yield number, held.to_ndarray(format="rgb24")


METHODS: dict[str, tuple[Callable[[str, Sequence[float]], Found], str]] = {
    "gvqa pyav": (gvqa_pyav, "av gvqa_core.video.choice gvqa_core.video.pyav"),
    "gvqa opencv": (gvqa_opencv, "cv2 gvqa_core.video.choice gvqa_core.video.opencv"),
    "torchcodec (exact)": (torchcodec, "torchcodec.decoders"),
    "torchcodec (exact, one batch)": (torchcodec_one_batch, "torchcodec.decoders"),
    "decord": (decord, "decord"),
    "PyAV, decode all": (pyav_read, "av"),
    "imageio (pyav), decode all": (imageio, "imageio.v3"),
    "OpenCV read() loop": (opencv_read, "cv2"),
    "OpenCV seek by time": (opencv_seek, "cv2"),
}
"""Name → the method and the modules to import before the clock starts."""
