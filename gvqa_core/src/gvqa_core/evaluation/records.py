"""Raw records on disk: whole or absent, so that a killed run can go on."""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from gvqa_core.errors import StoreError

FORMAT = "gvqa-eval"
VERSION = 1
"""Raised when a reader of the older version could misunderstand the newer one."""


def digest(data: Any) -> str:
    """A short content hash of JSON-able data, or of bytes: 16 hex digits."""
    if not isinstance(data, bytes):
        data = json.dumps(data, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
    return hashlib.sha256(cast("bytes", data)).hexdigest()[:16]


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that it is there wholly or not at all.

    Raises:
        StoreError: The folder cannot be written.
    """
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _unwritable(path, error) from error


def write_json(path: Path, data: Any) -> None:
    """Write strict JSON; see `write_bytes`."""
    text = json.dumps(data, allow_nan=False, ensure_ascii=False, indent=1)
    write_bytes(path, text.encode("utf-8", "backslashreplace") + b"\n")


def read_json(path: Path) -> dict[str, Any]:
    """Read one JSON object.

    Raises:
        StoreError: It is absent or damaged.
    """
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise StoreError(f"{path} is damaged: expected an object; remove it and run again")
    return cast("dict[str, Any]", data)


class Lines:
    """A file of JSON lines that only grows; a line that a kill tore is cut off again.

    Args:
        path: The file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[dict[str, Any]]:
        """All whole lines.

        Raises:
            StoreError: The file is damaged in its midst.
        """
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {error}") from error
        rows: list[dict[str, Any]] = []
        for number, line in enumerate(content.split(b"\n")[:-1], start=1):
            try:
                rows.append(json.loads(line))
            except ValueError as error:
                raise StoreError(f"{self.path} is damaged in line {number}: {error}") from error
        return rows

    def append(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add lines and have them on disk before returning.

        Raises:
            StoreError: The file cannot be written.
        """
        text = "".join(
            json.dumps(row, allow_nan=False, ensure_ascii=False) + "\n" for row in rows
        ).encode("utf-8", "backslashreplace")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                size = file.tell()
                whole = self._whole(size)
                if whole < size:
                    file.truncate(whole)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _whole(self, size: int) -> int:
        """How many bytes end with the last line break."""
        if size == 0:
            return 0
        with self.path.open("rb") as file:
            file.seek(size - 1)
            if file.read(1) == b"\n":
                return size
        return self.path.read_bytes().rfind(b"\n") + 1


def open_run(folder: Path, kind: str, manifest: Mapping[str, Any]) -> None:
    """Begin a run in a folder, or make sure that the one begun there is the same.

    Args:
        folder: The run's folder; made if absent.
        kind: `questions` or `pairs`.
        manifest: What must not change between beginning and resuming.

    Raises:
        StoreError: The folder holds another run; says what differs.
    """
    path = folder / "run.json"
    wanted = {"format": FORMAT, "version": VERSION, "kind": kind, **manifest}
    if not path.exists():
        if folder.is_dir() and any(not p.name.startswith(".") for p in folder.iterdir()):
            raise StoreError(f"{folder} is not empty and holds no run: choose another folder")
        write_json(path, wanted)
        return
    found = read_manifest(folder)
    changed = [
        name for name in {**found, **wanted} if _plain(found.get(name)) != _plain(wanted.get(name))
    ]
    if changed:
        raise StoreError(
            f"{folder} holds a run with another {' and '.join(sorted(changed))}. Its records are "
            "not used for this one: choose another folder, or remove that one"
        )


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read what a run is of.

    Raises:
        StoreError: There is no run, or one of another version.
    """
    path = folder / "run.json"
    if not path.exists():
        raise StoreError(f"{folder} is not the folder of a run: it has no run.json")
    found = read_json(path)
    if found.get("format") != FORMAT or found.get("version") != VERSION:
        raise StoreError(
            f"{path}: expected {FORMAT} version {VERSION}, found {found.get('format')} "
            f"version {found.get('version')}"
        )
    return found


def _plain(value: Any) -> Any:
    """What a value is once it was written and read."""
    return json.loads(json.dumps(value))


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        f"{path} cannot be written: {error.strerror or error}. "
        "Choose a folder that can be written and has room"
    )
