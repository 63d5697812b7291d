"""The record of a run: one line for each turn, written as it happens, read again on resume."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, define, field

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.interview.context import Context
from gvqa_cedi.transcripts import Turn, turn_from_json, turn_json

Key = tuple[str, int]
"""A conversation: picture and number of its context."""


@define
class Journal:
    """A folder with `run.json` (the settings) and `turns.jsonl` (what happened).

    Args:
        folder: Made if absent.
        settings: All that decides what is asked and answered.

    Raises:
        TranscriptError: The folder holds a run of other settings, or cannot be written.
    """

    folder: Path
    settings: Mapping[str, Any]
    turns: dict[Key, list[Turn]] = field(factory=dict[Key, list[Turn]], init=False)
    ends: dict[Key, str] = field(factory=dict[Key, str], init=False)
    contexts: dict[str, list[Context]] = field(factory=dict[str, "list[Context]"], init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def __attrs_post_init__(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._check_settings()
            self._read()
        except OSError as error:
            raise TranscriptError(
                f"'{self.folder}' cannot be written: {error.strerror}."
            ) from error

    @property
    def path(self) -> Path:
        """The file of turns."""
        return self.folder / "turns.jsonl"

    def add(self, key: Key, turn: Turn) -> None:
        """Record a turn; it is on disk when this returns."""
        self._write({"image": key[0], "context": key[1], **turn_json(turn)})
        self.turns.setdefault(key, []).append(turn)

    def end(self, key: Key, why: str) -> None:
        """Record that a conversation is over."""
        self._write({"image": key[0], "context": key[1], "end": why})
        self.ends[key] = why

    def add_contexts(self, image: str, made: Sequence[Context]) -> None:
        """Record the contexts an examiner invented for a picture."""
        self._write({"image": image, "contexts": [asdict(each) for each in made]})
        self.contexts[image] = list(made)

    def _write(self, record: Mapping[str, Any]) -> None:
        line = json.dumps(record, ensure_ascii=False) + "\n"
        with self._lock, self.path.open("a", encoding="utf-8") as file:
            file.write(line)

    def _check_settings(self) -> None:
        path = self.folder / "run.json"
        mine = json.loads(json.dumps(self.settings))
        if not path.exists():
            path.write_text(json.dumps(mine, indent=1) + "\n", encoding="utf-8")
            return
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise TranscriptError(f"'{path}' is damaged ({error}).") from error
        if before != mine:
            keys = sorted(set(before) | set(mine))
            changed = [key for key in keys if before.get(key) != mine.get(key)]
            raise TranscriptError(
                f"'{self.folder}' holds a run of other settings ({', '.join(changed)} differ). "
                f"Give another folder, or the same settings to go on with that run."
            )

    def _read(self) -> None:
        if not self.path.exists():
            return
        text = self.path.read_text(encoding="utf-8", errors="replace")
        # A run that was killed may have left half a line: it is cut off, its turn asked again.
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")
        for number, line in enumerate(whole.split("\n")[:-1], 1):
            try:
                record = json.loads(line)
                self._take(record)
            except (ValueError, KeyError, TypeError) as error:
                raise TranscriptError(
                    f"Line {number} of '{self.path}' is damaged ({error})."
                ) from error

    def _take(self, record: Mapping[str, Any]) -> None:
        if "contexts" in record:
            self.contexts[str(record["image"])] = [
                Context(
                    int(each["number"]),
                    str(each["scenario"]),
                    str(each["goal"]),
                    tuple(map(str, each["objects"])),
                )
                for each in record["contexts"]
            ]
            return
        key = (str(record["image"]), int(record["context"]))
        if "end" in record:
            self.ends[key] = str(record["end"])
        else:
            self.turns.setdefault(key, []).append(turn_from_json(record))
