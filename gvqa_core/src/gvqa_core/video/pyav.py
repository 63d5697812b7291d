"""The fast decoder: PyAV, which seeks to exact key frames and leaves out what nobody needs."""

from __future__ import annotations

from array import array
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from gvqa_core.errors import DecoderError, NotAVideoError
from gvqa_core.video.decoder import ELSEWHERE, StreamFacts
from gvqa_core.video.files import describe, still_picture
from gvqa_core.video.index import TimeIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_CAN_SKIP = frozenset({"h264", "hevc", "mpeg4", "mpeg2video"})
"""Codecs whose decoders honour `skip_frame` from packet to packet."""


class PyAVDecoder:
    """Walks over the frames of one file with PyAV.

    A frame to which no other frame refers is not decoded unless it is wanted.
    After damage nothing is handed out until the next key frame, because pictures
    built on missing ones look plausible and are wrong.

    Args:
        path: Absolute path.

    Raises:
        NotAVideoError: The file holds no video stream.
        DecoderError: It does, but not one frame can be decoded.
    """

    name = "pyav"
    lead = 0.0

    def __init__(self, path: str) -> None:
        from av.error import FFmpegError

        self._path = path
        self._errors = FFmpegError
        self.now: float | None = None
        self.ended = False
        self._open()
        self._can_skip = self._codec in _CAN_SKIP
        self._tick = float(self._stream.time_base)
        rate = self._stream.average_rate
        self._usual_duration = 1 / float(rate) if rate else 0.04
        self._start = self._stream.start_time or 0
        first_pts = self._first_pts()
        self._start = min(self._start, first_pts)
        self.now = self._time(first_pts)
        first = self.image()
        self.facts = StreamFacts(
            codec=self._codec,
            width=first.shape[1],
            height=first.shape[0],
            rotation=-int(self._frame.rotation) % 360,
            promised=self._promise(),
        )

    def _first_pts(self) -> int:
        """Walk to the first frame that can be decoded."""
        while (time := self.advance()) is None:
            if self.ended:
                self.close()
                raise DecoderError(
                    f"PyAV opens this {self._codec} video but decodes no frame of it: "
                    f"{self._path}. The file may be damaged; re-export it as MP4 (H.264)."
                )
        return self._start + round(time / self._tick)

    def _open(self) -> None:
        import av

        try:
            self._container = av.open(self._path)
        except self._errors as error:
            raise NotAVideoError(
                f"expected a video, found {describe(self._path)}: {self._path}. "
                "Check the file, or re-export it as MP4 (H.264)."
            ) from error
        try:
            self._stream = _video_stream(self._container, self._path)
        except BaseException:
            self._container.close()
            raise
        self._context = self._stream.codec_context
        self._codec = self._context.codec.canonical_name
        # One thread: several decode ahead of a seek what is then thrown away.
        self._context.thread_count = 1
        self._packets: Iterator[Any] = self._container.demux(self._stream)
        self._forget()

    def _forget(self) -> None:
        """Drop all state of the walk; the next packet begins a new one."""
        self.now, self.ended = None, False
        self._frame: Any = None
        self._ready: deque[Any] = deque()
        self._left_out: set[int] = set()
        self._await_key = False
        self._drained = False
        self._skipping = False
        self._context.skip_frame = "DEFAULT"

    def _promise(self) -> float | None:
        if self._stream.duration:
            return self._stream.duration * self._tick
        if self._container.duration:
            # A container's duration counts from 0, not from the first frame.
            return self._container.duration / 1e6 - max(self._start * self._tick, 0.0)
        return None

    def _time(self, pts: int) -> float:
        return (pts - self._start) * self._tick

    def _pts(self, time: float | None) -> float | None:
        if time is None or time == ELSEWHERE:
            return time
        return self._start + round(time / self._tick)

    def read_index(self) -> TimeIndex:
        """Collect the times of all frames from packets, without decoding."""
        import av

        times, keys = array("d"), array("d")
        last_pts, last_duration = None, None
        with av.open(self._path) as container:
            for packet in container.demux(_video_stream(container, self._path)):
                if packet.size == 0:
                    continue
                if packet.pts is None:
                    raise ValueError("a packet has no presentation time")
                time = self._time(packet.pts)
                if packet.is_keyframe:
                    keys.append(time)
                if packet.is_discard:  # decoded for others' sake, hidden by an edit list
                    continue
                times.append(time)
                if last_pts is None or packet.pts > last_pts:
                    last_pts, last_duration = packet.pts, packet.duration
        left = last_duration * self._tick if last_duration else None
        return TimeIndex.build(times, keys, last_duration=left)

    def restart(self) -> None:
        """Open the file anew: the one way to its beginning that works for every container."""
        self._container.close()
        self._open()

    def seek(self, key: float) -> None:
        """Go to before the key frame."""
        try:
            pts = self._start + round(key / self._tick)
            self._container.seek(pts, stream=self._stream, backward=True)
        except self._errors:
            self.restart()
            return
        if self._drained:  # or it would take no more packets
            self._context.flush_buffers()
        self._packets = self._container.demux(self._stream)
        self._forget()

    def reaches(self, time: float) -> bool:
        """Return whether the frame at `time` is ahead and was not left out."""
        if self.now is None or self.ended or self._drained:
            return False
        return self.now < time and self._pts(time) not in self._left_out

    def advance(self, wanted: float | None = None, upcoming: float | None = None) -> float | None:
        """Decode the next frame, leaving out those that serve neither `wanted` nor others."""
        while not self._ready:
            packet = next(self._packets, None)
            if packet is None:
                self.ended, self.now = True, None
                return None
            if self._await_key and not self._is_way_on(packet):
                continue
            self._choose_skipping(packet.pts, self._pts(wanted), self._pts(upcoming))
            try:
                self._ready.extend(packet.decode())
                if upcoming == ELSEWHERE and self._can_skip and packet.pts == self._pts(wanted):
                    # The picture is complete: out with it, without the packets after it.
                    self._ready.extend(self._context.decode(None))
                    self._packets, self._drained = iter(()), True
            except self._errors:
                return self._meet_damage()
        self._frame = self._ready.popleft()
        if self._frame.is_corrupt:
            return self._meet_damage()
        pts = self._frame.pts
        if pts is not None:
            self.now = self._time(pts)
        else:
            self.now = 0.0 if self.now is None else self.now + self._usual_duration
        return self.now

    def _is_way_on(self, packet: Any) -> bool:
        if not packet.is_keyframe:
            return False
        self._context.flush_buffers()
        self._await_key = False
        return True

    def _meet_damage(self) -> None:
        self._ready.clear()
        self._await_key = True
        self.now = None

    def _choose_skipping(
        self, pts: int | None, wanted: float | None, upcoming: float | None
    ) -> None:
        """Let the decoder drop this packet if no frame refers to it and nobody wants it.

        Packets arrive in decoding order: some that follow `wanted` come before its
        picture does. They are dropped only when the next wish is known to lie beyond.
        """
        skip = self._can_skip and pts is not None and wanted is not None and pts != wanted
        if skip and pts is not None and wanted is not None and pts > wanted:
            skip = upcoming is not None and pts < upcoming
            if skip:
                self._left_out.add(pts)
        if skip != self._skipping:
            self._context.skip_frame = "NONREF" if skip else "DEFAULT"
            self._skipping = skip

    def is_key(self) -> bool:
        """Return whether the current frame is a key frame."""
        return bool(self._frame.key_frame)

    def image(self) -> NDArray[np.uint8]:
        """Convert the current frame and turn it as its display matrix says."""
        picture = self._frame.to_ndarray(format="rgb24")
        turns = round(self._frame.rotation / 90) % 4
        return np.ascontiguousarray(np.rot90(picture, turns)) if turns else picture

    def close(self) -> None:
        """Release the file."""
        self._container.close()
        self._frame, self.now, self.ended = None, None, True


def _video_stream(container: Any, path: str) -> Any:
    """Return the first stream of moving pictures."""
    from av.stream import Disposition

    if picture := still_picture(path):
        raise NotAVideoError(f"expected a video, found {picture}: {path}")
    streams = container.streams.video
    moving = [s for s in streams if not s.disposition & Disposition.attached_pic]
    if not moving:
        found = "an audio file with cover art" if streams else describe(path)
        raise NotAVideoError(f"expected a video, found {found}: {path}")
    if moving[0].codec_context is None:
        raise DecoderError(f"PyAV has no decoder for the video in {path}; re-export it as H.264")
    return moving[0]
