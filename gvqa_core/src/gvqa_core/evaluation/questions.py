"""Question sets: what to ask of which video, and what is known to be true.

`docs/evaluation.md` describes the format. It is TOML or JSON of the same shape.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve, field, frozen

from gvqa_core.errors import ConfigError
from gvqa_core.evaluation.locating import Lines
from gvqa_core.loading.names import did_you_mean, listing
from gvqa_core.reading.times import read_time

if TYPE_CHECKING:
    from os import PathLike

SETS = "gvqa_core.evaluation"
_KEYS = ("id", "category", "question", "video", "expected", "interval", "claims")
_TOP = ("title", "video", "questions")
_CLAIM_KEYS = ("claim", "timestamp", "true")


@frozen
class GivenClaim:
    """A claim written in the set instead of being drafted.

    Attributes:
        text: The sentence.
        timestamp: The time it cites, seconds.
        true: Whether it is true; None when the set does not say.
    """

    text: str
    timestamp: float
    true: bool | None = None


@frozen
class Question:
    """One question of a set.

    Attributes:
        id: Unique in the set.
        category: `factual`, `adversarial`, `positional`, or a word of the author's.
        question: In plain words.
        video: Path of the video.
        expected: What a right answer says; None when the set does not tell.
        interval: When what is asked about is on screen, seconds; None when unknown.
        claims: Claims to check in place of a draft; empty means that it is drafted.
    """

    id: str
    category: str
    question: str
    video: str
    expected: str | None = None
    interval: tuple[float, float] | None = None
    claims: tuple[GivenClaim, ...] = ()


@frozen
class QuestionSet:
    """A question set as read.

    Attributes:
        title: For people.
        questions: In the order of the file.
        source: Where it was read from.
    """

    title: str
    questions: tuple[Question, ...] = field(repr=False)
    source: str = ""

    def with_video(self, path: str) -> QuestionSet:
        """The same questions, all asked of one video."""
        return evolve(self, questions=tuple(evolve(q, video=path) for q in self.questions))


def shipped_sets() -> list[str]:
    """Names of the sets that come with gvqa."""
    folder = resources.files(SETS) / "sets"
    return sorted(p.name.removesuffix(".toml") for p in folder.iterdir() if ".toml" in p.name)


def read_questions(source: str | PathLike[str]) -> QuestionSet:
    """Read a question set.

    Args:
        source: A `.toml` or `.json` file, or the name of a set that comes with gvqa.
            Videos named in a file are relative to it.

    Raises:
        ConfigError: The set cannot be read; names the line and what was expected there.
    """
    path = Path(source)
    if path.suffix not in (".toml", ".json"):
        if str(source) not in shipped_sets():
            raise ConfigError(
                f"expected a .toml or .json file or the name of a set ({listing(shipped_sets())}), "
                f"found '{source}'"
            )
        text = (resources.files(SETS) / "sets" / f"{source}.toml").read_text(encoding="utf-8")
        return _Reader(str(source), text, Path(), json=False).read()
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    return _Reader(str(path), text, path.parent, json=path.suffix == ".json").read()


class _Reader:
    """Reads one file; every complaint names file and line."""

    def __init__(self, name: str, text: str, folder: Path, *, json: bool) -> None:
        self.name = name
        self.text = text
        self.folder = folder
        self.json = json
        self.lines = Lines(text, json=json)

    def read(self) -> QuestionSet:
        data = self._parsed()
        self._check_keys(data, _TOP, None)
        items = data.get("questions")
        if not isinstance(items, list) or not items:
            raise self.fault(None, "questions", "expected a list 'questions' with an item or more")
        video = self._text(data, "video", None, "")
        read = [
            self._question(number, item, video)
            for number, item in enumerate(cast("list[Any]", items))
        ]
        seen: dict[str, int] = {}
        for number, question in enumerate(read):
            if question.id in seen:
                first = self.lines.of(seen[question.id], "id")
                why = f"the id '{question.id}' is taken by the question in line {first}"
                raise self.fault(number, "id", why)
            seen[question.id] = number
        return QuestionSet(self._text(data, "title", None, self.name), tuple(read), self.name)

    def fault(self, number: int | None, key: str, why: str) -> ConfigError:
        """An error that names the line of a key of the n-th question."""
        return ConfigError(f"{self.name}, line {self.lines.of(number, key)}: {why}")

    def _parsed(self) -> Mapping[str, Any]:
        try:
            data: Any = json.loads(self.text) if self.json else tomllib.loads(self.text)
        except json.JSONDecodeError as error:
            raise ConfigError(f"{self.name}, line {error.lineno}: {error.msg}") from None
        except tomllib.TOMLDecodeError as error:
            last = self.text.count("\n") + 1
            why = str(error).replace("end of document", f"line {last}, the end")
            raise ConfigError(f"{self.name}: {why}") from None
        except RecursionError:
            raise ConfigError(f"{self.name}: nested too deeply") from None
        if not isinstance(data, dict):
            raise ConfigError(f"{self.name}, line 1: expected an object with 'questions'")
        return cast("dict[str, Any]", data)

    def _question(self, number: int, item: Any, video: str) -> Question:
        if not isinstance(item, dict):
            raise self.fault(number, "", f"expected a question with {listing(_KEYS[:3])}")
        found = cast("dict[str, Any]", item)
        self._check_keys(found, _KEYS, number)
        own = self._text(found, "video", number, video)
        if own and not Path(own).is_absolute():
            own = str(self.folder / own)
        return Question(
            id=self._text(found, "id", number),
            category=self._text(found, "category", number),
            question=self._text(found, "question", number),
            video=own,
            expected=self._text(found, "expected", number, "") or None,
            interval=self._interval(found, number),
            claims=self._claims(found, number),
        )

    def _check_keys(
        self, data: Mapping[str, Any], known: Sequence[str], number: int | None
    ) -> None:
        for key in data:
            if key not in known:
                hint = did_you_mean(key, known)
                raise self.fault(number, key, f"unknown key '{key}'.{hint} Known: {listing(known)}")

    def _text(
        self, data: Mapping[str, Any], key: str, number: int | None, default: str | None = None
    ) -> str:
        value: Any = data.get(key, default)
        if value is None:
            raise self.fault(number, "", f"the question has no '{key}'")
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.fault(number, key, f"expected text for '{key}', found {value!r}")
        return value.strip()

    def _time(self, value: Any, number: int, key: str) -> float:
        try:
            if isinstance(value, bool):
                raise ValueError(f"found {value}")
            return read_time(value)
        except (ValueError, TypeError) as error:
            raise self.fault(number, key, f"expected a time for '{key}': {error}") from None

    def _interval(self, data: Mapping[str, Any], number: int) -> tuple[float, float] | None:
        value: Any = data.get("interval")
        if value is None:
            return None
        ends = cast("list[Any]", value) if isinstance(value, list) else []
        if len(ends) != 2:
            raise self.fault(number, "interval", f"expected [start, end], found {value!r}")
        start, end = (self._time(end, number, "interval") for end in ends)
        if not 0 <= start <= end:
            raise self.fault(number, "interval", f"expected 0 <= start <= end, found {value!r}")
        return start, end

    def _claims(self, data: Mapping[str, Any], number: int) -> tuple[GivenClaim, ...]:
        value: Any = data.get("claims", [])
        if not isinstance(value, list):
            raise self.fault(number, "claims", "expected a list of claims")
        return tuple(self._claim(item, number) for item in cast("list[Any]", value))

    def _claim(self, item: Any, number: int) -> GivenClaim:
        if not isinstance(item, dict):
            raise self.fault(number, "claims", f"expected {{claim, timestamp}}, found {item!r}")
        claim = cast("dict[str, Any]", item)
        self._check_keys(claim, _CLAIM_KEYS, number)
        true = claim.get("true")
        if not (true is None or isinstance(true, bool)):
            raise self.fault(number, "true", f"expected true or false for 'true', found {true!r}")
        if "timestamp" not in claim:
            raise self.fault(number, "claims", "a claim has no 'timestamp'")
        text = self._text(claim, "claim", number)
        return GivenClaim(text, self._time(claim["timestamp"], number, "timestamp"), true)
