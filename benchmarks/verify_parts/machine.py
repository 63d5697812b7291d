"""What a figure was measured on, and where it goes."""

from __future__ import annotations

import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

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


def cell(value: object) -> str:
    """Write one cell; shares with three digits."""
    return f"{value:.3f}" if isinstance(value, float) else str(value)
