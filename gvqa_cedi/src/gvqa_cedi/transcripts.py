"""Transcripts: what an evaluated model was asked about a picture, and what it answered.

A file holds one transcript a line:

```json
{"image": "synthetic/000", "evaluatee": "qwen2-vl-2b", "examiner": "template",
 "turns": [{"question": "What is next to the ball?", "response": "A red cube.",
            "kind": "regular", "expected": "answer", "truth": "a red cube"}]}
```

`image` names a scene graph; of a turn only `response` must be there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from attrs import field, frozen

from gvqa_cedi.errors import TranscriptError

KINDS = ("regular", "follow-up", "adversarial", "unanswerable")
"""The question types of an interview; other examiners may leave a turn's kind empty."""

EXPECTED = ("answer", "confirm", "deny", "refuse", "yes", "no")
"""How a truthful model reacts; `yes` and `no` are the labels of yes/no questions."""


@frozen
class Turn:
    """A question and its answer.

    Attributes:
        question: What was asked; empty for a caption.
        response: What the evaluated model wrote; None when it gave nothing.
        kind: One of `KINDS`, or empty.
        expected: One of `EXPECTED`, or empty.
        truth: What a right answer says, in words; empty when unknown.
        node: Id of the object asked about; empty when there is none.
        fabricated: What the question made up; empty when nothing.
        error: Why there is no response; empty when there is one.
    """

    question: str
    response: str | None
    kind: str = ""
    expected: str = ""
    truth: str = ""
    node: str = ""
    fabricated: str = ""
    error: str = ""

    @property
    def text(self) -> str:
        """The response, empty when there is none."""
        return self.response or ""


@frozen
class Transcript:
    """A conversation about one picture.

    Attributes:
        image: Names the picture, and with it the scene graph.
        turns: In order.
        evaluatee: Which model answered.
        examiner: Who asked.
        about: Anything else that was recorded: context, seed, settings.
    """

    image: str
    turns: tuple[Turn, ...] = ()
    evaluatee: str = ""
    examiner: str = ""
    about: Mapping[str, Any] = field(factory=dict[str, Any])


def load_transcripts(path: Path) -> list[Transcript]:
    """Read a file of transcripts.

    Raises:
        TranscriptError: The file is missing, or a line is no transcript; names the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise TranscriptError(f"There is no file '{path}'.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise TranscriptError(f"'{path}' cannot be read as UTF-8 text ({error}).") from error
    transcripts = list(_transcripts(text, path))
    if not transcripts:
        raise TranscriptError(f"'{path}' holds no transcripts; expected one JSON object a line.")
    return transcripts


def save_transcripts(path: Path, transcripts: Iterable[Transcript]) -> None:
    """Write transcripts, one a line."""
    lines = (json.dumps(to_json(each), ensure_ascii=False) + "\n" for each in transcripts)
    path.write_text("".join(lines), encoding="utf-8")


def to_json(transcript: Transcript) -> dict[str, Any]:
    """Return a transcript as JSON data; what is empty is left out."""
    data: dict[str, Any] = {"image": transcript.image}
    data |= {key: v for key in ("evaluatee", "examiner") if (v := getattr(transcript, key))}
    if transcript.about:
        data["about"] = dict(transcript.about)
    data["turns"] = [turn_json(turn) for turn in transcript.turns]
    return data


def from_json(data: Any) -> Transcript:
    """Read a transcript from JSON data.

    Raises:
        ValueError: The data has another form; says what is wrong.
    """
    record = _mapping(data, "a transcript")
    image, turns = record.get("image"), record.get("turns")
    if not isinstance(image, str | int) or isinstance(image, bool) or image == "":
        raise ValueError("'image' is missing: the name of the picture's scene graph")
    if not isinstance(turns, list):
        raise ValueError("'turns' is missing: a list of objects with 'question' and 'response'")
    about = record.get("about")
    return Transcript(
        image=str(image),
        turns=tuple(turn_from_json(each, n) for n, each in enumerate(cast("list[Any]", turns), 1)),
        evaluatee=str(record.get("evaluatee") or ""),
        examiner=str(record.get("examiner") or ""),
        about=_mapping(about, "'about'") if about else {},
    )


def _transcripts(text: str, path: Path) -> Iterator[Transcript]:
    # Only "\n" ends a line: a response may hold other line separators of Unicode.
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield from_json(json.loads(line))
        except ValueError as error:
            raise TranscriptError(
                f"Line {number} of '{path}' is no transcript: {error}. docs/cedi.md shows the form."
            ) from error


def turn_json(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON data; what is empty is left out."""
    data: dict[str, Any] = {"question": turn.question, "response": turn.response}
    keys = ("kind", "expected", "truth", "node", "fabricated", "error")
    return data | {key: value for key in keys if (value := getattr(turn, key))}


def turn_from_json(data: Any, number: int = 1) -> Turn:
    """Read a turn from JSON data; other keys are passed over.

    Raises:
        ValueError: The data has another form; says what is wrong.
    """
    record = _mapping(data, f"turn {number}")
    if "response" not in record:
        raise ValueError(f"turn {number} has no 'response'")
    texts: dict[str, str] = {}
    for key in ("question", "kind", "expected", "truth", "node", "fabricated", "error"):
        value = record.get(key)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"'{key}' of turn {number} must be a text, not {value!r}")
        texts[key] = value or ""
    response = record["response"]
    if response is not None and not isinstance(response, str):
        raise ValueError(f"'response' of turn {number} must be a text or null, not {response!r}")
    if texts["expected"] and texts["expected"] not in EXPECTED:
        raise ValueError(
            f"'expected' of turn {number} is {texts['expected']!r}, not one of "
            f"{', '.join(EXPECTED)}"
        )
    return Turn(response=response, **texts)


def _mapping(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"{what} must be a JSON object, not {type(data).__name__}")
    return cast("Mapping[str, Any]", data)
