"""Subtitle files → cues: SubRip, WebVTT and (Advanced) SubStation Alpha, in any encoding."""

from __future__ import annotations

import codecs
import html
import re
from pathlib import Path
from typing import TYPE_CHECKING

from gvqa_core.errors import TranscriptError
from gvqa_core.media import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pysubs2 import SSAEvent

SUFFIXES = (".srt", ".vtt", ".ass", ".ssa")
"""Files that are taken for subtitles, in the order in which they are preferred."""

LARGEST = 20_000_000
"""Bytes; the longest films stay far below a megabyte."""

LONGEST_CUE = 2_000
"""Characters of a cue that are read; nobody can read as many while it is shown."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+(?P<name>[^>\n]{1,80})>")
_MARKED = re.compile(r"\A\x00(?P<name>[^\x00]*)\x00")
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+"
)
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>|<\d[\d:.]{0,20}>")
_SOUND = re.compile(r"\[[^\[\]\n]{0,80}\]|\A\s*\([^()\n]{0,80}\)\s*\Z|[♩♪♫♬]+")


def content_of(path: Path) -> bytes:
    """Read a subtitle file whole.

    Raises:
        TranscriptError: It cannot be read, is no regular file or too large.
    """
    try:
        if not path.is_file():  # a pipe would be waited for, a device never ends
            what = "it is no file" if path.exists() else "there is no such file"
            raise TranscriptError(f"the subtitles {path} cannot be read: {what}")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise TranscriptError(f"the subtitles {path} cannot be read: {error}") from error
    if len(content) > LARGEST:
        raise TranscriptError(f"{path} is too large for subtitles (over {LARGEST // 10**6} MB)")
    return content


def read_cues(content: bytes, path: Path) -> tuple[tuple[Segment, ...], tuple[str, ...]]:
    """Read the cues of a subtitle file.

    Tags, drawings, comments and descriptions of sounds ("[applause]") are left out,
    and so are cues without text. A cue that ends before it begins is taken as a moment,
    and of a very long one the first `LONGEST_CUE` characters are.

    Args:
        content: From `content_of`.
        path: The file, for messages.

    Returns:
        The cues as they stand, by start; and what a user should know.

    Raises:
        TranscriptError: It is no subtitle file.
    """
    text, guessed = decoded(content)
    notes = () if guessed is None else (f"the encoding of {path.name} was guessed: {guessed}",)
    return tuple(_cues(text, path)), notes


def decoded(content: bytes) -> tuple[str, str | None]:
    """Decode a text file of unknown encoding.

    Returns:
        The text, and the name of its encoding where that had to be guessed.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return content.decode(encoding, "replace"), None
    try:
        return content.decode("utf-8"), None
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes

        best = from_bytes(content).best()
        encoding = "cp1252" if best is None else best.encoding
        return content.decode(encoding, "replace"), encoding


def cleaned(text: str) -> str:
    """A cue's words without markup, sounds and control characters; lines stay apart."""
    plain = _SOUND.sub(" ", html.unescape(_TAG.sub("", _CONTROL.sub(" ", text))))
    lines = (" ".join(line.split()).removeprefix("- ") for line in plain.split("\n"))
    return "\n".join(line for line in lines if line.strip("-–— "))


def _cues(text: str, path: Path) -> Iterator[Segment]:
    from pysubs2 import SSAFile
    from pysubs2.exceptions import Pysubs2Error

    # The reader drops voices, so each is carried through as text between NULs.
    marked = _VOICE.sub(lambda voice: f"\x00{voice['name'].strip()}\x00", text.replace("\x00", ""))
    try:
        events = SSAFile.from_string(marked).events
    except (Pysubs2Error, ValueError, OverflowError, RecursionError) as error:
        raise TranscriptError(f"{path} cannot be read as subtitles: {error}") from error
    found = [cue for event in events for cue in _cue(event)]
    yield from sorted(found, key=lambda cue: (cue.start, cue.end))


def _cue(event: SSAEvent) -> Iterator[Segment]:
    if event.is_comment or event.is_drawing:
        return
    plain = event.plaintext
    voice = _MARKED.match(plain)
    words = cleaned((plain[voice.end() :] if voice else plain)[:LONGEST_CUE])
    if not words or event.end < 0:
        return
    start = max(event.start, 0) / 1000
    speaker = cleaned(voice["name"] if voice else event.name).replace("\n", " ")
    yield Segment(start, max(event.end / 1000, start), words, speaker)
