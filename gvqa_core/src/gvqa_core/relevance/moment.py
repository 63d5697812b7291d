"""Whether a claim is of the moment a question asks about."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    Stretch = tuple[float, float]


class Moment(Enum):
    """How a claim's time lies to what a question says about time."""

    NAMED = "the very moment the question names"
    POSSIBLE = "not excluded"
    ELSEWHERE = "excluded"


NEAR_AN_END = 0.2
"""The part of a video that may count as its beginning or end."""

AT_AN_END = 0.1
"""The part that surely does."""

CLOSE = 30.0
"""Seconds before or after an event in which something is what comes next to it."""

_PLACES: Mapping[str, tuple[Stretch, Stretch]] = {
    "start": ((0.0, AT_AN_END), (0.0, NEAR_AN_END)),
    "end": ((1 - AT_AN_END, 1.0), (1 - NEAR_AN_END, 1.0)),
    "middle": ((0.4, 0.6), (0.25, 0.75)),
    "first half": ((0.0, 0.5), (0.0, 0.5)),
    "second half": ((0.5, 1.0), (0.5, 1.0)),
}
"""Place → where it surely and where it possibly is, in parts of the duration."""


def moment(reading: Mapping[str, Any], time: float, duration: float, interval: float) -> Moment:
    """How a time lies to a question's time language; when in doubt it is possible.

    Args:
        reading: How the retriever read the question (`answer.retrieval`).
        time: The claim's, seconds.
        duration: The video's, seconds.
        interval: Δt, seconds: by so much a time may miss.
    """
    wanted = _wanted(reading, duration)
    if not wanted:
        return Moment.POSSIBLE

    def inside(stretch: Stretch) -> bool:
        return stretch[0] - interval <= time <= stretch[1] + interval

    if not all(inside(possible) for _, possible in wanted):
        return Moment.ELSEWHERE
    return Moment.NAMED if all(inside(sure) for sure, _ in wanted) else Moment.POSSIBLE


def _wanted(reading: Mapping[str, Any], duration: float) -> list[tuple[Stretch, Stretch]]:
    """What is asked for in seconds: where it surely and where it possibly is."""
    found: list[tuple[Stretch, Stretch]] = []
    for place in _listed(reading, "places"):
        if place in _PLACES:
            sure, possible = _PLACES[place]
            found.append((_scaled(sure, duration), _scaled(possible, duration)))
    for start, end in _listed(reading, "spans"):
        first = start if start >= 0 else duration + start
        last = duration if end is None else end if end >= 0 else duration + end
        found.append(((first, last), (first, last)))
    anchors = zip(_listed(reading, "anchors"), _listed(reading, "anchors_at"), strict=False)
    for (side, _), at in anchors:
        if side == "after":
            found.append(((at, at + CLOSE), (at, duration)))
        else:
            found.append(((at - CLOSE, at), (0.0, at)))
    return found


def _scaled(stretch: Stretch, duration: float) -> Stretch:
    return stretch[0] * duration, stretch[1] * duration


def _listed(reading: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = reading.get(name)
    return cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()
