"""What a figure was measured on, and where it goes."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gvqa_core.evaluation.statistics import Rate

OUT = Path("build/bench")


def machine(*packages: str) -> dict[str, object]:
    """The processor's name, its cores, Python, and the versions of some packages."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = named[0].partition(":")[2].strip() if named else name
    found: dict[str, object] = {
        "processor": name,
        "cores": os.cpu_count(),
        "threads": os.environ.get("OMP_NUM_THREADS", "not set"),
        "python": platform.python_version(),
    }
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def write(name: str, figures: dict[str, object]) -> None:
    """Save figures as JSON under build/bench."""
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"{name}.json"
    path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nWritten to {path}.")


def table(title: str, head: list[str], rows: list[list[object]]) -> None:
    """Print a Markdown table."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(cell(value) for value in row) + " |")


def counted(found: Sequence[bool]) -> str:
    """How many of some outcomes are true, with Wilson's 95 % interval."""
    rate = Rate(sum(found), len(found))
    low, high = rate.interval or (0.0, 1.0)
    return f"{rate.count} of {rate.of} ({low:.2f}–{high:.2f})"


def cell(value: object) -> str:
    """Write one cell; shares with three digits."""
    return f"{value:.3f}" if isinstance(value, float) else str(value)
