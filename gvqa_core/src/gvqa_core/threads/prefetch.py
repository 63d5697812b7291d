"""Making the next item in another thread while this one is used."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

ItemT = TypeVar("ItemT")

_END = object()
_POLL = 0.1  # seconds after which a waiting producer looks whether anyone still listens


def ahead(items: Iterable[ItemT]) -> Iterator[ItemT]:
    """Yield the items while another thread makes the next one.

    The producer stops when the consumer does, also in the middle; its error
    reaches the consumer.
    """
    producer = _Producer(items)
    try:
        yield from producer
    finally:
        producer.stop()


class _Producer(Generic[ItemT]):
    """A thread that makes items, at most one waiting to be taken."""

    def __init__(self, items: Iterable[ItemT]) -> None:
        self._items = items
        self._made: queue.Queue[Any] = queue.Queue(maxsize=1)
        self._stopped = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._produce, name="gvqa-decode", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[ItemT]:
        while (item := self._made.get()) is not _END:
            yield item
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """End the thread, then close the source, which no other thread uses any more."""
        self._stopped.set()
        self._thread.join()
        close = getattr(self._items, "close", None)
        if close is not None:
            close()

    def _produce(self) -> None:
        try:
            for item in self._items:
                if not self._hand_over(item):
                    return
        except BaseException as error:  # noqa: BLE001 - raised where the items are used
            self._error = error
        self._hand_over(_END)

    def _hand_over(self, item: Any) -> bool:
        while not self._stopped.is_set():
            try:
                self._made.put(item, timeout=_POLL)
            except queue.Full:
                continue
            return True
        return False
