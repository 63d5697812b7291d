"""What comes from a video file: its facts, its pictures, its speech, spans of it.

All types are frozen. Times are seconds (float) from the first presented frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@frozen
class Window:
    """A span of a video, both ends included.

    Attributes:
        start: First time, seconds, >= 0.
        end: Last time, seconds; None means the end of the video.
    """

    start: float = 0.0
    end: float | None = None


@frozen(eq=False)
class Frame:
    """One decoded picture.

    Attributes:
        image: RGB pixels, `uint8`, shape `(H, W, 3)`, range 0 to 255, rotation applied.
        timestamp: The time asked for, seconds: this is the frame *at* that time.
        pts: The time at which the picture was really presented, seconds; `pts <= timestamp`.
        duration: How long the picture stays on screen, seconds; None when unknown.
    """

    image: NDArray[np.uint8] = field(repr=False)
    timestamp: float
    pts: float
    duration: float | None = None


@frozen(eq=False)
class Picture:
    """A picture kept as evidence, losslessly compressed.

    Attributes:
        png: The PNG file's bytes (RGB, 8 bits a channel).
        width: Pixels.
        height: Pixels.
        sha256: Hex digest of `png`.
    """

    png: bytes = field(repr=False)
    width: int
    height: int
    sha256: str


@frozen
class Segment:
    """A passage of speech: a sentence or so of a transcript.

    Attributes:
        start: When it begins, seconds.
        end: When it ends, seconds, >= `start`.
        text: What is said, on one line.
        speaker: Who says it, where the transcript tells; else empty.
    """

    start: float
    end: float
    text: str
    speaker: str = ""


@frozen
class VideoInfo:
    """What is known of a video without decoding it all.

    Attributes:
        path: Absolute path of the file.
        duration: Seconds from the first presented frame to the end of the last one.
        last_timestamp: Presentation time of the last frame, seconds.
        width: Pixels, after rotation.
        height: Pixels, after rotation.
        fps: Average frames per second; None when it means nothing for this file.
        frame_count: Number of frames; None when unknown.
        codec: Codec name, for example `h264`.
        rotation: Degrees by which pictures are turned clockwise for display.
        decoder: Which decoder is in use (`opencv`, `pyav`).
        decoder_reason: Why that one.
        warnings: What a user should know, for example that the file ends early.
    """

    path: str
    duration: float
    last_timestamp: float
    width: int
    height: int
    fps: float | None = None
    frame_count: int | None = None
    codec: str = ""
    rotation: int = 0
    decoder: str = ""
    decoder_reason: str = ""
    warnings: tuple[str, ...] = ()
