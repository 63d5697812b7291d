"""Batches that shrink when memory runs out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gvqa_core.captioning import is_out_of_memory

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


def in_shrinking_batches(
    items: Sequence[ItemT],
    size: int,
    run: Callable[[Sequence[ItemT]], list[ResultT]],
    *,
    relieve: Callable[[], None],
) -> list[ResultT]:
    """Run batches; halve a batch that does not fit into memory and go on with that size.

    Args:
        items: What to process; may be empty.
        size: Items in a batch at most, >= 1.
        run: Processes one batch, one result for each item, in order.
        relieve: Called after memory ran out, before the next attempt; frees caches.

    Returns:
        One result for each item, in order.

    Raises:
        Exception: What `run` raised, when a single item does not fit or for any
            other reason than memory.
    """
    results: list[ResultT] = []
    while len(results) < len(items):
        batch = items[len(results) : len(results) + size]
        try:
            results += run(batch)
        except Exception as error:
            if len(batch) == 1 or not is_out_of_memory(error):
                raise
            size = len(batch) // 2
        else:
            continue
        # Outside the handler, where the error's traceback no longer holds the batch's tensors.
        relieve()
    return results
