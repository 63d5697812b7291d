"""Reads a time as a model writes it: a number, "12s", "01:23", "1:02:03", a range.

Whatever could mean two things is refused with a reason. A range stands for its
start, a list of two times too. All results are seconds from the first frame.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

NOT_UNDERSTOOD = "timestamp not understood"

_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_UNIT_WORDS = {
    "h": r"hours?|hrs?|h",
    "m": r"minutes?|mins?|m",
    "s": r"seconds?|secs?|s",
    "ms": r"milliseconds?|msecs?|ms",
}
_NUMBER = r"[0-9]{1,12}(?:[.,][0-9]{1,12})?|\.[0-9]{1,12}"
_PLAIN = re.compile(rf"(?:{_NUMBER})\Z")
_CLOCK = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-9]{1,2}(?:[.,][0-9]{1,9})?)\Z")
_WITH_UNITS = re.compile(
    "".join(
        rf"(?:(?P<{unit}>{_NUMBER})\s*-?(?:{words})\.?(?![a-z])\s*(?:,|and)?\s*)?"
        for unit, words in _UNIT_WORDS.items()
    )
    + r"\Z"
)
_UNIT_OF = {
    unit: re.compile(rf"[0-9.]\s*-?(?:{words})\.?\Z") for unit, words in _UNIT_WORDS.items()
}
_LEAD = re.compile(
    r"(?:(?:at|around|about|approximately|approx\.?|circa|from|between|timestamp|time|t|the)\b"
    r"\s*[:=]?|[~≈@])\s*"
)
_RANGE = re.compile(r"\s*(?:-{1,2}>|→|\bto\b|\buntil\b|\bthrough\b|\band\b|\.\.+|-)\s*|\s*,\s+")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_BRACKETS = {"[": "]", "(": ")", "<": ">", '"': '"', "'": "'"}
_LONGEST = 80


def read_time(value: Any) -> float:
    """Read a time.

    Args:
        value: What stands in the time field: a number of seconds, a text, a list of
            one or two times, or a mapping with `start` (and `end`).

    Returns:
        Seconds, finite and >= 0.

    Raises:
        ValueError: The value is no time, is negative, or could mean two things.
            The message is the reason, fit to be shown.
    """
    return read_span(value)[0]


def read_span(value: Any) -> tuple[float, float]:
    """Read a time or a range of times as (start, end); equal for a single time.

    Raises:
        ValueError: As `read_time`.
    """
    if isinstance(value, bool) or value is None:
        raise ValueError(f"{NOT_UNDERSTOOD}: {_shown(value)}")
    if isinstance(value, int | float):
        seconds = _number(value)
        return seconds, seconds
    if isinstance(value, str):
        return _read_text(value)
    if isinstance(value, Mapping):
        return _read_bounds(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        if len(value) not in (1, 2) or not all(isinstance(v, int | float | str) for v in value):
            raise ValueError(f"{NOT_UNDERSTOOD}: expected one time, found {_shown(value)}")
        return _ordered(read_time(value[0]), read_time(value[-1]), value)
    raise ValueError(f"{NOT_UNDERSTOOD}: {_shown(value)}")


def _number(value: float) -> float:
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not math.isfinite(seconds):
        raise ValueError("timestamp is not a finite number")
    if seconds < 0:
        raise ValueError(f"timestamp is before the start of the video: {_shown(value)}")
    return seconds + 0.0  # -0.0 becomes 0.0


def _read_bounds(value: Mapping[Any, Any]) -> tuple[float, float]:
    bounds = {str(key).strip().lower(): bound for key, bound in value.items()}
    start = bounds.get("start")
    end = bounds.get("end", start)
    if not isinstance(start, int | float | str) or not isinstance(end, int | float | str):
        raise ValueError(f"{NOT_UNDERSTOOD}: expected a start, found {_shown(value)}")
    return _ordered(read_time(start), read_time(end), value)


def _read_text(written: str) -> tuple[float, float]:
    if len(written) > _LONGEST:
        raise ValueError(f"{NOT_UNDERSTOOD}: {_shown(written)}")
    text = unicodedata.normalize("NFKC", written).translate(_DASHES).strip().lower()
    if len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    while lead := _LEAD.match(text):
        text = text[lead.end() :]
    if re.match(r"-\s*[0-9.]", text):
        raise ValueError(f"timestamp is before the start of the video: {_shown(written)}")
    single = _seconds(text)
    if single is not None:
        return single, single
    # A hyphen may join a number to its unit ("5-second"), so ranges are tried after.
    parts = [part.strip("[]() ") for part in _RANGE.split(text)]
    if len(parts) == 2 and all(parts):
        start, end = _with_shared_unit(parts[0], parts[1])
        first, last = _seconds(start), _seconds(end)
        clock_without_its_minutes = ":" in end and ":" not in start
        if first is not None and last is not None and not clock_without_its_minutes:
            return _ordered(first, last, written)
    raise ValueError(f"{NOT_UNDERSTOOD}: {_shown(written)}")


def _with_shared_unit(start: str, end: str) -> tuple[str, str]:
    """In "1-2 min" the unit belongs to both numbers."""
    if _PLAIN.match(start):
        for unit, pattern in _UNIT_OF.items():
            if pattern.search(end):
                return f"{start} {unit}", end
    return start, end


def _seconds(text: str) -> float | None:
    if _PLAIN.match(text):
        return _decimal(text)
    clock = _CLOCK.match(text)
    if clock:
        hours, minutes, seconds = clock.groups()
        second = float(seconds.replace(",", "."))
        if second >= 60 or (hours is not None and int(minutes) >= 60):
            return None
        return int(hours or 0) * 3600.0 + int(minutes) * 60.0 + second
    units = _WITH_UNITS.match(text)
    if units and text:
        found = {unit: number for unit, number in units.groupdict().items() if number}
        values = {unit: _decimal(number) for unit, number in found.items()}
        if any(value is None for value in values.values()):
            return None
        # `sum` over exact products: "7500 ms" is 7.5, not 7.500000000000001.
        return round(math.fsum(_UNITS[unit] * (value or 0.0) for unit, value in values.items()), 9)
    return None


def _decimal(number: str) -> float | None:
    """Read "12,5" as 12.5; "1,234" may be a thousand: None."""
    whole, comma, fraction = number.partition(",")
    if comma and len(fraction) > 2:
        return None
    return float(f"{whole}.{fraction}") if comma else float(number)


def _ordered(start: float, end: float, written: object) -> tuple[float, float]:
    if end < start:
        raise ValueError(f"{NOT_UNDERSTOOD}: {_shown(written)} runs backwards")
    return start, end


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
