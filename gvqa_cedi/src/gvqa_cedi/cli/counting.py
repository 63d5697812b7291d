"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """A number with its noun.

    >>> counted(1, "turn"), counted(0, "turn")
    ('1 turn', '0 turns')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
