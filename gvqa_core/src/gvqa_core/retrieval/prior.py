"""From a parse to a prior: how likely each caption's time is to be the one meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gvqa_core.retrieval.parse import Anchor, Parse, Place, Span

FLOOR = 1e-3
"""What is left of a caption at a time that the question excludes: last, but not lost."""

_STEP = 0.5
"""How much less likely each further scene is, away from a place or an event."""

_WIDTH = 0.08
"""Standard deviation of "in the middle", as a part of the duration."""

_ANCHORS = 3
"""How many scenes may be the event an order refers to, likeliest first."""

Match = Callable[[str], NDArray[np.float64]]
"""Scores each caption, >= 0, for an event in words."""


def prior(
    parse: Parse, times: NDArray[np.float64], scene: NDArray[np.int64], match: Match
) -> tuple[NDArray[np.float64], list[float]]:
    """Weigh every caption by what the question says about time.

    Args:
        parse: The question.
        times: `float64 (n,)`, ascending, seconds.
        scene: `int64 (n,)`, the scene of each.
        match: Finds the event of an anchor.

    Returns:
        `float64 (n,)` in (0, 1], and the time in seconds at which each anchor was found.
    """
    weights = np.ones(len(times), dtype=np.float64)
    found: list[float] = []
    if not len(times):
        return weights, found
    for place in parse.places:
        weights *= _near(place, times, scene)
    for span in parse.spans:
        weights *= _within(span, times)
    if parse.anchors:
        beside, found = _beside(parse.anchors, times, scene, match)
        weights *= beside
    if parse.order:
        part = scene / max(1, int(scene[-1]))
        weights *= 1.0 - 0.4 * (part if parse.order == "first" else 1.0 - part)
    return np.maximum(weights, FLOOR), found


def _near(
    place: Place, times: NDArray[np.float64], scene: NDArray[np.int64]
) -> NDArray[np.float64]:
    begin, end = float(times[0]), float(times[-1])
    middle = (begin + end) / 2
    match place:
        case "start":
            return _STEP ** (scene + _inner(times - begin))
        case "end":
            return _STEP ** (scene[-1] - scene + _inner(end - times))
        case "middle":
            width = max(_WIDTH * (end - begin), 1e-9)
            return np.exp(-0.5 * ((times - middle) / width) ** 2)
        case "first half":
            return np.where(times <= middle, 1.0, FLOOR)
        case "second half":
            return np.where(times >= middle, 1.0, FLOOR)


def _inner(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Less than a scene's step: within a long scene the nearer caption is still better."""
    return 0.5 * distance / max(float(distance.max()), 1e-9)


def _within(span: Span, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 for what is on screen during the span, less with the distance in samples.

    A span that lies outside the video says nothing about it and is passed over.
    """
    step = float(np.median(np.diff(times))) if len(times) > 1 else 1.0
    last = float(times[-1]) + step
    start = span.start if span.start >= 0 else max(0.0, last + span.start)
    end = last if span.end is None else span.end
    if start > last:
        return np.ones(len(times))
    # The picture on screen at `start` was sampled at the last time before it.
    first = int(np.searchsorted(times, start + 1e-6, side="right")) - 1
    begin = float(times[max(first, 0)])
    distance = np.maximum(np.maximum(begin - times, times - max(end, begin)), 0.0)
    return _STEP ** (distance / max(step, 1e-9))


_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1, "final": -1}
_AMONG = 0.6
"""The part of the best score from which a scene is an occurrence of an event."""


def _ordinal(event: str) -> tuple[int | None, str]:
    """Split "the second goal" into 1 and "the goal"."""
    match = re.search(rf"\b({'|'.join(_ORDINALS)}) ", event)
    if match is None:
        return None, event
    return _ORDINALS[match[1]], event[: match.start()] + event[match.end() :]


def _nth(ordinal: int, best: Sequence[float]) -> list[int]:
    """The occurrences of an event, in time, the one asked for first."""
    likely = sorted(range(len(best)), key=lambda number: (-best[number], number))
    among = sorted(n for n in likely[: 2 * _ANCHORS] if best[n] >= _AMONG * best[likely[0]])
    wanted = among[min(ordinal, len(among) - 1)]
    return [wanted, *(n for n in likely if n != wanted)][:_ANCHORS]


def _beside(
    anchors: Sequence[Anchor],
    times: NDArray[np.float64],
    scene: NDArray[np.int64],
    match: Match,
) -> tuple[NDArray[np.float64], list[float]]:
    """Weigh scenes by nearness to each event, on the side that the question names."""
    weights = np.ones(len(times))
    found: list[float] = []
    for anchor in anchors:
        ordinal, event = _ordinal(anchor.text)
        scores = match(event)
        best = [float(scores[scene == number].max()) for number in range(int(scene[-1]) + 1)]
        likely = sorted(range(len(best)), key=lambda number: (-best[number], number))[:_ANCHORS]
        if ordinal is not None:
            likely = _nth(ordinal, best)
        inside = np.where(scene == likely[0], scores, -1.0)
        found.append(float(times[int(np.argmax(inside))]))
        here = np.full(len(times), FLOOR)
        for rank, number in enumerate(likely):
            trust = (min(1.0, best[number] / max(best)) if max(best) > 0 else 1.0) ** 4
            distance = (scene - number if anchor.side == "after" else number - scene).astype(float)
            side = np.where(distance > 0, _STEP ** (distance - 1), FLOOR)
            side[distance == 0] = 0.35  # the event itself belongs to the context
            here = np.maximum(here, trust * 0.7**rank * side)
        weights *= here
    return weights, found
