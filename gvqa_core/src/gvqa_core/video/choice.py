"""Which decoder opens a file.

The rule of `auto`: PyAV where it is installed, since it is faster and decodes
more; else OpenCV, which every installation has. Where the first cannot decode
a file, the other is tried. A decoder named by the user is never replaced.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from gvqa_core.errors import ConfigError, DecoderError, VideoError
from gvqa_core.video.reader import FileVideo

if TYPE_CHECKING:
    from gvqa_core.video.decoder import Decoder
    from gvqa_core.video.index import TimeIndex

DECODERS = ("pyav", "opencv")
"""In the order in which `auto` tries them."""


def open_with(path: str, decoder: str, index: TimeIndex | None) -> FileVideo:
    """Open a located file with a decoder chosen by name or by the rule of `auto`."""
    if decoder in DECODERS:
        return _open(path, decoder, "asked for by name", index)
    if decoder != "auto":
        raise ConfigError(f"expected a decoder of auto, {', '.join(DECODERS)}; got {decoder!r}")
    if not _has_pyav():
        return _open(path, "opencv", "PyAV is not installed", index)
    try:
        return _open(path, "pyav", "PyAV is installed", index)
    except DecoderError as refused:
        try:
            return _open(path, "opencv", f"PyAV failed: {refused}", index)
        except VideoError:
            raise refused from None


def _open(path: str, name: str, reason: str, index: TimeIndex | None) -> FileVideo:
    decoder = _build(name, path)
    try:
        return FileVideo(path, decoder, reason, index)
    except BaseException:
        decoder.close()
        raise


def _build(name: str, path: str) -> Decoder:
    # Only the decoder in use is imported: on macOS the two bring the same FFmpeg classes.
    if name == "opencv":
        from gvqa_core.video.opencv import OpenCVDecoder

        return OpenCVDecoder(path)
    if not _has_pyav():
        raise DecoderError("the decoder pyav is not installed: pip install 'gvqa-core[av]'")
    from gvqa_core.video.pyav import PyAVDecoder

    return PyAVDecoder(path)


def _has_pyav() -> bool:
    try:
        version("av")
    except PackageNotFoundError:
        return False
    return True
