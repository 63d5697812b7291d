"""A video whose every frame's truth is known: sentences as slides, read back by OCR.

Sentences are drawn, encoded, decoded and recognised again, so that a premise of a
text data set passes through the whole real path before a verifier sees it.
Reading needs `gvqa-core[ocr]`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen

from gvqa_core.component import BaseComponent

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

    from gvqa_core.types import Frame

SECONDS = 5.0
"""How long a slide is on screen: one sample at the default Δt."""

_WIDTH, _HEIGHT, _MARGIN = 736, 736, 24  # the size OCR works at: smaller ones are enlarged
_SIZES = (0.9, 0.8, 0.7, 0.6, 0.5)
_LEADING = 44
"""Pixels from one base line to the next at size 1."""


@frozen
class OracleVideo:
    """A written video and its truth.

    Attributes:
        path: The file.
        sentences: What stands on each slide, in order.
        seconds: How long each slide is on screen.
    """

    path: Path
    sentences: tuple[str, ...]
    seconds: float = SECONDS

    def time_of(self, slide: int) -> float:
        """A time at which a slide is on screen: its middle, seconds."""
        return (slide + 0.5) * self.seconds

    def sentence_at(self, time: float) -> str:
        """What is on screen at a time.

        Raises:
            IndexError: The time lies outside the video.
        """
        if time < 0:
            raise IndexError(f"{time} s lies before the video")
        return self.sentences[int(time // self.seconds)]


def write_oracle_video(
    path: str | PathLike[str], sentences: Sequence[str], *, seconds: float = SECONDS
) -> OracleVideo:
    """Write sentences as slides of a video, two frames a second.

    Args:
        path: Where; `.mp4`.
        sentences: One slide each. Spaces are made single, and accents are left out.
        seconds: How long each is shown, > 0, a multiple of 0.5.

    Raises:
        ValueError: There is no sentence, or one is empty or does not fit.
        OSError: The file cannot be written.
    """
    import cv2

    shown = tuple(printable(sentence) for sentence in sentences)
    if not shown:
        raise ValueError("expected at least one sentence")
    slides = [slide(sentence) for sentence in shown]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 2, (_WIDTH, _HEIGHT))
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written as a video")
    try:
        for picture in slides:
            bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
            for _ in range(round(seconds * 2)):
                writer.write(bgr)
    finally:
        writer.release()
    return OracleVideo(Path(path), shown, seconds)


def slide(sentence: str) -> NDArray[np.uint8]:
    """Draw a sentence in black on white, as large as fits.

    Returns:
        RGB `uint8 (736, 736, 3)`.

    Raises:
        ValueError: It is too long for a slide, about 1,000 characters.
    """
    import cv2

    for size in _SIZES:
        lines = list(_wrapped(sentence, size))
        if (len(lines) + 1) * _LEADING * size <= _HEIGHT - 2 * _MARGIN:
            image = np.full((_HEIGHT, _WIDTH, 3), 255, np.uint8)
            for number, line in enumerate(lines, start=1):
                base = (_MARGIN, int(_MARGIN + number * _LEADING * size))
                cv2.putText(
                    image, line, base, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1, cv2.LINE_AA
                )
            return image
    raise ValueError(f"{len(sentence)} characters do not fit on a slide: {sentence[:60]!r} …")


def printable(sentence: str) -> str:
    """A sentence as it stands on a slide: ASCII, single spaces, none before a full stop.

    Raises:
        ValueError: Nothing is left of it.
    """
    plain = unicodedata.normalize("NFKD", sentence.replace("’", "'").replace("–", "-"))
    text = " ".join(plain.encode("ascii", "ignore").decode().split())
    for sign in ".,;:!?":
        text = text.replace(f" {sign}", sign)
    if not text:
        raise ValueError(f"{sentence!r} cannot be drawn")
    return text


def same_reading(read: str, shown: str) -> bool:
    """Whether a text was read as it stood, spaces aside: a line break hides where they were."""
    return "".join(read.split()) == "".join(shown.split())


@frozen(kw_only=True)
class SlideReaderOptions:
    """Options of `SlideReader`.

    Attributes:
        min_confidence: Recognised text below this is left out, 0 to 1.
        batch_size: Frames in one call.
    """

    min_confidence: float = 0.5
    batch_size: int = field(default=8)


class SlideReader(BaseComponent[SlideReaderOptions]):
    """A captioner that says the sentence on a slide, and nothing else."""

    max_pixels = None

    def __init__(self, options: SlideReaderOptions | None = None) -> None:
        super().__init__(options or SlideReaderOptions())
        self._reader: Any = None

    @property
    def batch_size(self) -> int:
        """Frames in one call."""
        return self.options.batch_size

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load the OCR engine.

        Raises:
            ComponentError: RapidOCR is not installed.
        """
        from gvqa_core.builtin.screen_text import ScreenReader, ocr_version
        from gvqa_core.errors import ComponentError

        if not ocr_version():
            raise ComponentError("reading slides needs OCR: pip install 'gvqa-core[ocr]'")
        self._reader = ScreenReader(self.options.min_confidence)

    def close(self) -> None:
        """Free it."""
        self._reader = None

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        """Read each frame's lines as one sentence."""
        return [" ".join(line.text for line in self._reader.read(frame.image)) for frame in frames]


def _wrapped(sentence: str, size: float) -> Iterator[str]:
    import cv2

    line = ""
    for word in sentence.split():
        longer = f"{line} {word}".strip()
        (width, _), _ = cv2.getTextSize(longer, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        if width > _WIDTH - 2 * _MARGIN and line:
            yield line
            line = word
        else:
            line = longer
    yield line
