"""Batches of similar length, so that little is padded, and results in the order asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def length_sorted(lengths: Sequence[int], batch_size: int) -> Iterator[list[int]]:
    """Group positions into batches of similar length.

    Args:
        lengths: Tokens of each item.
        batch_size: Items in a batch, >= 1.

    Yields:
        Lists of positions, longest items first: if memory is short, it fails at once.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    for start in range(0, len(order), batch_size):
        yield order[start : start + batch_size]
