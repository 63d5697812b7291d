"""Is a file still the one that was read? Its state tells, and where that differs its content."""

from __future__ import annotations

import hashlib
from pathlib import Path

from attrs import frozen

from gvqa_core.errors import VideoChangedError


@frozen
class FileState:
    """What tells cheaply that a file may have changed since its content was hashed."""

    device: int
    inode: int
    size: int
    modified_ns: int
    changed_ns: int

    @classmethod
    def of(cls, path: str | Path) -> FileState:
        """Read the state of a file."""
        stat = Path(path).stat()
        return cls(stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)


def check_unchanged(path: str, sha256: str, state: FileState | None, *, what: str) -> None:
    """Make sure a file is still the one that was read.

    Args:
        path: The file.
        sha256: Its content hash then.
        state: Its state before it was read; None compares contents.
        what: What the file is, for the message: "the video".

    Raises:
        VideoChangedError: The file is gone or its content is another.
    """
    try:
        if state is not None and FileState.of(path) == state:
            return
        with Path(path).open("rb") as file:
            now = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise VideoChangedError(f"{path} can no longer be read: {error}") from error
    if now != sha256:
        raise VideoChangedError(
            f"{path} is not {what} that was ingested (its content changed); ingest it again"
        )
