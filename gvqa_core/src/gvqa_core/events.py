"""What observers are told while the pipeline runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from attrs import frozen


@frozen
class StageEvent:
    """A stage at work or at its end.

    Attributes:
        stage: `transcribe`, `sample`, `caption`, `index`, `retrieve`, `draft` or `verify`.
        done: Items finished so far.
        total: Items expected; None when unknown.
        seconds: Wall time since the stage began.
        detail: What the stage is doing, for people.
    """

    stage: str
    done: int = 0
    total: int | None = None
    seconds: float = 0.0
    detail: str = ""


@contextmanager
def timed(
    notify: Callable[[StageEvent], None], stage: str, total: int | None = None
) -> Generator[None]:
    """Tell observers how long a stage took, once it has ended well."""
    begun = time.perf_counter()
    yield
    notify(StageEvent(stage=stage, done=total or 0, total=total,
                      seconds=time.perf_counter() - begun))  # fmt: skip
