"""Reads one JSON value as models write it, with a short list of allowances.

Standard JSON is read as JSON. Beyond it, only what can be read in one way is
taken: other quotation marks, bare keys and bare numbers, comments, trailing or
missing commas between items, a forgotten closing brace, quotation marks inside
a sentence whose end is plain. A general repair library is not used: it keeps
halves of sentences as if whole (`'It''s a dog'` becomes `It`), and a changed
claim is worse than none.

Output that was cut off is marked, never completed.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from attrs import frozen

MAX_DEPTH = 12
"""Arrays and objects inside each other; claims need four."""

EFFORT = 48
"""Characters looked at for each character of the text before giving up."""
_STEP = 8
"""What each look costs, however short."""

# Possessive: what was taken for space or a key is never taken back, so no pattern backtracks.
_SPACE = r"(?:\s|//[^\n]{0,200}+|/\*[^*]{0,200}+\*/)*+"
_KEY = (
    r"(?:\"(?:[^\"\\\n]|\\.){0,200}+\"|'[^'\n]{1,40}+'|[“”„][^“”\n]{1,40}+[“”]"
    r"|‘[^’\n]{1,40}+’|[A-Za-z_]\w{0,40}+)"
)
_CLOSERS = {'"': '"', "'": "'", "“": '“”"', "”": "”", "„": "“”", "‘": "’", "’": "’"}
_MARKS = {opener: re.compile(rf"\\.|[{marks}]", re.DOTALL) for opener, marks in _CLOSERS.items()}
_IS_SPACE = re.compile(_SPACE)
_COLON = re.compile(rf"{_SPACE}[:：]{_SPACE}")
_COMMA = re.compile(rf"{_SPACE}[,，]{_SPACE}")
_BARE_KEY = re.compile(r"[A-Za-z_]\w{0,40}")
_BARE_NUMBER = re.compile(r"[+\-.\d][^,，{}\[\]\"'“”‘’\n]*")
_BARE_WORD = re.compile(r"[^\s,，:：{}\[\]\"'“”„‘’`]+")
_COMMENT = re.compile(r"//|/\*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,300})(?:\.\d{1,300})?(?:[eE][+-]?\d{1,5})?\Z", re.ASCII)
_AFTER_KEY = re.compile(rf"{_SPACE}[:：]")
_AFTER_MEMBER = re.compile(
    rf"{_SPACE}[}}\]]"
    rf"|(?:{_SPACE}[,，]|[ \t\r]*+\n){_SPACE}(?:{_KEY}{_SPACE}[:：]|[}}\]{{])"
)
_AFTER_ITEM = re.compile(rf"{_SPACE}[,，\]]")
_NEXT_OBJECT = re.compile(r"[}\],\[]\s*+(?=\{)")
_LOOKS_LIKE_CLAIM = re.compile(r"\{\s*+[\"'“„‘]?(?:claim|timestamp)\b", re.IGNORECASE)
_ANY_MARK = re.compile(r"(?<!\\)[\"'“”„‘’]")
_QUOTED_WORDS = re.compile(
    r"(?<![\w\\])(?:\"(?=\S)[^\"]+(?<=\S)\"|'(?=\S)[^']+(?<=\S)'|[“„](?=\S)[^“”„]+(?<=\S)[“”]"
    r"|‘(?=\S)[^‘’]+(?<=\S)’)(?!\w)"
)
_LONELY_MARK = re.compile(r"(?<=\d)[\"'”’]|(?<=[^\W\d_])['’](?=[^\W\d_])")
_KEY_INSIDE = re.compile(
    r"[\"'“”‘’]\s*(?:claim|statement|timestamp|time)\s*[\"'“”‘’]\s*[:：]", re.IGNORECASE
)
_ESCAPE = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\u([0-9a-fA-F]{4})|\\(.)",
    re.DOTALL,
)
_PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "none": None}


@frozen
class Bare:
    """A value written without quotation marks, such as `00:05` or `NaN`."""

    text: str


class Mended(str):
    """A text in which quotation marks that were not escaped were taken as its own."""


@frozen
class Array:
    """An array; `cut` when the text ended, or went astray, before its closing bracket."""

    items: tuple[Value, ...]
    cut: bool = False


@frozen
class Object:
    """An object with its members in order, so that keys written twice can be seen.

    When `cut`, the text ended before the closing brace and no member is certain.
    """

    members: tuple[tuple[str, Value], ...]
    cut: bool = False


@frozen
class Malformed:
    """Something that began like a claim object and cannot be read."""

    text: str
    reason: str


Value: TypeAlias = str | float | bool | Bare | Array | Object | Malformed | None


class NotJSONError(Exception):
    """What stands here is not JSON, nor near it."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(reason)
        self.position = position
        self.reason = reason


