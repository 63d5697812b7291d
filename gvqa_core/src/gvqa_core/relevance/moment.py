"""Whether a claim is of the moment a question asks about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR_AN_END = 0.2
"""The part of a video that counts as its beginning or end; a wider one than retrieval prefers."""

_PLACES = {
    "start": (0.0, NEAR_AN_END),
    "end": (1 - NEAR_AN_END, 1.0),
    "middle": (0.25, 0.75),
    "first half": (0.0, 0.5),
    "second half": (0.5, 1.0),
}


def in_time(reading: Mapping[str, Any], time: float, duration: float, interval: float) -> bool:
    """Whether a time is one that a question's time language allows; when in doubt it is.

    Args:
        reading: How the retriever read the question (`answer.retrieval`).
        time: The claim's, seconds.
        duration: The video's, seconds.
        interval: Δt, seconds: by so much a time may miss.
    """
    spans = [_PLACES[place] for place in _listed(reading, "places") if place in _PLACES]
    wanted = [(start * duration, end * duration) for start, end in spans]
    for start, end in _listed(reading, "spans"):
        first = start if start >= 0 else duration + start
        last = duration if end is None else end if end >= 0 else duration + end
        wanted.append((first, last))
    anchors = zip(_listed(reading, "anchors"), _listed(reading, "anchors_at"), strict=False)
    wanted += [(at, duration) if side == "after" else (0.0, at) for (side, _), at in anchors]
    return all(start - interval <= time <= end + interval for start, end in wanted)


def _listed(reading: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = reading.get(name)
    return cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()
