"""Where in a question set something stands, so that a complaint can name the line.

The standard readers of TOML and JSON give values without positions; what is
wrong in meaning, not in form, is found again here by its place in the list.
"""

from __future__ import annotations

import json
import re

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*(?:\"questions\"|'questions'|questions)[ \t]*\]\]", re.M)
_SPACE = re.compile(r"\s*")


class Lines:
    """Finds the lines of questions and their keys in a text that could be parsed.

    Args:
        text: The whole file.
        json: Whether it is JSON; else TOML.
    """

    def __init__(self, text: str, *, json: bool) -> None:
        self._text = text
        self._json = json
        self._spans: list[tuple[int, int]] | None = None

    def of(self, number: int | None, key: str) -> int:
        """The line of a key of the n-th question, or of the file's top where n is None.

        A key that cannot be found gives the line in which its question begins.
        """
        spans = self._questions()
        if number is None:
            start, end = 0, spans[0][0] if spans and not self._json else len(self._text)
        elif number < len(spans):
            start, end = spans[number]
        else:
            start, end = 0, len(self._text)
        found = self._key(key).search(self._text, start, end) if key else None
        return self._text.count("\n", 0, found.start(1) if found else start) + 1

    def _key(self, key: str) -> re.Pattern[str]:
        name = re.escape(key)
        if self._json:
            return re.compile(rf'("{name}")\s*:')
        return re.compile(rf"(?:^|[{{,])[ \t]*([\"']?{name}[\"']?)[ \t]*=", re.M)

    def _questions(self) -> list[tuple[int, int]]:
        if self._spans is None:
            self._spans = self._in_json() if self._json else self._in_toml()
        return self._spans

    def _in_toml(self) -> list[tuple[int, int]]:
        starts = [found.start() for found in _HEADER.finditer(self._text)]
        return list(zip(starts, [*starts[1:], len(self._text)], strict=False))

    def _in_json(self) -> list[tuple[int, int]]:
        """Walk the array of questions, reading one item after another."""
        array = re.search(r'"questions"\s*:\s*\[', self._text)
        spans: list[tuple[int, int]] = []
        at = array.end() if array else len(self._text)
        decoder = json.JSONDecoder()
        while at < len(self._text):
            at = self._skip(at)
            if self._text[at : at + 1] in ("", "]"):
                break
            try:
                end = decoder.raw_decode(self._text, at)[1]
            except ValueError:
                break
            spans.append((at, end))
            at = self._skip(end)
            at += self._text[at : at + 1] == ","
        return spans

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at
