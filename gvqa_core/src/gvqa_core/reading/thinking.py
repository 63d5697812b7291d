"""Where a model thinks aloud, so that a draft is never taken for the answer.

Models mark their reasoning in several dialects. A block that is opened and
never closed is thinking to the end; a closing tag without an opening one (chat
templates eat it) makes everything before it thinking.
"""

from __future__ import annotations

import re

_NAMES = r"(?:seed:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|analysis)"

_OPENING = (
    rf"<{_NAMES}(?:\s[^<>]{{0,200}})?>"
    r"|\[THINK\]|◁think▷|<\|channel\|>(?:analysis|commentary)\b|<\|begin_of_thought\|>"
)

# After a quotation mark a tag is something that is talked about.
OPENED = re.compile(rf"(?<![\"'`“‘])(?:{_OPENING})", re.IGNORECASE)
CLOSED = re.compile(
    rf"(?<![\"'`“‘])</{_NAMES}\s*>"
    r"|\[/THINK\]|◁/think▷|<\|channel\|>final<\|message\|>|<\|end_of_thought\|>"
    r"|\bassistantfinal\b",
    re.IGNORECASE,
)

_OPENED_OR_QUOTED = re.compile(_OPENING, re.IGNORECASE)
_OPENED_ON_ITS_LINE = re.compile(rf"^[ \t\ufeff]*(?:{OPENED.pattern})", re.I | re.M)


def strip_thinking(text: str) -> str:
    """Return what was said after, between and before blocks of thinking.

    An opening tag counts at the start of a line only: elsewhere it may be text that a
    caption quotes.

    Args:
        text: A model's reply in plain words. (In JSON a tag may be content:
            `gvqa_core.claims` reads tags outside of strings only.)

    Returns:
        The rest, stripped; empty when all of it is thinking.
    """
    kept: list[str] = []
    position = 0
    while True:
        opened = _OPENED_ON_ITS_LINE.search(text, position)
        closed = CLOSED.search(text, position)
        if closed and (not opened or closed.start() < opened.start()):
            if _OPENED_OR_QUOTED.search(text, position, closed.start()):
                kept.append(text[position : closed.end()])  # "<think>big</think>" is quoted
            else:
                kept = []
            position = closed.end()
        elif opened:
            kept += [text[position : opened.start()], " "]
            end = CLOSED.search(text, opened.end())
            if end is None:
                break
            position = end.end()
        else:
            kept.append(text[position:])
            break
    return "".join(kept).strip()
