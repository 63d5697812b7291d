"""Exact frames from video files: `open_video(path)` → sample at an interval, or frames at times.

`open_video(path).frames_at([12.5])` is useful by itself: it needs no model and
no pipeline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gvqa_core.video.files import file_sha256

if TYPE_CHECKING:
    import os

    from gvqa_core.video.index import TimeIndex
    from gvqa_core.video.reader import FileVideo

__all__ = ["file_sha256", "open_video"]


def open_video(
    path: str | os.PathLike[str], *, decoder: str = "auto", index: TimeIndex | None = None
) -> FileVideo:
    """Open a video file.

    Args:
        path: A local file.
        decoder: `opencv`, `pyav`, or `auto` for the rule in `gvqa_core.video.choice`.
        index: The `index` of a video of the same content opened before; saves reading
            the whole file.

    Returns:
        The video: a context manager. `info.decoder` and `info.decoder_reason` say
        what decodes it.

    Raises:
        VideoNotFoundError: There is no such file, or it is a folder.
        NotAVideoError: The file holds no video stream; the message says what it is.
        DecoderError: No installed decoder can decode it; names codec and cure.
        ConfigError: There is no decoder of that name.
    """
    from gvqa_core.video.choice import open_with
    from gvqa_core.video.files import locate

    return open_with(locate(path), decoder, index)
