"""Files of every odd kind, made once for all tests of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from gvqa_core.testing.counter import read_counter
from gvqa_core.testing.odd_clips import OddClip, make_odd_clips

if TYPE_CHECKING:
    from pathlib import Path

    from gvqa_core.types import Frame


@pytest.fixture(scope="session")
def odd(tmp_path_factory) -> dict[str, OddClip]:
    """File name → clip."""
    return make_odd_clips(tmp_path_factory.mktemp("odd"))


@pytest.fixture(scope="session")
def plain(odd) -> Path:
    """A file without anything odd: H.264 with B-frames, 24 fps, 10 s."""
    return odd["constant.mp4"].path


@pytest.fixture(params=["pyav", "opencv"])
def decoder(request) -> str:
    """Each decoder in turn."""
    return request.param


@pytest.fixture(scope="session")
def counter_of():
    """Return the function that reads the number burnt into a frame of a clip."""

    def read(clip: OddClip, frame: Frame) -> int | None:
        return read_counter(np.ascontiguousarray(np.rot90(frame.image, clip.turns)))

    return read
