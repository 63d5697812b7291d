"""A passage longer than the model is judged in overlapping windows, never silently cut.

The joining rule:

1. The claim is supported when the window that entails it most does so by the same
   rule as a single premise would.
2. A claim that says something is *absent* ("no car", "nobody", "does not") must be
   entailed by every window: a window that merely leaves the car out proves nothing.
   Its weakest window decides.
3. When no window entails, the window that contradicts most decides if its strongest
   label is contradiction; otherwise the most entailing window does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

OVERLAP = 4
"""Neighbouring windows share one part in `OVERLAP` of their length."""

MIN_ROOM = 16
"""Fewest tokens that must be left for the premise; a claim that leaves less is too long."""


BYTES_IN_A_TOKEN = 4
"""About how long a token of English is; only batches are formed by it."""


class Reader(Protocol):
    """What is to be known of a model to cut texts for it."""

    @property
    def max_tokens(self) -> int:
        """Most tokens of one (premise, hypothesis) input, special tokens included."""
        ...

    @property
    def special_tokens(self) -> int:
        """How many of them the model adds itself."""
        ...

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """The character span of every token of `text`, without special tokens."""
        ...


@frozen
class Cut:
    """A pair made to fit.

    Attributes:
        text: The premise.
        windows: The premise's windows; empty when the pair cannot be judged.
        tokens: Tokens of the longest (window, claim), roughly if it is short.
        fault: Why the pair cannot be judged; None when it can.
    """

    text: str
    windows: tuple[str, ...] = ()
    tokens: int = 0
    fault: str | None = None


def cut(reader: Reader, premise: str, claim: str) -> Cut:
    """Make a pair fit a model, or say why it cannot be judged.

    Args:
        reader: The model.
        premise: The caption.
        claim: The claim; it is never cut.
    """
    if not premise.strip():
        return Cut(premise, fault="empty caption")
    if not claim.strip():
        return Cut(premise, fault="empty claim")
    size = len(f"{premise} {claim}".encode())
    if size <= reader.max_tokens - reader.special_tokens - MIN_ROOM:
        # No token is shorter than a byte: it fits, and need not be counted to know that.
        return Cut(premise, (premise,), size // BYTES_IN_A_TOKEN)
    claimed = len(reader.spans(claim))
    room = reader.max_tokens - reader.special_tokens - claimed
    if room < MIN_ROOM:
        most = claimed + room - MIN_ROOM
        return Cut(premise, fault=f"claim too long: {claimed} tokens, at most {most}")
    spans = reader.spans(premise)
    return Cut(premise, tuple(split(premise, spans, room)), min(len(spans), room) + claimed)


def split(text: str, spans: Sequence[tuple[int, int]], room: int) -> list[str]:
    """Cut a text into overlapping windows at word boundaries.

    Args:
        text: The premise.
        spans: Character span of each of its tokens.
        room: Most tokens in a window, >= 1.

    Returns:
        The windows in order; `[text]` when it fits.
    """
    if len(spans) <= room:
        return [text]
    windows: list[str] = []
    start = 0
    while True:
        end = min(start + room, len(spans))
        if end < len(spans):
            end = _word_start(text, spans, end, start)
        windows.append(text[spans[start][0] : spans[end - 1][1]].strip())
        if end == len(spans):
            return windows
        start = _word_start(text, spans, max(end - room // OVERLAP, start + 1), start)


def _word_start(text: str, spans: Sequence[tuple[int, int]], token: int, floor: int) -> int:
    """The last token at or before `token`, but after `floor`, that begins a word."""
    for candidate in range(token, floor, -1):
        begin = spans[candidate][0]
        # Some tokenizers count the space before a word as part of it.
        if text[begin : begin + 1].isspace() or text[begin - 1 : begin].isspace():
            return candidate
    return token


def deciding_window(
    entailment: Sequence[float], contradiction: Sequence[float], *, absence: bool
) -> int:
    """Choose the window whose judgement stands for the whole premise.

    Args:
        entailment: p(entailment) of each window, 0 to 1; at least one.
        contradiction: p(contradiction) of each window, 0 to 1.
        absence: Whether the claim says that something is absent.

    Returns:
        Position of the deciding window.
    """
    every = range(len(entailment))
    if absence:
        return min(every, key=lambda i: (entailment[i], i))
    best = max(every, key=lambda i: (entailment[i], -i))
    if entailment[best] > max(contradiction[best], 1 - entailment[best] - contradiction[best]):
        return best
    denying = max(every, key=lambda i: (contradiction[i], -i))
    neutral = 1 - entailment[denying] - contradiction[denying]
    return denying if contradiction[denying] > max(entailment[denying], neutral) else best
