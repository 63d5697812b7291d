"""Transcripts that are costly to get, kept in the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gvqa_core.errors import StoreError
from gvqa_core.media import Segment

if TYPE_CHECKING:
    from gvqa_core.store import Store


def kept_segments(
    store: Store, key: str, make: Callable[[], Sequence[Segment]]
) -> tuple[Segment, ...]:
    """The segments kept under a key, or those that are made now and kept."""
    arrays = store.arrays(key)
    if arrays is not None and set(arrays) == {"times", "texts", "speakers"}:
        rows = zip(arrays["times"], arrays["texts"], arrays["speakers"], strict=True)
        return tuple(Segment(float(t[0]), float(t[1]), str(x), str(s)) for t, x, s in rows)
    made = tuple(make())
    arrays = {
        "times": np.asarray([(s.start, s.end) for s in made], np.float64).reshape(-1, 2),
        "texts": np.asarray([s.text for s in made], np.str_),
        "speakers": np.asarray([s.speaker for s in made], np.str_),
    }
    try:
        store.add_arrays(key, arrays)
    except StoreError:
        return made  # a full disk costs the next run time, not this one its answer
    return made
