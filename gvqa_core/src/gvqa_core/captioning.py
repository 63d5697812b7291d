"""Frames → captions: batched, cleaned, failures kept to their frame.

Used twice: while ingesting, and for the frames that verification extracts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from gvqa_core.errors import CaptionError
from gvqa_core.reading.cleaning import clean_caption
from gvqa_core.types import Caption

if TYPE_CHECKING:
    from gvqa_core.types import Frame

    CaptionCall = Callable[[Sequence[Frame]], list[str]]

ItemT = TypeVar("ItemT")

NOTHING_USABLE = "the captioner returned nothing usable"
"""Why a frame has no caption though the captioner did not fail."""


def caption_batch(caption: CaptionCall, frames: Sequence[Frame]) -> list[Caption]:
    """Caption frames in one call.

    When the call runs out of memory, each frame is tried alone and, if that fails
    too, once more at half its width and height; what still fails is marked failed.

    Args:
        caption: The captioner's `caption`.
        frames: The batch.

    Returns:
        One caption for each frame, in order, failed ones with `error` set.

    Raises:
        CaptionError: The captioner broke its contract or raised anything else.
    """
    if not frames:
        return []
    try:
        texts = _call(caption, frames)
    except Exception as error:
        if not is_out_of_memory(error):
            raise _failure(error, frames) from error
        return [_caption_alone(caption, frame) for frame in frames]
    return [_made(frame, text) for frame, text in zip(frames, texts, strict=True)]


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that memory, on the host or on a device, ran out.

    Recognised without importing any device library: `MemoryError`, classes named
    like `OutOfMemoryError`, and messages that say "out of memory".
    """
    return (
        isinstance(error, MemoryError)
        or "outofmemory" in type(error).__name__.lower()
        or "out of memory" in str(error).lower()
    )


def batches(items: Iterable[ItemT], size: int) -> Iterator[list[ItemT]]:
    """Yield lists of at most `size` items."""
    iterator = iter(items)
    while batch := list(islice(iterator, max(1, size))):
        yield batch


def _call(caption: CaptionCall, frames: Sequence[Frame]) -> list[str]:
    texts: Any = caption(frames)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):  # pyright: ignore[reportUnknownVariableType]
        raise TypeError(f"caption() must return a list of str, got {type(texts).__name__}")
    if len(texts) != len(frames):  # pyright: ignore[reportUnknownArgumentType]
        raise ValueError(
            f"caption() was given {len(frames)} frames and returned {len(texts)} texts"
        )  # pyright: ignore[reportUnknownArgumentType]
    return texts  # pyright: ignore[reportUnknownVariableType]


def _caption_alone(caption: CaptionCall, frame: Frame) -> Caption:
    from gvqa_core.video.scaling import fit_to_budget

    height, width = frame.image.shape[:2]
    reason = ""
    for max_pixels in (None, width * height // 4):
        image = frame.image if max_pixels is None else fit_to_budget(frame.image, max_pixels)
        try:
            return _made(frame, _call(caption, [attrs.evolve(frame, image=image)])[0])
        except Exception as error:
            if not is_out_of_memory(error):
                raise _failure(error, [frame]) from error
            reason = f"out of memory: {error}"
    return Caption(timestamp=frame.timestamp, text="", pts=frame.pts, error=reason)


def _made(frame: Frame, text: str) -> Caption:
    cleaned = clean_caption(text)
    error = None if cleaned else NOTHING_USABLE
    return Caption(timestamp=frame.timestamp, text=cleaned, pts=frame.pts, error=error)


def _failure(error: Exception, frames: Sequence[Frame]) -> CaptionError:
    times = ", ".join(f"{frame.timestamp:g}" for frame in frames)
    return CaptionError(
        f"the captioner failed on the frames at {times} s: {type(error).__name__}: {error}",
        stage="caption",
    )
