"""An answer as strict JSON, and back, whole.

`docs/answer-schema.md` describes the format. Pictures are not in the JSON: each
is named there by a file below the answer's folder, with its SHA-256.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

import attrs
import cattrs
from cattrs.errors import BaseValidationError

from gvqa_core.errors import StoreError
from gvqa_core.types import Answer, BinaryLabel, Evidence, NLILabel, Picture

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = "gvqa-answer"
VERSION = 1
"""Raised when a reader of the older version could misunderstand the newer one."""

ReadPicture = Callable[[str], bytes]
"""Gives the bytes of a picture file, by its name relative to the answer's folder."""

_PICTURE_NAME = re.compile(r"frames/[0-9A-Za-z][0-9A-Za-z._-]*\.png")


def picture_files(answer: Answer) -> dict[str, tuple[str, Picture]]:
    """Name a file for each distinct picture in an answer.

    Returns:
        SHA-256 → (name relative to the answer's folder, picture). The name holds
        the presentation time in seconds and the start of the hash, so that a
        folder lists in the order of the video: `frames/00012.500s-1a2b3c4d5e6f.png`.
    """
    files: dict[str, tuple[str, Picture]] = {}
    for look in _looks(answer):
        picture = look.picture
        if picture is None or picture.sha256 in files:
            continue
        time = look.timestamp if look.pts is None else look.pts
        name = f"frames/{max(time, 0.0):09.3f}s-{picture.sha256[:12]}.png"
        files[picture.sha256] = (name, picture)
    return files


def to_json(answer: Answer) -> dict[str, Any]:
    """Turn an answer into plain data that `json.dumps(..., allow_nan=False)` accepts.

    A number that is not finite becomes the string `"NaN"`, `"Infinity"` or
    `"-Infinity"`. Values of foreign types in `provenance` become text.
    """
    names = {sha: name for sha, (name, _) in picture_files(answer).items()}

    def plain(value: Any) -> Any:
        if isinstance(value, Picture):
            return {
                "file": names[value.sha256],
                "sha256": value.sha256,
                "width": value.width,
                "height": value.height,
            }
        if attrs.has(cast("type[Any]", type(value))):
            return {f.name: plain(getattr(value, f.name)) for f in attrs.fields(type(value))}
        if isinstance(value, Mapping):
            items = cast("Mapping[Any, Any]", value)
            return {str(key): plain(item) for key, item in items.items()}
        if isinstance(value, (list, tuple)):
            return [plain(item) for item in cast("Iterable[Any]", value)]
        if isinstance(value, (set, frozenset)):
            return sorted(str(item) for item in cast("Iterable[Any]", value))
        return scalar(value)

    return {
        "format": FORMAT,
        "version": VERSION,
        "summary": {
            "claims": len(answer.claims),
            "grounded": len(answer.grounded),
            "unverified": len(answer.unverified),
        },
        **plain(answer),
    }


def from_json(data: Mapping[str, Any], read_picture: ReadPicture | None = None) -> Answer:
    """Rebuild an answer from what `to_json` gave.

    Args:
        data: The parsed JSON.
        read_picture: Gives each picture's bytes; without it pictures keep their
            size and hash and have empty `png`.

    Raises:
        StoreError: This is no saved answer, is of a newer version, or is damaged;
            the message names the place.
    """
    if data.get("format") != FORMAT:
        raise StoreError(
            f"Expected a saved answer (format {FORMAT!r}), found {data.get('format')!r}.",
            stage="report",
        )
    if data.get("version") != VERSION:
        raise StoreError(
            f"This answer has format version {data.get('version')!r}, and this gvqa reads "
            f"version {VERSION}; install the version of gvqa that wrote it, or a newer one.",
            stage="report",
        )
    try:
        return _converter(read_picture).structure(data, Answer)
    except BaseValidationError as error:
        where = "; ".join(cattrs.transform_error(error, format_exception=_said)[:3])
        raise StoreError(f"The saved answer is damaged: {where}.", stage="report") from error


def _looks(answer: Answer) -> Iterable[Evidence]:
    for claim in answer.claims:
        yield claim.evidence
        yield from claim.looked_at
        if claim.entailed_at is not None:
            yield claim.entailed_at
    for check in answer.premises:
        if check.closest is not None:
            yield check.closest


def _said(error: BaseException, _: object) -> str:
    return f"{type(error).__name__}: {error}"


def scalar(value: Any) -> str | int | float | bool | None:
    """One value as a saved answer holds it; see `to_json`."""
    if isinstance(value, float):
        if math.isfinite(value):
            return float(value)
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if hasattr(value, "item"):  # a NumPy number
        return scalar(value.item())
    return str(value)


def _converter(read_picture: ReadPicture | None) -> cattrs.Converter:
    """A converter that knows the three things cattrs cannot guess.

    Equal pictures become one object, since evidence is compared by its picture.
    """
    converter = cattrs.Converter()
    pictures: dict[str, Picture] = {}
    three_way = {item.value for item in NLILabel}

    def picture(data: Mapping[str, Any], _: object) -> Picture:
        name, sha256 = str(data["file"]), str(data["sha256"])
        if not _PICTURE_NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not the name of a picture below frames/")
        if sha256 not in pictures:
            png = read_picture(name) if read_picture else b""
            pictures[sha256] = Picture(png, int(data["width"]), int(data["height"]), sha256)
        return pictures[sha256]

    def label(value: str, _: object) -> NLILabel | BinaryLabel:
        return NLILabel(value) if value in three_way else BinaryLabel(value)

    converter.register_structure_hook(Picture, picture)
    converter.register_structure_hook(NLILabel | BinaryLabel, label)
    converter.register_structure_hook_func(
        lambda kind: kind == NLILabel | BinaryLabel | None,
        lambda value, kind: None if value is None else label(value, kind),
    )
    return converter
