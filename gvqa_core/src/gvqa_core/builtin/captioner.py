"""The captioner `embedded`: on-screen text, colours, brightness; no vision model."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

from attrs import field, frozen, validators

from gvqa_core.builtin.code import is_code_line, looks_like_code
from gvqa_core.builtin.colours import ColourArea, colour_areas
from gvqa_core.builtin.light import measure
from gvqa_core.builtin.reading_order import Line
from gvqa_core.builtin.screen_text import ScreenReader, ocr_version
from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError
from gvqa_core.protocols import Scalar
from gvqa_core.types import Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WORDING = 4
"""Raised when the sentences change, so that captions in the store are made anew."""

_REMEMBERED = 256


@frozen(kw_only=True)
class EmbeddedCaptionerOptions:
    """Options of the captioner `embedded`.

    Attributes:
        ocr: Read on-screen text: `auto` when RapidOCR is installed, `on` to insist, `off`.
        min_confidence: Recognised text below this is left out, 0 to 1.
        max_pixels: Larger pictures are shrunk to this width × height first.
        batch_size: Frames taken in one call, >= 1.
    """

    ocr: Literal["auto", "on", "off"] = field(
        default="auto", validator=validators.in_(("auto", "on", "off"))
    )
    # Real text of our clips scores above 0.9; shapes taken for letters at most 0.75.
    min_confidence: float = field(default=0.8, validator=[validators.ge(0), validators.le(1)])
    max_pixels: int = field(default=1280 * 720, validator=validators.ge(1))
    batch_size: int = field(default=8, validator=validators.ge(1))


class EmbeddedCaptioner(BaseComponent[EmbeddedCaptionerOptions]):
    """Says what can honestly be said of a frame without a vision model.

    Captions are short declarative sentences, each with one fact, so that a judge finds
    every claim in a sentence of its own:

        The heading reads "Quarterly revenue". "Q1 12 M" is written on the screen.
        The picture is mostly dark blue. There is some yellow on the left.

    Text is quoted as recognised, line by line; a double quote inside it becomes a
    single one, so that what stands on the screen can never end its quotation.
    """

    names_objects = False
    """What it does not mention may well be there: no absence is concluded from it."""

    def __init__(self, options: EmbeddedCaptionerOptions) -> None:
        super().__init__(options)
        self._reader: ScreenReader | None = None
        self._remembered: OrderedDict[bytes, str] = OrderedDict()

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The wording, the OCR engine in use, and the options that change a caption."""
        return {
            "wording": WORDING,
            "ocr": ocr_version() if self.options.ocr != "off" else "",
            "min_confidence": self.options.min_confidence,
            "max_pixels": self.options.max_pixels,
        }

    @property
    def batch_size(self) -> int:
        """How many frames it likes in one call."""
        return self.options.batch_size

    @property
    def max_pixels(self) -> int | None:
        """The largest width × height it makes use of."""
        return self.options.max_pixels

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load the OCR models, if OCR is wanted and installed.

        Raises:
            ComponentError: OCR is insisted on and not installed.
        """
        if self.options.ocr == "off":
            return
        if ocr_version():
            self._reader = ScreenReader(self.options.min_confidence)
        elif self.options.ocr == "on":
            raise ComponentError(
                "The captioner 'embedded' is set to read on-screen text (ocr = \"on\"), but "
                "RapidOCR is not installed: pip install 'gvqa-core[ocr]'",
                component="embedded",
                stage="caption",
            )

    def close(self) -> None:
        """Let go of the OCR models and of remembered captions."""
        self._reader = None
        self._remembered.clear()

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        """Describe each frame."""
        return [self._caption(frame.image) for frame in frames]

    def _caption(self, image: NDArray[np.uint8]) -> str:
        # A slide held for a minute is the same picture a dozen times, and verification
        # looks at it again: what was read once need not be read anew.
        key = blake2b(image.tobytes(), digest_size=16).digest()
        key += repr(image.shape).encode()
        if key not in self._remembered:
            self._remembered[key] = self._describe(image)
            if len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return self._remembered[key]

    def _describe(self, image: NDArray[np.uint8]) -> str:
        light = measure(image)
        lines = self._reader.read(image) if self._reader is not None and not light.blank else []
        return " ".join([*_text_sentences(lines), *_picture_sentences(image)])


def _text_sentences(lines: Sequence[Line]) -> list[str]:
    found: list[str] = []
    rest = list(lines)
    if _has_heading(rest):
        found.append(f"The heading reads {_quote(rest.pop(0).text)}.")
    found.extend(f"{_quote(line.text)} is written on the screen." for line in rest)
    if looks_like_code([line.text for line in lines]):
        found.append("The screen shows program code.")
    return list(dict.fromkeys(found))


def _has_heading(lines: Sequence[Line]) -> bool:
    """The first line is a heading when its letters are clearly taller than all others."""
    if len(lines) < 2 or is_code_line(lines[0].text):
        return False
    return lines[0].height >= 1.2 * max(line.height for line in lines[1:])


def _quote(text: str) -> str:
    return '"' + text.translate({ord(mark): "'" for mark in '"“”„'}) + '"'


def _picture_sentences(image: NDArray[np.uint8]) -> list[str]:
    light = measure(image)
    areas = colour_areas(image)
    if light.blank:
        return ["The picture is blank.", f"The picture is plain {areas[0].name}."]
    main, others = areas[0], areas[1:5]
    # nli-mini denies that what is "mostly dark grey" is mostly dark grey.
    name = "grey" if main.colour == "grey" else main.name
    found = [f"The picture is {'mostly' if main.share >= 0.5 else 'partly'} {name}."]
    # The plain colour: judges take "some dark blue" and "some dark red" for a contradiction.
    found += [f"There is some {area.colour}{_place(area)}." for area in others]
    if light.words and light.words != _brightness_of(name):
        found.append(f"The picture is {light.words}.")
    if light.blurred:
        found.append("The picture is blurred.")
    return found


def _brightness_of(colour: str) -> str:
    """The brightness that a colour's name already tells of."""
    if colour == "black" or colour.startswith("dark "):
        return "dark"
    return "bright" if colour == "white" else ""


def _place(area: ColourArea) -> str:
    return f" {area.where}" if area.where else ""
