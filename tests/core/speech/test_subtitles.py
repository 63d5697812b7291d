"""Subtitle files of all kinds become cues, and what is wrong in them does no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gvqa_core.errors import TranscriptError
from gvqa_core.speech.subtitles import (
    LARGEST,
    LONGEST_CUE,
    cleaned,
    content_of,
    decoded,
    read_cues,
)
from gvqa_core.types import Segment

SRT = """1
00:00:05,000 --> 00:00:08,000
<i>Second</i>, {\\an8}<font color="red">later</font>

2
00:00:01,500 --> 00:00:03,000
First
of all

3
00:00:04,000 --> 00:00:03,500
ends before it begins

4
00:00:06,000 --> 00:00:07,000
[applause]

5
00:00:06,500 --> 00:00:09,000
overlaps & is &lt;kept&gt;, 3 < 4

6
00:00:09,000 --> 00:00:09,500

"""

VTT = """WEBVTT - a talk

NOTE not spoken

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.000 align:start position:10%
<v.loud Anna Weber>Hello <c.x>there</c>, <00:02.000>all

00:00:03.000 --> 00:00:04.000
- One.
- Two.
"""

ASS = """[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,Anna,0,0,0,,Hi {\\b1}there{\\b0}\\Nyou
Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,not spoken
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}
"""


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read_subtitles(path: Path) -> tuple[tuple[Segment, ...], tuple[str, ...]]:
    return read_cues(content_of(path), path)


def test_subrip_comes_in_order_without_tags_sounds_and_empty_cues(tmp_path: Path):
    cues, notes = read_subtitles(write(tmp_path, "a.srt", SRT))
    assert cues == (
        Segment(1.5, 3.0, "First\nof all"),
        Segment(4.0, 4.0, "ends before it begins"),
        Segment(5.0, 8.0, "Second, later"),
        Segment(6.5, 9.0, "overlaps & is <kept>, 3 < 4"),
    )
    assert notes == ()


def test_webvtt_tells_who_speaks(tmp_path: Path):
    cues, _ = read_subtitles(write(tmp_path, "a.vtt", VTT))
    assert cues == (
        Segment(1.0, 3.0, "Hello there, all", "Anna Weber"),
        Segment(3.0, 4.0, "One.\nTwo."),
    )


def test_substation_alpha_tells_who_speaks_and_hides_drawings(tmp_path: Path):
    cues, _ = read_subtitles(write(tmp_path, "a.ass", ASS))
    assert cues == (Segment(1.0, 2.0, "Hi there\nyou", "Anna"),)


CYRILLIC = "Привет, как дела? Сегодня мы печём хлеб и говорим о погоде."
CUE = "1\n00:00:01,000 --> 00:00:02,000\n{}\n"


@pytest.mark.parametrize(
    ("encoding", "text", "guessed"),
    [
        ("utf-8", "Füße – naïve", False),
        ("utf-8-sig", "Füße – naïve", False),
        ("utf-16", "Füße – naïve", False),
        ("cp1252", "Die Füße sind müde – das Gemüse schmeckt schön.", True),
        ("cp1251", CYRILLIC, True),
    ],
)
def test_any_encoding_is_read_and_a_guess_is_told(
    tmp_path: Path, encoding: str, text: str, guessed: bool
):
    cues, notes = read_subtitles(write(tmp_path, "a.srt", CUE.format(text).encode(encoding)))
    assert [cue.text for cue in cues] == [text]
    assert bool(notes) == guessed


def test_bytes_that_are_no_text_still_decode():
    text, encoding = decoded(bytes(range(128, 256)))
    assert text
    assert encoding


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x00\x01\x02", b"1\n2\n3\n", b"{}", b"\xff\xfe"]
)
def test_what_is_no_subtitle_file_is_told(tmp_path: Path, content: bytes):
    path = write(tmp_path, "a.srt", content)
    with pytest.raises(TranscriptError, match=r"a\.srt cannot be read as subtitles"):
        read_subtitles(path)


def test_a_cue_without_end_is_cut(tmp_path: Path):
    [cue], _ = read_subtitles(write(tmp_path, "a.srt", CUE.format("word " * 100_000)))
    assert len(cue.text) <= LONGEST_CUE


def test_a_missing_or_huge_file_is_told(tmp_path: Path):
    with pytest.raises(TranscriptError, match="cannot be read"):
        read_subtitles(tmp_path / "none.srt")
    huge = tmp_path / "huge.srt"
    with huge.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(TranscriptError, match="too large"):
        read_subtitles(huge)
    for endless in (tmp_path / "pipe.srt", tmp_path):
        if endless != tmp_path:
            os.mkfifo(endless)
        with pytest.raises(TranscriptError, match="it is no file"):
            read_subtitles(endless)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\u202eb\x07c", "a b c"),
        ("(laughs)", ""),
        ("He (Tom) is here", "He (Tom) is here"),
        ("♪ la la ♪", "la la"),
        ("- Yes.\n- No.", "Yes.\nNo."),
        ("–\n—", ""),
        ("&amp;lt;i&gt;", "&lt;i>"),
    ],
)
def test_what_is_not_said_is_cleaned_away(raw: str, clean: str):
    assert cleaned(raw) == clean
