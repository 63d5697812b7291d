"""Frames to captions: batches, failures kept to their frame, decoding one batch ahead."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from gvqa_core.captioning import batches, caption_batch, is_out_of_memory
from gvqa_core.errors import CaptionError
from gvqa_core.threads.prefetch import ahead
from gvqa_core.types import Frame


def frame(time: float, size: tuple[int, int] = (64, 64)) -> Frame:
    return Frame(image=np.zeros((*size, 3), np.uint8), timestamp=time, pts=time)


class OutOfMemoryError(RuntimeError):
    """Named like the one device libraries raise."""


@pytest.mark.case("A19")
def test_out_of_memory_on_one_frame_fails_that_frame_only() -> None:
    sizes: list[tuple[int, int]] = []

    def caption(frames: Sequence[Frame]) -> list[str]:
        for one in frames:
            if one.timestamp == 2.0:
                sizes.append(one.image.shape[:2])
                raise OutOfMemoryError("CUDA out of memory")
        return ["A wall."] * len(frames)

    captions = caption_batch(caption, [frame(float(n), (128, 128)) for n in range(5)])
    assert [c.timestamp for c in captions] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert [c.text for c in captions] == ["A wall.", "A wall.", "", "A wall.", "A wall."]
    assert captions[2].error == "out of memory: CUDA out of memory"
    assert sizes == [(128, 128), (128, 128), (64, 64)]  # batch, alone, alone and smaller


@pytest.mark.case("A19")
def test_a_smaller_picture_rescues_a_frame() -> None:
    def caption(frames: Sequence[Frame]) -> list[str]:
        if sum(one.image.shape[0] * one.image.shape[1] for one in frames) > 5000:
            raise MemoryError
        return ["A wall."] * len(frames)

    (caption_,) = caption_batch(caption, [frame(0.0, (128, 128))])
    assert caption_.text == "A wall."


@pytest.mark.case("B23")
def test_any_other_error_reaches_the_caller_with_its_own_words() -> None:
    def caption(frames: Sequence[Frame]) -> list[str]:
        raise ValueError("boom")

    with pytest.raises(CaptionError, match=r"frames at 0, 5 s: ValueError: boom") as caught:
        caption_batch(caption, [frame(0.0), frame(5.0)])
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize("returned", [["one"], "ab", [1, 2], None])
def test_wrong_answer_is_an_error_not_a_shifted_caption(returned: Any) -> None:
    with pytest.raises(CaptionError, match="caption"):
        caption_batch(lambda frames: returned, [frame(0.0), frame(5.0)])


@pytest.mark.case("B20")
def test_empty_and_thinking_only_captions_are_failures() -> None:
    texts = ["", "<think>The image", "user\nDescribe this image.\nassistant\nA cat."]
    captions = caption_batch(lambda frames: texts, [frame(float(n)) for n in range(3)])
    assert [c.text for c in captions] == ["", "", "A cat."]
    assert [c.error is None for c in captions] == [False, False, True]


def test_batches_are_full_but_the_last() -> None:
    assert list(batches(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(batches([], 3)) == []


def test_ahead_makes_the_next_item_while_this_one_is_used() -> None:
    second_made = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        second_made.set()
        yield 2

    stream = ahead(items())
    assert next(stream) == 1
    assert second_made.wait(5)
    assert list(stream) == [2]


def test_ahead_holds_a_bounded_number_of_items() -> None:
    class Item:
        pass

    alive: list[weakref.ref[Item]] = []

    def items() -> Iterator[Item]:
        for _ in range(50):
            item = Item()
            alive.append(weakref.ref(item))
            yield item
            del item

    most = 0
    for _ in ahead(items()):
        most = max(most, sum(one() is not None for one in alive))
    assert most <= 4  # in use, handed over, waiting in the queue, being made


def test_ahead_hands_over_the_error_of_its_source() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise OSError("cut off")

    stream = ahead(items())
    assert next(stream) == 1
    with pytest.raises(OSError, match="cut off"):
        next(stream)


def test_leaving_early_stops_and_closes_the_source() -> None:
    closed = threading.Event()

    def items() -> Iterator[int]:
        try:
            yield from range(10**9)
        finally:
            closed.set()

    stream = ahead(items())
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert closed.wait(5)
    assert not [t for t in threading.enumerate() if t.name == "gvqa-decode"]


def test_out_of_memory_is_recognised_without_the_library_that_raises_it() -> None:
    assert is_out_of_memory(MemoryError())
    assert is_out_of_memory(OutOfMemoryError("x"))
    assert is_out_of_memory(RuntimeError("[METAL] Command buffer failed: out of memory"))
    assert not is_out_of_memory(RuntimeError("shape mismatch"))
