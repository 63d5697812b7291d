"""What every decoder offers: small steps from which exact access is built.

A decoder knows nothing of sampling. It walks over frames in presentation order,
tells the true time of each, and converts one to RGB when asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.video.index import TimeIndex


ELSEWHERE = float("inf")
"""As the time that will be wanted next: it will be sought, not walked to."""


@frozen
class StreamFacts:
    """What the file's headers and its first frame say.

    Attributes:
        codec: FFmpeg's name of the codec, for example `h264`.
        width: Pixels, after rotation.
        height: Pixels, after rotation.
        rotation: Degrees by which pictures are turned clockwise for display.
        promised: Seconds of video the headers promise; None when they promise nothing.
    """

    codec: str
    width: int
    height: int
    rotation: int = 0
    promised: float | None = None


class Decoder(Protocol):
    """Walks over the frames of one file. Used by one thread at a time."""

    name: str
    facts: StreamFacts
    lead: float
    """Seconds by which a key frame must precede a frame for seeking to it to pay."""
    now: float | None
    """Time of the frame last decoded, seconds; None before the first and after a seek."""
    ended: bool
    """Whether the last `advance` found the end of the file (or damage without a way on)."""

    def read_index(self) -> TimeIndex:
        """Collect the times of all frames from packets, without decoding.

        Raises:
            ValueError: The packets carry no usable times.
        """
        ...

    def restart(self) -> None:
        """Go back to before the first frame."""
        ...

    def seek(self, key: float) -> None:
        """Go to before the frame at `key`, or some way past it but less than `lead`."""
        ...

    def reaches(self, time: float) -> bool:
        """Return whether walking on can still arrive at the frame at `time`."""
        ...

    def advance(self, wanted: float | None = None, upcoming: float | None = None) -> float | None:
        """Decode the next frame.

        Args:
            wanted: Only the frame at this time is of interest, seconds: others may
                be left out where nothing depends on them. None leaves out nothing.
            upcoming: Time of the frame that will be asked for next, if known;
                `ELSEWHERE` when a `seek` will come first, so that nothing that
                follows `wanted` matters.

        Returns:
            Its time, seconds; None at the end (`ended`) or at damage, after which the
            next call goes on at the next key frame.
        """
        ...

    def is_key(self) -> bool:
        """Return whether decoding can begin at the current frame."""
        ...

    def image(self) -> NDArray[np.uint8]:
        """Return the current frame as RGB `uint8` `(H, W, 3)`, rotated for display."""
        ...

    def close(self) -> None:
        """Release the file; may be called twice."""
        ...
