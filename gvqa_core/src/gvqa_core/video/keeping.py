"""Keeps a video's time index in the store, so that the same content is read through only once."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Protocol

from gvqa_core.errors import StoreError
from gvqa_core.video.index import TimeIndex

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gvqa_core.video.reader import FileVideo

_METHOD = 1
"""Raised when indexes are made otherwise; older ones are then made anew."""
_LIBRARIES = ("av", "opencv-python")
"""Another version may tell other times."""


class ArrayStore(Protocol):
    """What is used of `gvqa_core.store.Store`."""

    def arrays(self, key: str) -> Mapping[str, NDArray[Any]] | None:
        """Return the arrays kept under a key, or None."""
        ...

    def add_arrays(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep arrays under a key."""
        ...


def open_indexed(path: str | os.PathLike[str], sha256: str, store: ArrayStore) -> FileVideo:
    """Open a video with the index that is kept of its content, and keep one that is not.

    A kept index that is damaged is made anew. One that were wrong could not make a
    frame wrong, since decoders prove each frame by its own time. When the store
    fails the video is opened as if there were none.

    Args:
        path: The video file.
        sha256: Its content hash.
        store: Where indexes are kept.

    Raises:
        VideoError: As `gvqa_core.video.open_video`.
    """
    from gvqa_core.video import open_video

    key = _key(sha256)
    index = _kept(store, key)
    video = open_video(path, index=index)
    if index is None:
        with suppress(StoreError):
            store.add_arrays(key, video.index.arrays())
    return video


def _kept(store: ArrayStore, key: str) -> TimeIndex | None:
    with suppress(StoreError, ValueError):
        if (arrays := store.arrays(key)) is not None:
            return TimeIndex.from_arrays(arrays)
    return None


def _key(sha256: str) -> str:
    from gvqa_core.store import content_key

    libraries = {name: _version(name) for name in _LIBRARIES}
    return content_key(time_index=sha256, method=_METHOD, libraries=libraries)


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None
