"""Tells a sentence's reference to the video's time from times that are its content.

"A man waves at 00:05." says when, and the citation says it already: what is
judged is "A man waves." But "The clock shows 10:30." is about a time, and
without it the claim would be another, easier one. So a reference is taken off
only where its form is a video's ("[00:05]", "at the 5-second mark", "(12.3s)")
or where it names the cited time; when in doubt it stays and is judged. English only.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from gvqa_core.reading.times import read_span

Span: TypeAlias = tuple[float, float]
_Doubt: TypeAlias = Literal["none", "unless_cited", "content"]

_N = r"[0-9]{1,6}(?:\.[0-9]{1,6})?"
_CLOCK = r"(?:[0-9]{1,3}:)?[0-9]{1,3}:[0-5][0-9](?:[.,][0-9]{1,6})?"
_UNIT = r"(?:seconds?|secs?|s|minutes?|mins?|m)\b"
_LENGTH = rf"{_N}[\s-]?{_UNIT}(?:\s(?:and\s)?{_N}[\s-]?{_UNIT})?"
_POINT = rf"(?:{_CLOCK}|{_LENGTH}|{_N})"
_SPAN = rf"(?P<span>{_POINT}(?:\s?(?:-|–|—|to|and|until|through)\s?{_POINT})?)"
_NEAR = r"(?:(?:around|about|approximately|roughly|exactly|~|≈)\s?)?"
_PREPOSITION = r"(?P<preposition>at|from|@|around|near|between|during)\s?\b"
_LABEL = r"(?P<label>(?:the\s)?(?:timestamp|time|second)\s?[=:]?\s?|t\s?[=:]\s?)?"
_PLACE = r"(?:the|this)\s(?:video|clip|footage|recording|film)"
_START = r"[\s,;–—-]"
_END = r"(?P<end>[.!?。]*)\s*\Z"

_BRACKETED = re.compile(
    rf"{_START}*(?P<bracket>[\[(])\s?(?:{_PREPOSITION})?{_NEAR}{_LABEL}{_SPAN}"
    rf"(?:\s(?:in|into|of)\s{_PLACE})?\s?[\])]{_END}",
    re.IGNORECASE,
)
_MARK = re.compile(
    rf"{_START}+(?:{_PREPOSITION})?{_NEAR}\s?the\s(?P<span>{_LENGTH}|{_CLOCK})[\s-](?:mark|point)"
    rf"(?:\s(?:in|into|of)\s{_PLACE})?{_END}",
    re.IGNORECASE,
)
_INTO = re.compile(
    rf"{_START}+(?:{_PREPOSITION})?{_NEAR}(?P<span>{_LENGTH}|{_CLOCK})\s(?:in|into\s{_PLACE}){_END}",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    rf"{_START}+{_PREPOSITION}\s?{_NEAR}{_LABEL}{_SPAN}(?P<place>\s(?:in|into|of)\s{_PLACE})?{_END}",
    re.IGNORECASE,
)
_STAMP = re.compile(rf"\[\s?{_SPAN}\s?\]\s?[:-]?\s*")

_LONG_OR_ZERO = re.compile(r"[0-9]{1,3}:[0-9]{2}:|0{1,2}:")
_PADDED = re.compile(r"0[0-9]:")
_NUMBER = re.compile(rf"{_N}\Z")
_SHORT_LENGTH = re.compile(rf"{_N}s\Z")

_INSTRUMENT = re.compile(
    r"\b(?:clocks?|timers?|stopwatch|watch|counter|countdown|scoreboard|score|display|timecode"
    r"|record|speed|temperature|thermometer|price|odometer|speedometer)\b",
    re.IGNORECASE,
)
_SCHEDULE = re.compile(
    r"\b(?:leav|depart|arriv|start|beg[aiu]n|open|clos|end|stop|finish|meet|schedul|alarm|train"
    r"|appointment|flight|bus\b|due\b|airs?\b|announc|list|agenda|calendar|slide|sign\b|poster"
    r"|timetable|text\b|title|caption|reads?\b|shows?\b|says?\b|screen)",
    re.IGNORECASE,
)
_NEEDS_ITS_OBJECT = re.compile(
    r"\b(?:is|are|was|were|be|been|stands?|stays?|remains?|sits?|sets?|reads?|shows?|says?"
    r"|displays?|lasts?|lasted|takes?|took|for|after|before|until|within|of|than|every)\Z",
    re.IGNORECASE,
)
_ROUNDING = 1.0
_EXACT = 0.05


def hypothesis(text: str, *, cited: float | None = None) -> str:
    """Return a claim's sentence without its trailing reference to the video's time.

    Args:
        text: The sentence.
        cited: The time the claim cites, seconds. With it, forms that could be
            content ("at 10:30") are taken off when they name that time.

    Returns:
        The sentence; unchanged when it has no such reference.
    """
    return split_reference(text, cited=cited)[0]


def split_reference(text: str, *, cited: float | None = None) -> tuple[str, Span | None]:
    """Split a sentence from its reference to the video's time.

    The stamp of a caption copied to the front ("[9.5] A man waves.") is one too.

    Args:
        text: The sentence.
        cited: The time the claim cites, seconds.

    Returns:
        The sentence as `hypothesis` gives it, and (start, end) in seconds of the
        reference that was taken off; None when there was none.
    """
    rest = text.strip()
    stated: Span | None = None
    for _ in range(3):  # "at 00:05 (5.0s)"
        shorter, span = _without_trailing(rest, cited)
        if span is None:
            break
        rest, stated = shorter, stated or span
    stamp = _STAMP.match(rest)
    if stamp:
        span = _read(stamp["span"])
        doubt = _bracket_doubt(stamp["span"], square=True)
        if span and _settled(doubt, span, cited, _EXACT) and _has_words(rest[stamp.end() :]):
            rest, stated = rest[stamp.end() :], stated or span
    return rest, stated


def _without_trailing(text: str, cited: float | None) -> tuple[str, Span | None]:
    tail_start = max(0, len(text) - 120)
    for pattern in (_BRACKETED, _MARK, _INTO, _PLAIN):
        match = pattern.search(text, tail_start)
        if match is None:
            continue
        head = text[: match.start()].rstrip(" ,;–—-")
        span = _read(match["span"])
        if span is None or not _has_words(head):
            continue
        tolerance = _EXACT if _NUMBER.match(match["span"]) else _ROUNDING
        if _settled(_doubt(pattern, match, head), span, cited, tolerance):
            return head if head[-1] in ".!?。" else head + match["end"], span
    return text, None


def _doubt(pattern: re.Pattern[str], match: re.Match[str], head: str) -> _Doubt:
    """How far a trailing time may be content rather than a reference."""
    written = match["span"]
    if pattern is _BRACKETED:
        labelled = bool(match["label"] or match["preposition"])
        return "none" if labelled else _bracket_doubt(written, square=match["bracket"] == "[")
    measures = _INSTRUMENT.search(head) and not re.search(r"[0-9]", head)
    if measures or _NEEDS_ITS_OBJECT.search(head):
        return "content"
    if pattern is not _PLAIN:
        return "none"
    scheduled = bool(_SCHEDULE.search(head))
    if _NUMBER.match(written) and not match["label"]:
        return "content" if scheduled else "unless_cited"
    if not re.search(r"[:a-z]", written, re.IGNORECASE) and not match["label"]:
        return "content"  # "drops from 12 to 10"
    if scheduled:
        return "unless_cited"
    if match["label"] or match["place"] or _LONG_OR_ZERO.match(written):
        return "none"
    exact = match["preposition"].lower() in ("at", "from", "@")
    video_like = _PADDED.match(written) or ":" not in written
    return "none" if exact and video_like else "unless_cited"


def _bracket_doubt(written: str, *, square: bool) -> _Doubt:
    if _LONG_OR_ZERO.match(written) or _PADDED.match(written) or _SHORT_LENGTH.match(written):
        return "none"
    if square and (":" in written or "." in written or not _NUMBER.match(written)):
        return "none"
    return "unless_cited"


def _settled(doubt: _Doubt, span: Span, cited: float | None, tolerance: float) -> bool:
    if doubt == "unless_cited":
        return cited is not None and span[0] - tolerance <= cited <= span[1] + tolerance
    return doubt == "none"


def _read(written: str) -> Span | None:
    try:
        return read_span(written)
    except ValueError:
        return None


def _has_words(text: str) -> bool:
    return any(character.isalpha() for character in text)
