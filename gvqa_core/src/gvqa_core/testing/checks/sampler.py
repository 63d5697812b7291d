"""What a sampler promises."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from gvqa_core.protocols import Video
from gvqa_core.testing.checks.checklist import Checklist, expect
from gvqa_core.types import Window

METHODS = {"identity": False, "open": True, "close": True, "sample": True}

SECONDS, RATE = 12, 10


@contextmanager
def clip() -> Generator[Video]:
    """A real video of 12 s, opened: three plain scenes of 4 s."""
    import cv2

    from gvqa_core.video import open_video

    with TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (160, 120))
        for number in range(SECONDS * RATE):
            level = (40, 128, 220)[number * 3 // (SECONDS * RATE)]
            writer.write(np.full((120, 160, 3), level, dtype=np.uint8))
        writer.release()
        with open_video(path) as video:
            yield video


def outputs(component: Any) -> object:
    """What must be the same after the component was closed and opened again."""
    with clip() as video:
        return _times(component, video, Window())


def check(component: Any, checklist: Checklist) -> None:
    """Check an opened sampler."""
    with clip() as video:
        with checklist.item("it yields frames in ascending time, from inside the video"):
            times = _times(component, video, Window())
            expect(len(times) >= 1, "no frame at all")
            expect(times == sorted(set(times)), f"times {times}")
            expect(times[0] >= 0 and times[-1] <= video.info.duration, f"times {times}")
        with checklist.item("frames are RGB uint8 pictures with their true time"):
            for frame in component.sample(video, Window()):
                shape, kind = frame.image.shape, frame.image.dtype
                expect(shape[2:] == (3,) and kind == np.uint8, f"shape {shape}, type {kind}")
                expect(frame.pts <= frame.timestamp + 1e-6, f"{frame.pts} > {frame.timestamp}")
        with checklist.item("a window is kept to"):
            times = _times(component, video, Window(3.0, 9.0))
            expect(all(3.0 <= time <= 9.0 for time in times), f"times {times} for 3 to 9")
        with checklist.item("max_pixels is kept to"):
            sizes = [f.image.size // 3 for f in component.sample(video, Window(), max_pixels=4800)]
            expect(all(size <= 4800 for size in sizes), f"pixels {sizes}")
        with checklist.item("the same video gives the same times again"):
            first, second = (_times(component, video, Window()) for _ in range(2))
            expect(first == second, f"{first}, then {second}")
        with checklist.item("frames stream: at most two are alive at a time"):
            expect((most := _most_alive(component, video)) <= 2, f"{most} were alive")


def _times(component: Any, video: Video, window: Window) -> list[float]:
    return [frame.timestamp for frame in component.sample(video, window)]


def _most_alive(component: Any, video: Video) -> int:
    seen: list[weakref.ref[Any]] = []
    most = 0
    for frame in component.sample(video, Window()):
        seen.append(weakref.ref(frame.image))
        gc.collect()
        most = max(most, sum(reference() is not None for reference in seen))
    return most
