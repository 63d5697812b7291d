"""Where things lie on the drawn timeline of a video."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.text import clock

if TYPE_CHECKING:
    from gvqa_core.types import Answer

WIDTH, MARGIN = 1000.0, 24.0
_LANE, _TRACK = 26.0, 16.0
_MARK_GAP, _MOST_LANES = 24.0, 8
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600)


@frozen
class Mark:
    """A claim's cited time: where to draw it, and which claim it is."""

    number: int
    grounded: bool
    x: float
    y: float
    label: str


@frozen
class Segment:
    """A retrieved caption: the stretch of the track it covers."""

    x: float
    width: float
    label: str


@frozen
class Tick:
    """A time written under the track."""

    x: float
    label: str


@frozen
class Timeline:
    """All that the timeline shows, in the units of its drawing."""

    height: float
    track_y: float
    marks: tuple[Mark, ...]
    segments: tuple[Segment, ...]
    looks: tuple[float, ...]
    ticks: tuple[Tick, ...]


def timeline(answer: Answer, interval: float) -> Timeline:
    """Lay out a video's timeline, the claims above the track, the times below it.

    Args:
        answer: The answer to draw.
        interval: Δt, seconds: how far a retrieved segment reaches.
    """
    duration = max(answer.video.duration, 1e-3)

    def x(time: float) -> float:
        inside = min(max(time, 0.0), duration) if time == time else 0.0
        return round(MARGIN + inside / duration * (WIDTH - 2 * MARGIN), 1)

    lanes: list[float] = []
    placed: list[tuple[int, float, int]] = []
    order = sorted(range(len(answer.claims)), key=lambda i: x(answer.claims[i].timestamp))
    for position in order:
        at = x(answer.claims[position].timestamp)
        lane = next((n for n, last in enumerate(lanes) if at - last >= _MARK_GAP), len(lanes))
        if lane == len(lanes) and lane < _MOST_LANES:
            lanes.append(at)
        lane = min(lane, _MOST_LANES - 1)
        lanes[lane] = at
        placed.append((position, at, lane))
    track_y = max(1, len(lanes)) * _LANE + 8
    marks = tuple(
        Mark(
            number=position + 1,
            grounded=answer.claims[position].grounded,
            x=at,
            y=track_y - 12 - lane * _LANE,
            label=f"Claim {position + 1}, {answer.claims[position].verdict}, "
            f"at {clock(answer.claims[position].timestamp)}",
        )
        for position, at, lane in sorted(placed)
    )
    segments = tuple(
        Segment(
            x=x(hit.caption.timestamp),
            width=max(
                3.0,
                x(hit.caption.end or hit.caption.timestamp + interval) - x(hit.caption.timestamp),
            ),
            label=f"Retrieved at {clock(hit.caption.timestamp)}, rank {hit.rank + 1}",
        )
        for hit in answer.hits
    )
    looks = {x(look.timestamp) for claim in answer.claims for look in claim.looked_at}
    return Timeline(
        height=track_y + _TRACK + 24,
        track_y=track_y,
        marks=marks,
        segments=segments,
        looks=tuple(sorted(looks)),
        ticks=_ticks(duration, x),
    )


def _ticks(duration: float, x: Callable[[float], float]) -> tuple[Tick, ...]:
    step = next((s for s in _STEPS if duration / s <= 8), duration / 8)
    count = int(duration // step)
    return tuple(Tick(x=x(step * n), label=clock(step * n)) for n in range(count + 1))
