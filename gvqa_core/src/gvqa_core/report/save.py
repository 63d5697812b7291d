"""Writes an answer to a folder so that what is there is always whole.

Everything is first written to a hidden sibling folder. A new folder then appears
by one rename. In a folder that exists, pictures are moved in first and
`answer.json` last; picture names hold their hash, so that until that moment the
answer that was there before keeps all its files.
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gvqa_core.errors import StoreError
from gvqa_core.report.serialise import FORMAT, from_json, picture_files, to_json

if TYPE_CHECKING:
    from gvqa_core.types import Answer

ANSWER, REPORT, FRAMES = "answer.json", "report.html", "frames"


def save(answer: Answer, folder: str | os.PathLike[str]) -> Path:
    """Write `answer.json`, `frames/*.png` and `report.html`.

    Args:
        answer: What to keep.
        folder: Where; made if absent. An earlier answer there is replaced; files
            that are not an answer's are left alone.

    Returns:
        The path of `report.html`.

    Raises:
        StoreError: The folder cannot be written. What was there before is intact.
    """
    target = Path(folder).absolute()
    staging = target.parent / f".{target.name}.{uuid.uuid4().hex[:12]}.part"
    try:
        _write(answer, staging)
        if target.exists():
            _move_into(staging, target)
        else:
            staging.rename(target)
    except OSError as error:
        raise StoreError(
            f"The answer could not be saved to {target}: {error.strerror or error}. "
            "Choose a folder that can be written and has room.",
            stage="report",
        ) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return target / REPORT


def load(folder: str | os.PathLike[str]) -> Answer:
    """Read a saved answer, pictures included.

    Args:
        folder: A folder that `save` wrote.

    Returns:
        The answer as it was saved.

    Raises:
        StoreError: There is no saved answer, or it is damaged or of another version.
    """
    root = Path(folder)
    try:
        data = json.loads((root / ANSWER).read_text(encoding="utf-8"))
        if not isinstance(data, dict):
            raise StoreError(f"{root / ANSWER} is not a saved answer.", stage="report")
        return from_json(cast("dict[str, Any]", data), lambda name: (root / name).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(
            f"No saved answer could be read from {root}: {error}", stage="report"
        ) from error


def _write(answer: Answer, folder: Path) -> None:
    from gvqa_core.report.html import report_html

    (folder / FRAMES).mkdir(parents=True)
    for name, picture in picture_files(answer).values():
        _write_file(folder / name, picture.png)
    _write_file(folder / REPORT, report_html(answer).encode("utf-8"))
    text = json.dumps(to_json(answer), allow_nan=False, ensure_ascii=False, indent=1)
    # A lone surrogate (from a file name that is not UTF-8) becomes its JSON escape.
    _write_file(folder / ANSWER, text.encode("utf-8", "backslashreplace") + b"\n")


def _write_file(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _move_into(staging: Path, target: Path) -> None:
    before = _pictures_of(target)
    (target / FRAMES).mkdir(exist_ok=True)
    for picture in (staging / FRAMES).iterdir():
        picture.replace(target / FRAMES / picture.name)
        before.discard(picture.name)
    (staging / REPORT).replace(target / REPORT)
    (staging / ANSWER).replace(target / ANSWER)
    for name in before:
        (target / FRAMES / name).unlink(missing_ok=True)


def _pictures_of(folder: Path) -> set[str]:
    """The picture files that belong to the answer already in a folder."""
    try:
        data = json.loads((folder / ANSWER).read_bytes())
        if data["format"] != FORMAT:
            return set()
        old = from_json(data)
    except (OSError, ValueError, RecursionError, TypeError, KeyError, StoreError):
        return set()
    return {Path(name).name for name, _ in picture_files(old).values()}
