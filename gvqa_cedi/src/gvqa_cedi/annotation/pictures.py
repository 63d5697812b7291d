"""Finding the file of a picture by its name."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from gvqa_cedi.errors import GraphError
from gvqa_cedi.moments import moment_of, write_frame
from gvqa_cedi.synthetic.shipped import picture_bytes

_ENDINGS = ("", ".png", ".jpg", ".jpeg")


@contextmanager
def picture_files(folder: Path | None) -> Generator[Callable[[str], Path | None]]:
    """A function from a picture's name to its file, for the duration of a block.

    Pictures of the shipped set are found without a folder. `talk.mp4@12.5` is the frame of
    that video below the folder. A name is looked up below
    the folder, whole and by its part after the last `/`; never outside of it.

    Raises:
        GraphError: The folder is not there; from the function, a video has no such moment.
    """
    if folder is not None and not folder.is_dir():
        raise GraphError(f"There is no folder '{folder}'.")
    with tempfile.TemporaryDirectory(prefix="gvqa-cedi-") as made:

        def find(name: str) -> Path | None:
            if folder is not None and (found := _below(folder, name)):
                return found
            if folder is not None and (moment := moment_of(name)):
                video = _below(folder, moment.video)
                frame = Path(made) / f"{quote(name, safe='')}.png"
                return video and write_frame(video, moment.time, frame)
            if not name.startswith("synthetic/"):
                return None
            try:
                data = picture_bytes(name)
            except GraphError:
                return None
            path = Path(made) / f"{name.removeprefix('synthetic/')}.png"
            path.write_bytes(data)
            return path

        yield find


def _below(folder: Path, name: str) -> Path | None:
    root = folder.resolve()
    for stem in (name, name.rpartition("/")[2]):
        for ending in _ENDINGS:
            path = (root / f"{stem}{ending}").resolve()
            if path.is_relative_to(root) and path.is_file():
                return path
    return None
