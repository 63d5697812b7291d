"""Batches that shrink when memory runs out."""

from __future__ import annotations

import pytest

from gvqa_core.backends.batching import in_shrinking_batches


class Device:
    """Holds so many items at once and no more."""

    def __init__(self, room, error=MemoryError):
        self.room, self.error = room, error
        self.batches, self.relieved = [], 0

    def run(self, batch):
        self.batches.append(len(batch))
        if len(batch) > self.room:
            raise self.error("CUDA out of memory")
        return [item * 10 for item in batch]

    def relieve(self):
        self.relieved += 1


@pytest.mark.parametrize("room", [1, 2, 3, 8, 100])
@pytest.mark.parametrize("count", [0, 1, 7, 20])
def test_every_item_gets_its_result_in_order(room, count):
    device = Device(room)
    results = in_shrinking_batches(range(count), 8, device.run, relieve=device.relieve)
    assert results == [item * 10 for item in range(count)]


def test_smaller_size_is_kept_and_caches_are_freed_each_time():
    device = Device(room=3)
    in_shrinking_batches(range(10), 8, device.run, relieve=device.relieve)
    assert device.batches == [8, 4, 2, 2, 2, 2, 2]
    assert device.relieved == 2


def test_single_item_that_does_not_fit_is_an_error():
    device = Device(room=0)
    with pytest.raises(MemoryError):
        in_shrinking_batches(range(4), 4, device.run, relieve=device.relieve)
    assert device.batches == [4, 2, 1]


def test_any_other_error_is_raised_at_once():
    def run(batch):
        raise RuntimeError("device-side assert")

    with pytest.raises(RuntimeError, match="assert"):
        in_shrinking_batches(range(4), 4, run, relieve=lambda: None)


def test_message_of_a_device_library_counts_as_memory():
    device = Device(room=2, error=RuntimeError)
    assert in_shrinking_batches(range(4), 4, device.run, relieve=device.relieve) == [0, 10, 20, 30]
