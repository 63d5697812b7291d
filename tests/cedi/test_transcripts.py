"""Reading and writing transcripts."""

from __future__ import annotations

import pytest

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.transcripts import Transcript, Turn, load_transcripts, save_transcripts


def test_round_trip(tmp_path):
    path = tmp_path / "t.jsonl"
    said = [
        Transcript("a/1", (Turn("Was ist da?", "Ein Hund\u2028犬", "regular", "answer"),), "m", "e",
                   {"seed": 3}),
        Transcript("2", (Turn("", None, error="timeout"), Turn("?", ""))),
    ]  # fmt: skip
    save_transcripts(path, said)
    assert load_transcripts(path) == said


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "holds no transcripts"),
        ("{", "Line 1"),
        ('{"image": "a", "turns": []}\n[]', "Line 2"),
        ('{"turns": []}', "'image' is missing"),
        ('{"image": "a"}', "'turns' is missing"),
        ('{"image": "a", "turns": [{"question": "?"}]}', "turn 1 has no 'response'"),
        ('{"image": "a", "turns": [{"response": 3}]}', "must be a text or null"),
        ('{"image": "a", "turns": [{"response": "", "expected": "shrug"}]}', "'shrug'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, wanted):
    path = tmp_path / "t.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TranscriptError, match=wanted):
        load_transcripts(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(TranscriptError, match="no file"):
        load_transcripts(tmp_path / "none.jsonl")
    with pytest.raises(TranscriptError, match="cannot be read"):
        load_transcripts(tmp_path)
