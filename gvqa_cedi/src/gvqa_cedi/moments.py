"""Moments of a video as pictures: `talk.mp4@12.5` names the frame shown at 12.5 s."""

from __future__ import annotations

import math
from pathlib import Path

from attrs import frozen

from gvqa_cedi.errors import GraphError
from gvqa_core.errors import GvqaError


@frozen
class Moment:
    """A picture's name, read.

    Attributes:
        video: The video's file name.
        time: Seconds from the first frame.
    """

    video: str
    time: float


def moment_of(name: str) -> Moment | None:
    """Read the name of a picture; None when it names no moment of a video.

    >>> moment_of("talk.mp4@12.5")
    Moment(video='talk.mp4', time=12.5)
    """
    video, at, seconds = name.rpartition("@")
    try:
        time = float(seconds)
    except ValueError:
        return None
    return Moment(video, time) if at and video and math.isfinite(time) and time >= 0 else None


def write_frame(video: Path, time: float, to: Path) -> Path:
    """Write the frame on screen at a time as a PNG; one that is there stays.

    Raises:
        GraphError: The video cannot be read, or has no such time.
    """
    if to.exists():
        return to
    import cv2

    from gvqa_core.video import open_video

    try:
        with open_video(video) as opened:
            [frame] = opened.frames_at([time])
    except GvqaError as error:
        raise GraphError(f"No frame of '{video}' at {time:g} s: {error}") from error
    _, data = cv2.imencode(".png", frame.image[:, :, ::-1])
    to.write_bytes(data.tobytes())
    return to