class CutOffError(Exception):
    """The text ends inside a value that has no whole part."""


class TooTangledError(Exception):
    """The effort allowed for this text is used up."""


class ValueReader:
    """Reads values at given positions of one text.

    Every method that reads returns what it read and the position after it, and
    counts the characters it looked at, so that the whole work stays proportional
    to the length of the text however tangled it is.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._effort = EFFORT * len(text) + 20_000
        self._no_object_from = len(text) + 1

    def read(self, at: int) -> tuple[Value, int]:
        """Read the value whose first character stands at a position.

        Raises:
            NotJSONError: There is none.
            CutOffError: The text ends inside it.
            TooTangledError: The effort allowed is used up.
        """
        return self._value(at, 0, _AFTER_ITEM)

    def looks_like_claim(self, at: int) -> bool:
        """Whether an object with a `claim` or `timestamp` seems to start here."""
        return _LOOKS_LIKE_CLAIM.match(self.text, at) is not None

    def malformed(self, start: int, end: int, reason: str) -> Malformed:
        """Quote what could not be read, for the reason given."""
        stop = max(end, self.text.find("}", end, start + 200) + 1, start + 1)
        return Malformed(self.text[start : min(stop, start + 200)].strip(" ,[\n"), reason)

    def spend(self, characters: int) -> None:
        """Count one look at a number of characters."""
        self._effort -= characters + _STEP
        if self._effort < 0:
            raise TooTangledError

    def _value(self, at: int, depth: int, after: re.Pattern[str]) -> tuple[Value, int]:
        if at >= len(self.text):
            raise CutOffError
        if depth > MAX_DEPTH:
            raise NotJSONError(at, "nested too deeply")
        mark = self.text[at]
        if mark == "[":
            return self._array(at, depth)
        if mark == "{":
            return self._object(at, depth)
        if mark in _CLOSERS:
            return self._string(at, after)
        return self._bare(at)

    def _array(self, at: int, depth: int) -> tuple[Array, int]:
        items: list[Value] = []
        position = at + 1
        while True:
            position = self._skip(_IS_SPACE, position)
            if position >= len(self.text):
                return Array(tuple(items), cut=True), position
            mark = self.text[position]
            if mark == "]":
                return Array(tuple(items)), position + 1
            if items and mark in ",，}":  # "}}]" is a common slip
                position += 1
                continue
            start = position
            try:
                item, position = self._value(start, depth + 1, _AFTER_ITEM)
                items.append(item)
            except CutOffError:
                return Array(tuple(items), cut=True), len(self.text)
            except NotJSONError as error:
                resumed = self._resume(start, items)
                if resumed is None:
                    if mark in "{\"'“":
                        items.append(self.malformed(start, error.position, error.reason))
                    return self._ended_astray(items, max(error.position, start + 1))
                items.append(self.malformed(start, resumed, error.reason))
                position = resumed

    def _resume(self, start: int, items: list[Value]) -> int | None:
        """Where an array of claims goes on after an item that cannot be read.

        Raises:
            NotJSONError: This is no array of claims.
        """
        if not self.looks_like_claim(start) and not any(isinstance(i, Object) for i in items):
            raise NotJSONError(start, "expected an array of objects")
        if start >= self._no_object_from:
            return None
        match = _NEXT_OBJECT.search(self.text, start + 1)
        self.spend((match.end() if match else len(self.text)) - start)
        if match is None:
            self._no_object_from = start
            return None
        return match.end()

    def _ended_astray(self, items: list[Value], at: int) -> tuple[Array, int]:
        """Close an array in which no further object can be read."""
        closing = self.text.find("]", at)
        self.spend((closing if closing >= 0 else len(self.text)) - at)
        return Array(tuple(items), cut=closing < 0), closing + 1 if closing >= 0 else at

    def _object(self, at: int, depth: int) -> tuple[Object, int]:
        members: list[tuple[str, Value]] = []
        position = at + 1
        while True:
            position = self._skip(_IS_SPACE, position)
            if position >= len(self.text):
                return Object(tuple(members), cut=True), position
            mark = self.text[position]
            if mark == "}":
                return Object(tuple(members)), position + 1
            if members and mark in "]{" and not isinstance(members[-1][1], Mended):
                return Object(tuple(members)), position  # the closing brace was forgotten
            try:
                key, position = self._key(position)
                position = self._expect(_COLON, position, "':' after a key")
                value, position = self._value(position, depth + 1, _AFTER_MEMBER)
            except CutOffError:
                return Object(tuple(members), cut=True), len(self.text)
            members.append((key, value))
            if isinstance(value, Array | Object) and value.cut:
                return Object(tuple(members), cut=True), position
            position = self._after_member(position)

    def _after_member(self, at: int) -> int:
        """Pass the comma; a line break may stand for it."""
        comma = self._match(_COMMA, at)
        if comma is not None:
            return comma
        position = self._skip(_IS_SPACE, at)
        ended = position >= len(self.text) or self.text[position] in "}]{"
        if ended or "\n" in self.text[at:position]:
            return position
        raise NotJSONError(position, "expected ',' or '}' after a value")

    def _key(self, at: int) -> tuple[str, int]:
        if self.text[at] in _CLOSERS:
            return self._string(at, _AFTER_KEY)
        bare = _BARE_KEY.match(self.text, at)
        if bare is None:
            raise NotJSONError(at, "expected a key")
        return bare[0], bare.end()

    def _string(self, at: int, after: re.Pattern[str]) -> tuple[str, int]:
        """Read a text up to the first closing mark after which the structure goes on.

        Marks before that one were not escaped; they must make sense as the text's own.
        """
        inside = 0
        scanned = at + 1
        for match in _MARKS[self.text[at]].finditer(self.text, at + 1):
            if match[0][0] == "\\":
                continue
            position = match.start()
            self.spend(position - scanned)
            scanned = position
            if self._match(after, position + 1) is not None:
                text = self.text[at + 1 : position]
                if inside == 0:
                    return unescape(text), position + 1
                self.spend(len(text))
                if _marks_make_sense(text):
                    return Mended(unescape(text)), position + 1
            if self._skip(_IS_SPACE, position + 1) >= len(self.text):
                raise CutOffError
            inside += 1
        self.spend(len(self.text) - scanned)
        if inside == 0:
            raise CutOffError
        raise NotJSONError(scanned, "quotation marks inside the text are not escaped")

    def _bare(self, at: int) -> tuple[Value, int]:
        match = _BARE_NUMBER.match(self.text, at) or _BARE_WORD.match(self.text, at)
        if match is None:
            raise NotJSONError(at, "expected a value")
        self.spend(match.end() - at)
        written = _COMMENT.split(match[0], maxsplit=1)[0].strip()
        if not written:
            raise NotJSONError(at, "expected a value")
        if _NUMBER.match(written):
            return float(written), match.end()
        if written.lower() in _CONSTANTS:
            return _CONSTANTS[written.lower()], match.end()
        return Bare(written), match.end()

    def _match(self, pattern: re.Pattern[str], at: int) -> int | None:
        match = pattern.match(self.text, at)
        self.spend(match.end() - at if match else 0)
        return match.end() if match else None

    def _skip(self, pattern: re.Pattern[str], at: int) -> int:
        end = self._match(pattern, at)
        return at if end is None else end

    def _expect(self, pattern: re.Pattern[str], at: int, what: str) -> int:
        end = self._match(pattern, at)
        if end is not None:
            return end
        if self._skip(_IS_SPACE, at) >= len(self.text):
            raise CutOffError
        raise NotJSONError(at, f"expected {what}")


def _marks_make_sense(text: str) -> bool:
    """Whether quotation marks inside a text are surely its own.

    They are in pairs around words, or stand alone as an apostrophe or inch sign. What
    looks like the next key means that the text ended before, without its mark.
    """
    if _KEY_INSIDE.search(text):
        return False
    rest = _QUOTED_WORDS.sub("", text)
    return _ANY_MARK.search(_LONELY_MARK.sub("", rest)) is None


def unescape(text: str) -> str:
    r"""Resolve JSON escapes; pairs of surrogates are joined, lone ones replaced.

    A backslash before a sign that needs none (`\_`) is dropped; before a letter
    that means nothing to JSON (`C:\Users`) it is kept.
    """
    return _LONE_SURROGATE.sub("\ufffd", _ESCAPE.sub(_resolved, text))


def _resolved(match: re.Match[str]) -> str:
    high, low, code, other = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    if code:
        return chr(int(code, 16))
    if other in _PLAIN_ESCAPES:
        return _PLAIN_ESCAPES[other]
    return match[0] if other.isalnum() else other
