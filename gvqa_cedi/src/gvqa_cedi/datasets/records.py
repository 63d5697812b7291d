"""Reading big JSON files record by record, and setting bad records aside by name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

from attrs import define, field

from gvqa_cedi.errors import GraphError

RecordT = TypeVar("RecordT")
ResultT = TypeVar("ResultT")

_CHUNK = 1 << 20
_BLANK = re.compile(r"[ \t\r\n]*")
_BETWEEN = re.compile(r"[ \t\r\n,]*")


@define
class Warnings:
    """What was set aside while reading, in the order met.

    Attributes:
        messages: Each names the image and says what was skipped and why.
    """

    messages: list[str] = field(factory=list[str])

    def skip(self, image: object, what: str) -> None:
        """Note that something of an image was skipped."""
        self.messages.append(f"image {image}: {what}; skipped")


def stream(path: Path) -> Iterator[Any]:
    """Yield the records of a JSON array, of JSON Lines, or the one value of the file.

    An array is read piece by piece: Visual Genome's is 0.8 GB.

    Raises:
        GraphError: The file is not there, or is not JSON where it says so.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_CHUNK)
            start = _skip(_BLANK, text, 0)
            if text[start : start + 1] == "[":
                yield from _values(file.read, text[start + 1 :], path)
            else:
                yield from _values(file.read, text[start:], path)
    except FileNotFoundError as error:
        raise GraphError(f"There is no file '{path}'.") from error
    except UnicodeDecodeError as error:
        raise GraphError(f"'{path}' is not UTF-8 text ({error.reason}).") from error


def _values(read: Callable[[int], str], text: str, path: Path) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    position, count, size = 0, 0, _CHUNK
    while True:
        position = _skip(_BETWEEN, text, position)
        if text[position : position + 1] == "]":
            return
        try:
            value, end = decoder.raw_decode(text, position)
            # A number at the end of the text may go on in the next piece.
            whole = end < len(text) or not isinstance(value, int | float)
        except json.JSONDecodeError as error:
            value, end, whole, problem = None, position, False, error.msg
        else:
            problem = ""
        if whole:
            yield value
            position, count, size = end, count + 1, _CHUNK
            continue
        more = read(size)
        size *= 2  # A record longer than a piece is not scanned again and again.
        if not more:
            if position < len(text) and not problem:
                yield value
                return
            if position < len(text):
                raise GraphError(
                    f"'{path}' is not JSON after its first {count} records: {problem}."
                )
            return
        text, position = text[position:] + more, 0


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def by_image(records: Iterable[Any], key: str) -> Iterator[tuple[object, Any]]:
    """Pair each record with the image it names under `key`; None when it names none."""
    for record in records:
        yield (
            (cast("dict[str, Any]", record).get(key) if isinstance(record, dict) else None),
            record,
        )


def read_each(
    records: Iterable[tuple[object, RecordT]],
    read: Callable[[RecordT], ResultT],
    warnings: Warnings,
) -> Iterator[ResultT]:
    """Read each (image, record); one that cannot be read is set aside, the others stay."""
    for image, record in records:
        try:
            yield read(record)
        except GraphError as error:
            warnings.skip(image, str(error).rstrip("."))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            warnings.skip(image, f"the record has another form ({error!r})")
