"""Captions, embeddings and time indexes on disk, so that each is paid for once.

One SQLite file in the platform's cache folder. Everything is keyed by content: a
caption by the video's SHA-256, the sampler and the captioner with all that
changes their output; an array by the captions it was computed from and the
retriever. Captions are written as they arrive, so an interrupted ingest resumes
where it stopped. A damaged or older file is set aside with a warning.
"""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import threading
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.errors import StoreError
from gvqa_core.types import Caption

if TYPE_CHECKING:
    from collections.abc import Generator

    import numpy as np
    from numpy.typing import NDArray

SCHEMA_VERSION = 1
FILE_NAME = "store.sqlite3"

_SCHEMA = """
CREATE TABLE captions (
    key TEXT NOT NULL, timestamp REAL NOT NULL, pts REAL NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (key, timestamp)
) WITHOUT ROWID;
CREATE TABLE runs (
    key TEXT NOT NULL, start REAL NOT NULL, stop REAL NOT NULL, warnings TEXT NOT NULL,
    PRIMARY KEY (key, start, stop)
) WITHOUT ROWID;
CREATE TABLE arrays (
    key TEXT NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (key, name)
) WITHOUT ROWID;
CREATE TABLE videos (
    key TEXT PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL,
    captioner TEXT NOT NULL, used REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE rates (
    captioner TEXT PRIMARY KEY, frames INTEGER NOT NULL, seconds REAL NOT NULL
) WITHOUT ROWID;
"""


@frozen
class CachedVideo:
    """One ingested video, as `gvqa cache list` shows it.

    Attributes:
        path: Where the file was when it was last ingested.
        sha256: Content hash.
        captioner: What described it.
        captions: Number of captions kept.
        used: When it was last ingested, seconds since the epoch.
    """

    path: str
    sha256: str
    captioner: str
    captions: int
    used: float


def content_key(**parts: Any) -> str:
    """Hash named JSON-able parts into one key; a different part makes a different key."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def default_folder() -> Path:
    """The platform's cache folder for gvqa."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("gvqa"))


