"""The decoder that needs nothing beyond the core: OpenCV, each frame proven by its own time."""

from __future__ import annotations

import os
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from gvqa_core.errors import DecoderError, NotAVideoError
from gvqa_core.video.decoder import StreamFacts
from gvqa_core.video.files import describe, still_picture
from gvqa_core.video.index import TimeIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEEK_AIMS_EARLY = 16
"""Frames: `VideoCapture.set` seeks to the key frame this far before its goal, then walks."""
_PICTURE_RATE = 1000
"""Frames per second: OpenCV claims more (90000) for the cover art of an audio file."""
_SILENT = 0
"""OpenCV's level at which nothing is logged."""
_MISSED = 8
"""Packets in a row that cannot be read: the end of the file, not mere damage."""
_CODECS = {
    "avc1": "h264",
    "x264": "h264",
    "hvc1": "hevc",
    "hev1": "hevc",
    "av01": "av1",
    "vp90": "vp9",
    "vp09": "vp9",
    "vp80": "vp8",
    "vp08": "vp8",
    "mjpg": "mjpeg",
    "fmp4": "mpeg4",
    "mp4v": "mpeg4",
    "xvid": "mpeg4",
    "divx": "mpeg4",
    "dx50": "mpeg4",
}


class OpenCVDecoder:
    """Walks over the frames of one file with `cv2.VideoCapture`.

    Args:
        path: Absolute path.

    Raises:
        NotAVideoError: The file holds no video stream.
        DecoderError: It does, but OpenCV yields no frame of it.
    """

    name = "opencv"

    def __init__(self, path: str) -> None:
        self._path = path
        self._capture = _capture(path)
        self.now: float | None = None
        self.ended = False
        self._origin = 0.0
        if self._capture is None:
            raise NotAVideoError(
                f"expected a video, found {describe(path)}: {path}. "
                "Check the file, or re-export it as MP4 (H.264)."
            )
        get, cv2 = self._capture.get, _cv2()
        codec = _codec_name(int(get(cv2.CAP_PROP_FOURCC)))
        rate, count = get(cv2.CAP_PROP_FPS), get(cv2.CAP_PROP_FRAME_COUNT)
        # On a file that claims one frame, or absurdly many, `set` corrupts decoding.
        self._usual_duration = 1 / rate if 0 < rate < 1000 else None
        self._step = self._usual_duration if 1 < count < 1e9 else None
        self.lead = (_SEEK_AIMS_EARLY + 1) * self._step if self._step else float("inf")
        first = self.advance()
        if first is None:
            self.close()
            raise DecoderError(
                f"OpenCV opens this {codec} video but decodes no frame of it: {path}. "
                f"PyAV decodes {codec}: pip install 'gvqa-core[av]'"
            )
        self._refuse_pictures(rate)
        self._origin = min(0.0, first)
        self.now = first - self._origin
        picture = self.image()
        self.facts = StreamFacts(
            codec=codec,
            width=picture.shape[1],
            height=picture.shape[0],
            rotation=int(get(cv2.CAP_PROP_ORIENTATION_META)) % 360,
            promised=self._promise(count),
        )

    def _promise(self, count: float) -> float | None:
        if self._step is None or self._capture is None:
            return None
        # Matroska counts from 0, not from its first frame.
        offset = self._capture.get(_cv2().CAP_PROP_PTS)
        return (count - max(offset, 0.0)) * self._step

    def _refuse_pictures(self, rate: float) -> None:
        """Refuse still pictures and cover art, which OpenCV presents as videos of one frame."""
        found = still_picture(self._path)
        if not found and rate >= _PICTURE_RATE:
            if self.advance() is None:
                found = "an audio file with cover art"
            else:
                self.restart()
                self.advance()
        if found:
            self.close()
            raise NotAVideoError(f"expected a video, found {found}: {self._path}")

    def read_index(self) -> TimeIndex:
        """Collect the times of all frames from raw packets."""
        cv2 = _cv2()
        raw = _capture(self._path, raw=True)
        if raw is None:
            raise ValueError("OpenCV does not open the packets of this file")
        times, keys = array("d"), array("d")
        grab, get = raw.grab, raw.get
        position, is_key = cv2.CAP_PROP_POS_MSEC, cv2.CAP_PROP_LRF_HAS_KEY_FRAME
        missed = 0
        while missed < _MISSED:
            if not grab():
                missed += 1
                continue
            if missed:
                self._distrust(keys, times[-1] if times else 0.0)
            missed = 0
            time = get(position) / 1000 - self._origin
            times.append(time)
            if get(is_key):
                keys.append(time)
        raw.release()
        if not times or min(times) < 0:
            raise ValueError("the packets carry no usable times")
        if self._step is None:
            keys = array("d")
        return TimeIndex.build(times, keys, last_duration=self._last_duration(max(times)))

    def _distrust(self, keys: array[float], damage: float) -> None:
        """Forget the key frames from which a seek would silently decode across damage."""
        own = True
        while keys and (own or keys[-1] > damage - self.lead):
            keys.pop()
            own = False

    def _last_duration(self, last: float) -> float | None:
        """Trust the headers about the last frame only while they are plausible."""
        left = (self.facts.promised or 0.0) - last
        usual = self._usual_duration
        return left if usual and 0 < left <= 2 * usual else usual

    def restart(self) -> None:
        """Open the file anew: the one way to its beginning that works for every container."""
        if self._capture is not None:
            self._capture.release()
        self._capture = _capture(self._path)
        self.now, self.ended = None, False

    def seek(self, key: float) -> None:
        """Aim as far past the key frame as OpenCV aims early."""
        if self._capture is None or self._step is None:
            self.restart()
            return
        aim = key + (_SEEK_AIMS_EARLY + 0.5) * self._step
        self._capture.set(_cv2().CAP_PROP_POS_MSEC, (aim + self._origin) * 1000)
        self.now, self.ended = None, False

    def reaches(self, time: float) -> bool:
        """Return whether the frame at `time` is still ahead."""
        return self.now is not None and self.now < time and not self.ended

    def advance(self, wanted: float | None = None, upcoming: float | None = None) -> float | None:
        """Decode the next frame; OpenCV leaves out none."""
        if self._capture is None or self.ended:
            return None
        if not self._capture.grab():
            # At damage the next try succeeds, but what it gives is not to be trusted.
            self.ended, self.now = not self._capture.grab(), None
            return None
        time = self._capture.get(_cv2().CAP_PROP_POS_MSEC) / 1000 - self._origin
        if self.now is not None and time <= self.now:
            # Frames flushed at the end of an AVI have no time of their own.
            time = self.now + (self._usual_duration or 0.04)
        self.now = time
        return time

    def is_key(self) -> bool:
        """OpenCV does not tell while decoding."""
        return False

    def image(self) -> NDArray[np.uint8]:
        """Convert the current frame; OpenCV has rotated it."""
        cv2 = _cv2()
        done, picture = self._capture.retrieve() if self._capture is not None else (False, None)
        if not done or picture is None:
            raise DecoderError(f"OpenCV decoded a frame but could not convert it: {self._path}")
        conversion = cv2.COLOR_GRAY2RGB if picture.ndim == 2 else cv2.COLOR_BGR2RGB
        return np.asarray(cv2.cvtColor(picture, conversion), dtype=np.uint8)

    def close(self) -> None:
        """Release the capture."""
        if self._capture is not None:
            self._capture.release()
        self._capture, self.now, self.ended = None, None, True


def _codec_name(fourcc: int) -> str:
    name = "".join(chr(fourcc >> shift & 255) for shift in (0, 8, 16, 24)).strip("\x00 ").lower()
    return _CODECS.get(name, name)


def _cv2() -> Any:
    # Read by OpenCV when its FFmpeg part starts: without it, damaged files chatter on stderr.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    import cv2

    return cv2


def _capture(path: str, *, raw: bool = False) -> Any:
    """Open a capture; None when OpenCV cannot."""
    cv2 = _cv2()
    options = [cv2.CAP_PROP_N_THREADS, 1]
    if raw:
        options += [cv2.CAP_PROP_FORMAT, -1]
    logging = cv2.utils.logging if hasattr(cv2.utils, "logging") else cv2  # since 5.0, before
    level = logging.getLogLevel()
    logging.setLogLevel(_SILENT)
    try:
        capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG, options)
    finally:
        logging.setLogLevel(level)
    if not capture.isOpened():
        capture.release()
        return None
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)  # OpenCV 4 turns nothing by default
    return capture
