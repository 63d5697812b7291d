"""What a stage costs: wall time, memory on the host, memory on a device."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from attrs import define

from gvqa_core.errors import ComponentError

_EVERY = 0.02
"""Seconds between two looks at the memory; a shorter peak is missed."""


@define
class Cost:
    """What a block cost.

    Attributes:
        seconds: Wall time.
        peak_rss: Highest resident memory of the process meanwhile, bytes.
        grown_rss: How far above the beginning that was, bytes.
        device_peak: Highest memory allocated on the device, bytes; None without one.
    """

    seconds: float = 0.0
    peak_rss: int = 0
    grown_rss: int = 0
    device_peak: int | None = None


@contextmanager
def watched() -> Generator[Cost]:
    """Measure a block.

    Raises:
        ComponentError: psutil is not installed.
    """
    try:
        import psutil
    except ImportError:
        raise ComponentError("measuring needs psutil: pip install 'gvqa-core[eval]'") from None
    process = psutil.Process()
    before = process.memory_info().rss
    cost = Cost(peak_rss=before)
    over = threading.Event()

    def look() -> None:
        while not over.wait(_EVERY):
            cost.peak_rss = max(cost.peak_rss, process.memory_info().rss)

    watcher = threading.Thread(target=look, daemon=True)
    _reset_device()
    watcher.start()
    begun = time.perf_counter()
    try:
        yield cost
    finally:
        cost.seconds = time.perf_counter() - begun
        over.set()
        watcher.join()
        cost.peak_rss = max(cost.peak_rss, process.memory_info().rss)
        cost.grown_rss = cost.peak_rss - before
        cost.device_peak = _device_peak()


# The core imports no model library: only one that a component has loaded is asked.


def _reset_device() -> None:
    for library in (_cuda(), sys.modules.get("mlx.core")):
        reset: Any = getattr(library, "reset_peak_memory_stats", None) or getattr(
            library, "reset_peak_memory", None
        )
        if reset is not None:
            reset()


def _device_peak() -> int | None:
    cuda, mlx = _cuda(), sys.modules.get("mlx.core")
    if cuda is not None:
        return int(cuda.max_memory_allocated())
    peak: Any = getattr(mlx, "get_peak_memory", None)
    return None if peak is None else int(peak())


def _cuda() -> Any:
    torch = sys.modules.get("torch")
    cuda: Any = getattr(torch, "cuda", None)
    return cuda if cuda is not None and cuda.is_available() else None
