"""What is not seen may be said: an offer for Unverified claims about what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from gvqa_core.text import clock

if TYPE_CHECKING:
    from gvqa_core.speech.checking import SpeechProcedure
    from gvqa_core.types import VerifiedClaim


def with_speech_offered(
    speech: SpeechProcedure, verdicts: Iterable[tuple[int, VerifiedClaim]]
) -> Iterator[tuple[int, VerifiedClaim]]:
    """Tell with an Unverified claim that it is said where it cites, if it is.

    The verdict stays: that something is said does not make it be seen. Claims that are
    Grounded go through at once, the others together when the last is known.

    Args:
        speech: Judges what is said.
        verdicts: (position, verified claim) of claims about what is seen.
    """
    failed: dict[int, VerifiedClaim] = {}
    for position, verified in verdicts:
        if verified.grounded or verified.entailed_at is not None:
            yield position, verified
        else:
            failed[position] = verified
    said = speech.states({position: verified.claim for position, verified in failed.items()})
    for position, verified in failed.items():
        if position in said:
            look = said[position]
            reason = f"{verified.reason}; it is said at {clock(look.timestamp)}, not shown"
            yield position, attrs.evolve(verified, entailed_at=look, reason=reason)
        else:
            yield position, verified
