"""Makes text from videos and models safe to show: nothing in it can act on the reader's screen."""

from __future__ import annotations

import unicodedata

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reorder the text around them, so that a page reads other than it is."""

_NO_CLOCK = 3.2e12


def visible(text: str, *, newlines: bool = True) -> str:
    r"""Write out every character that would act instead of being read.

    Terminal escapes, other control characters, direction overrides and lone
    surrogates become `\x1b`, `\u202e` and so on; all other text stays as it is.

    Args:
        text: Any text, however hostile.
        newlines: Keep line breaks; otherwise they become spaces.

    Returns:
        Text of printable characters, line breaks and spaces, encodable as UTF-8.
    """
    if text.isascii() and text.isprintable():  # quick also for pictures of megabytes
        return text
    text = text.replace("\r\n", "\n").replace("\t", " ")
    if not newlines:
        text = text.replace("\n", " ")
    return "".join(_escaped(c) if _acts(c) else c for c in text)


def shortened(text: str, most: int) -> str:
    """Cut text to at most `most` characters, marking the cut with an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def clock(seconds: float) -> str:
    """Write a time for people: `1:23`, `1:02:03`, with tenths only where they matter.

    Args:
        seconds: Any float; a time of more than a hundred thousand years, or one that is
            not finite, is written as it is.
    """
    if not abs(seconds) < _NO_CLOCK:
        return str(seconds)
    sign = "-" if seconds < 0 else ""
    tenths = round(abs(seconds) * 10)
    whole, tenth = divmod(tenths, 10)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    head = f"{hours}:{minute:02d}" if hours else f"{minute}"
    return f"{sign}{head}:{second:02d}" + (f".{tenth}" if tenth else "")


def _acts(character: str) -> bool:
    if character == "\n" or (character.isascii() and character.isprintable()):
        return False
    return character in _BIDI or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
