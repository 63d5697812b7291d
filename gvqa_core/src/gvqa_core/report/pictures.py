"""Evidence frames made small enough to travel inside a page."""

from __future__ import annotations

import base64

from attrs import define, field, frozen

from gvqa_core.types import Picture


@frozen
class Image:
    """A picture as a page shows it.

    Attributes:
        uri: A data URI.
        key: The same for the same picture at the same size, fit for an element's id.
        repeated: Whether the page has shown it before.
        width: Pixels, as embedded.
        height: Pixels, as embedded.
    """

    uri: str
    key: str
    repeated: bool
    width: int
    height: int


@define
class Embedder:
    """Turns pictures into data URIs, each distinct (picture, width) once.

    Attributes:
        quality: JPEG quality, 0 to 100.
        most_width: No picture is wider than this, pixels.
    """

    quality: int = 82
    most_width: int = 640
    _made: dict[tuple[str, int], str] = field(factory=dict[tuple[str, int], str], init=False)

    @property
    def size(self) -> int:
        """Bytes of all pictures made so far, each once."""
        return sum(len(uri) for uri in self._made.values())

    def image(self, picture: Picture, width: int) -> Image:
        """The picture, at most `width` pixels wide, never enlarged."""
        width = max(1, min(width, self.most_width, picture.width))
        repeated = (picture.sha256, width) in self._made
        return Image(
            uri=self.uri(picture, width),
            key=f"p{picture.sha256[:16]}-{width}",
            repeated=repeated,
            width=width,
            height=max(1, round(picture.height * width / max(1, picture.width))),
        )

    def uri(self, picture: Picture, width: int) -> str:
        """A data URI of the picture, at most `width` pixels wide, never enlarged.

        It is a JPEG; where OpenCV is broken or the PNG cannot be read, it is the
        PNG as it is, so that a report is never lost for want of a smaller picture.
        """
        width = min(width, self.most_width)
        key = (picture.sha256, width)
        if key not in self._made:
            jpeg = _jpeg(picture.png, width, self.quality)
            kind, content = ("png", picture.png) if jpeg is None else ("jpeg", jpeg)
            self._made[key] = f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
        return self._made[key]


def _jpeg(png: bytes, width: int, quality: int) -> bytes | None:
    try:
        import cv2
        import numpy as np
    except ImportError:
        return None
    if not png:
        return None
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if image is None:  # pyright: ignore[reportUnnecessaryComparison]
        return None
    height, full = image.shape[:2]
    if full > width:
        size = (width, max(1, round(height * width / full)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    done, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return encoded.tobytes() if done else None
