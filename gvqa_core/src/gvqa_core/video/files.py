"""From a user's path to a file that may be opened, and what a file that is no video really is."""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path
from typing import BinaryIO

from gvqa_core.errors import NotAVideoError, VideoError, VideoNotFoundError

_PICTURES = {
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"BM": "a BMP picture",
    b"II*\x00": "a TIFF picture",
    b"MM\x00*": "a TIFF picture",
}
_OTHERS = {
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"ID3": "an audio file",
    b"OggS": "an Ogg file",
    b"fLaC": "an audio file",
    b"\x1a\x45\xdf\xa3": "a Matroska or WebM file",
    b"RIFF": "a RIFF file (AVI, WAV or WebP)",
}
_BLOCK = 1 << 20


def locate(path: str | os.PathLike[str]) -> str:
    """Turn a path into the absolute path of a readable, non-empty file.

    FFmpeg reads a relative name such as `concat:a.mp4` as a protocol; an absolute
    path is never anything but a path.

    Raises:
        VideoNotFoundError: There is no such file, or it is a folder or a device.
        NotAVideoError: The file is empty.
        VideoError: The file may not be read.
    """
    absolute = Path(os.path.abspath(os.path.expanduser(os.fspath(path))))  # noqa: PTH100, PTH111
    shown = str(absolute).encode("utf-8", "backslashreplace").decode()
    if absolute.is_dir():
        raise VideoNotFoundError(f"expected a video file, found a folder: {shown}")
    if not absolute.exists():
        raise VideoNotFoundError(f"no such video file: {shown}")
    if not absolute.is_file():
        raise VideoNotFoundError(f"expected a video file, found a device or pipe: {shown}")
    try:
        with absolute.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise VideoError(f"the video file cannot be read: {shown} ({error.strerror})") from error
    if empty:
        raise NotAVideoError(f"expected a video, found an empty file (0 bytes): {shown}")
    return str(absolute)


def file_sha256(path: str | os.PathLike[str]) -> str:
    """Return the hex SHA-256 of a file's content, read in blocks.

    Raises:
        VideoNotFoundError: There is no such file, or it is a folder or a device.
        NotAVideoError: The file is empty.
        VideoError: The file may not be read.
    """
    with Path(locate(path)).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def still_picture(path: str) -> str | None:
    """Return what kind of still picture a file is, or None when it is none."""
    with Path(path).open("rb") as file:
        head = file.read(4096)
    if b"acTL" in head:  # an animated PNG is a video
        return None
    return next((name for magic, name in _PICTURES.items() if head.startswith(magic)), None)


def describe(path: str) -> str:
    """Say in a few words what a file is that holds no video we can open."""
    picture = still_picture(path)
    if picture:
        return picture
    with Path(path).open("rb") as file:
        head = file.read(4096)
        if head[4:8] in (b"ftyp", b"moov", b"mdat", b"wide", b"free"):
            return _describe_mp4(file)
    for magic, name in _OTHERS.items():
        if head.startswith(magic):
            return name
    if _is_text(head):
        return "a text file"
    return "data of an unknown format"


def _is_text(head: bytes) -> bool:
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4:  # not merely a character cut in two
            return False
        text = head[: error.start].decode("utf-8")
    return "\x00" not in text


def _describe_mp4(file: BinaryIO) -> str:
    """Read the names of an MP4's outer boxes and the kinds of its tracks."""
    size = file.seek(0, os.SEEK_END)
    position, moov = 0, None
    while position + 8 <= size:
        file.seek(position)
        length, name = struct.unpack(">I4s", file.read(8))
        if length == 1:
            length = int.from_bytes(file.read(8), "big")
        if name == b"moov":
            moov = (position, length)
            break
        if length < 8:
            break
        position += length
    if moov is None:
        return "an MP4 file without its table of contents (moov): it was cut short"
    file.seek(moov[0])
    tracks = file.read(min(moov[1], 64 * _BLOCK))
    handlers = {kind for kind in (b"vide", b"soun") if b"hdlr" in tracks and kind in tracks}
    if handlers == {b"soun"}:
        return "an audio file (MP4 without a video track)"
    return "an MP4 file" if handlers else "an MP4 file without tracks"