class Store:
    """The cache of one folder. Safe to use from many threads and processes.

    Args:
        folder: Where the file lives; made if absent. None keeps everything in memory.

    Raises:
        StoreError: The folder cannot be made or the file cannot be opened or set aside.
    """

    def __init__(self, folder: Path | None) -> None:
        self._lock = threading.RLock()
        self.path = None if folder is None else folder / FILE_NAME
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"the cache folder {folder} cannot be made: {error}; "
                    "set GVQA_CACHE_DIR to a folder you can write"
                ) from error
        self._db = self._connect()

    # -- captions ---------------------------------------------------------------

    def captions(self, key: str) -> dict[float, Caption]:
        """Return the captions kept under a key, by timestamp."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT timestamp, pts, text FROM captions WHERE key = ? ORDER BY timestamp", (key,)
            )
            return {t: Caption(timestamp=t, text=text, pts=pts) for t, pts, text in rows}

    def add_captions(self, key: str, captions: Iterable[Caption]) -> None:
        """Keep captions; those that failed are not kept, so that they are tried again."""
        rows = [(key, c.timestamp, c.pts, c.text) for c in captions if c.error is None]
        with self._writing() as db:
            db.executemany("INSERT OR REPLACE INTO captions VALUES (?, ?, ?, ?)", rows)

    def drop_captions(self, key: str) -> None:
        """Forget the captions and finished runs of a key."""
        with self._writing() as db:
            db.execute("DELETE FROM captions WHERE key = ?", (key,))
            db.execute("DELETE FROM runs WHERE key = ?", (key,))

    def finished(self, key: str, start: float, stop: float) -> tuple[str, ...] | None:
        """Return the warnings of a finished run over a window, or None if there was none."""
        with self._reading() as db:
            row = db.execute(
                "SELECT warnings FROM runs WHERE key = ? AND start = ? AND stop = ?",
                (key, start, stop),
            ).fetchone()
            return None if row is None else tuple(json.loads(row[0]))

    def finish(self, key: str, start: float, stop: float, notes: Sequence[str] = ()) -> None:
        """Record that every frame of a window has its caption."""
        with self._writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?)",
                (key, start, stop, json.dumps(list(notes))),
            )

    # -- arrays -----------------------------------------------------------------

    def arrays(self, key: str) -> dict[str, NDArray[np.generic]] | None:
        """Return the arrays kept under a key, or None if there are none."""
        import numpy as np

        with self._reading() as db:
            rows = db.execute("SELECT name, data FROM arrays WHERE key = ?", (key,)).fetchall()
        if not rows:
            return None
        try:
            return {name: np.load(io.BytesIO(data), allow_pickle=False) for name, data in rows}
        except (ValueError, EOFError, OSError):
            return None  # unreadable is the same as absent: it will be computed again

    def add_arrays(self, key: str, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Keep arrays under a key, all of them or none."""
        import numpy as np

        rows: list[tuple[str, str, bytes]] = []
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            rows.append((key, name, buffer.getvalue()))
        with self._writing() as db:
            db.execute("DELETE FROM arrays WHERE key = ?", (key,))
            db.executemany("INSERT INTO arrays VALUES (?, ?, ?)", rows)

    # -- what is here -----------------------------------------------------------

    def note_video(self, key: str, path: str, sha256: str, captioner: str) -> None:
        """Remember which file a key belongs to, for `gvqa cache list`."""
        with self._writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO videos VALUES (?, ?, ?, ?, ?)",
                (key, path, sha256, captioner, time.time()),
            )

    def videos(self) -> list[CachedVideo]:
        """List what is cached, most recently used first."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT path, sha256, captioner, "
                "(SELECT COUNT(*) FROM captions WHERE captions.key = videos.key), used "
                "FROM videos ORDER BY used DESC"
            ).fetchall()
        return [CachedVideo(*row) for row in rows]

    def clear(self) -> None:
        """Forget everything and give the disk space back."""
        with self._writing() as db:
            for table in ("captions", "runs", "arrays", "videos", "rates"):
                db.execute(f"DELETE FROM {table}")  # noqa: S608 - fixed names
        with self._reading() as db:
            db.execute("VACUUM")

    def size(self) -> int:
        """Return the bytes on disk, 0 when kept in memory."""
        if self.path is None:
            return 0
        files = self.path.parent.glob(FILE_NAME + "*")
        return sum(file.stat().st_size for file in files)

    def add_rate(self, captioner: str, frames: int, seconds: float) -> None:
        """Add to what is known of a captioner's speed here."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO rates VALUES (?, ?, ?) ON CONFLICT (captioner) DO UPDATE "
                "SET frames = frames + excluded.frames, seconds = seconds + excluded.seconds",
                (captioner, frames, seconds),
            )

    def seconds_per_frame(self, captioner: str) -> float | None:
        """Return a captioner's mean seconds for one frame here; None if never measured."""
        with self._reading() as db:
            row = db.execute(
                "SELECT seconds / frames FROM rates WHERE captioner = ? AND frames > 0",
                (captioner,),
            ).fetchone()
        return None if row is None else float(row[0])

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._db.close()

    # -- the file ---------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.DatabaseError as error:
            if self.path is None or _is_transient(error):
                raise StoreError(f"the cache cannot be opened: {error}") from error
            self._set_aside(str(error))
            return self._open()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self.path or ":memory:", timeout=30, check_same_thread=False, isolation_level=None
        )
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            # Two processes may find an empty file at once: only one makes the tables.
            db.execute("BEGIN IMMEDIATE")
            version = db.execute("PRAGMA user_version").fetchone()[0]
            empty = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0
            if empty:
                for statement in _SCHEMA.split(";"):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                version = SCHEMA_VERSION
            db.execute("COMMIT")
            if version != SCHEMA_VERSION:
                raise sqlite3.DatabaseError(f"it has format {version}, not {SCHEMA_VERSION}")
            damage = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if damage != "ok":
                raise sqlite3.DatabaseError(damage)
        except BaseException:
            db.close()
            raise
        return db

    def _set_aside(self, reason: str) -> None:
        assert self.path is not None
        aside = self.path.with_name(f"{self.path.stem}.set-aside-{time.time_ns()}.sqlite3")
        try:
            self.path.rename(aside)
        except OSError as error:
            raise StoreError(f"the damaged cache {self.path} cannot be moved: {error}") from error
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        warnings.warn(
            f"the cache could not be used ({reason}); it was moved to {aside} and is rebuilt",
            stacklevel=4,
        )

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.DatabaseError as error:
                raise self._failure(error) from error

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            except sqlite3.DatabaseError as error:
                raise self._failure(error) from error

    def _failure(self, error: sqlite3.DatabaseError) -> StoreError:
        where = "in memory" if self.path is None else str(self.path)
        return StoreError(
            f"the cache {where} failed: {error}; free disk space, set GVQA_CACHE_DIR to another "
            "folder, or run `gvqa cache clear`"
        )


def _is_transient(error: sqlite3.DatabaseError) -> bool:
    """Whether waiting or making room would help, so that the file must not be set aside."""
    text = str(error)
    return any(word in text for word in ("locked", "unable to open", "disk is full", "readonly"))
