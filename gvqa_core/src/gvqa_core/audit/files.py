"""The folder by itself: is every file whole, and is the page the answer's own?"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gvqa_core.audit.pixels import decoded, difference
from gvqa_core.errors import StoreError
from gvqa_core.report import from_json
from gvqa_core.report.save import ANSWER, REPORT

if TYPE_CHECKING:
    from gvqa_core.audit.findings import Notes
    from gvqa_core.types import Answer

_URI = re.compile(r"data:image/(?:jpeg|png);base64,([A-Za-z0-9+/=]*)")
_GENERATOR = re.compile(r'<meta name="generator" content="([^"]*)">')


def read_answer(folder: Path, notes: Notes) -> Answer:
    """Read the answer and check each of its picture files.

    A picture that is missing is noted, and empty in the answer.

    Raises:
        StoreError: There is no answer, or it is damaged beyond reading.
    """
    try:
        data = json.loads((folder / ANSWER).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"No saved answer could be read from {folder}: {error}") from error
    if not isinstance(data, dict):
        raise StoreError(f"{folder / ANSWER} is not a saved answer.")
    contents: dict[str, bytes] = {}

    def read(name: str) -> bytes:
        try:
            contents[name] = (folder / name).read_bytes()
        except OSError:
            contents[name] = b""
        return contents[name]

    plain = cast("dict[str, Any]", data)
    answer = from_json(plain, read)
    before = notes.bad
    named = {(str(each["file"]), str(each["sha256"])): each for each in _pictures(plain["claims"])}
    for (name, sha256), picture in named.items():
        content = contents[name] if name in contents else read(name)
        _check_picture(name, sha256, picture, content, notes)
    if notes.bad == before:
        notes.ok("files", f"{len(named)} of {len(named)} pictures have the hash recorded")
    _check_summary(plain, answer, notes)
    return answer


def check_page(folder: Path, answer: Answer, notes: Notes) -> None:
    """Compare `report.html` with what the answer renders to."""
    from gvqa_core.report.html import report_html

    try:
        page = (folder / REPORT).read_text(encoding="utf-8")
    except (OSError, ValueError):
        notes.mismatch(REPORT, "it is missing or cannot be read")
        return
    wanted = report_html(answer)
    if _generator(page) != _generator(wanted):
        notes.unchecked(REPORT, "the page was written by another version of gvqa")
    elif _URI.sub("", page) != _URI.sub("", wanted):
        notes.mismatch(REPORT, "the page does not show what answer.json says")
    elif not all(map(_alike, _URI.findall(page), _URI.findall(wanted))):
        notes.mismatch(REPORT, "a picture in the page is not the one in frames/")
    else:
        notes.ok(REPORT, "the page shows what answer.json says")


def _pictures(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value)
        if "file" in items and "sha256" in items:
            yield items
            return
        value = list(items.values())
    if isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from _pictures(item)


def _check_picture(
    name: str, sha256: str, picture: Mapping[str, Any], content: bytes, notes: Notes
) -> None:
    if not content:
        notes.mismatch(name, "the file is missing or empty")
        return
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        notes.mismatch(name, f"its SHA-256 is {found}, recorded is {sha256}")
    image = decoded(content)
    if image is None:
        notes.mismatch(name, "it is no picture")
    elif image.shape[:2] != (picture.get("height"), picture.get("width")):
        height, width = image.shape[:2]
        notes.mismatch(name, f"it is {width} × {height}, which is not the size recorded")


def _check_summary(data: Mapping[str, Any], answer: Answer, notes: Notes) -> None:
    counts = {
        "claims": len(answer.claims),
        "grounded": len(answer.grounded),
        "unverified": len(answer.unverified),
    }
    if data.get("summary") != counts:
        notes.mismatch("summary", f"it says {data.get('summary')}, the claims make {counts}")


def _generator(page: str) -> str:
    found = _GENERATOR.search(page)
    return found.group(1) if found else ""


def _alike(one: str, other: str) -> bool:
    """Equal, or the same picture compressed by another build of the encoder."""
    if one == other:
        return True
    left, right = decoded(base64.b64decode(one)), decoded(base64.b64decode(other))
    return left is not None and right is not None and difference(left, right).alike
