"""Runs one method once, in a process of its own, and prints what it cost as JSON.

    python benchmarks/video_parts/one.py METHOD TASK.json

The task names the file, the times and the counters that are right at them. What
checking the pictures costs is left out of the measure; memory counts from after
the method's library is imported.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from gvqa_core.testing.counter import read_counter
from video_parts.methods import METHODS

PROC = Path("/proc/self/status")


class Memory:
    """Megabytes above what the process held when this was made.

    Where /proc tells, not `ru_maxrss`: on Linux a process starts with its parent's.
    """

    def __init__(self) -> None:
        if PROC.exists():
            Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from here
        self._base = self._most()

    def grown(self) -> float:
        return max(0.0, self._most() - self._base)

    def _most(self) -> float:
        if PROC.exists():
            lines = PROC.read_text().splitlines()
            return next(int(line.split()[1]) for line in lines if "VmHWM" in line) * 1024 / 1e6
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def run(method: str, task: dict) -> dict:
    function, modules = METHODS[method]
    module = ""
    try:
        for module in modules.split():
            importlib.import_module(module)
    except Exception as error:
        return {"error": f"{module} cannot be imported: {str(error).strip().splitlines()[0]}"}
    memory, checking = Memory(), 0.0
    seen: dict[int, int | None] = {}
    wall, cpu = time.perf_counter(), time.process_time()
    wall_checking = 0.0
    failure = None
    try:
        for number, picture in function(task["path"], task["times"]):
            began, began_wall = time.thread_time(), time.perf_counter()
            seen[number] = read_counter(np.rot90(picture, task.get("turns", 0)))
            checking += time.thread_time() - began
            wall_checking += time.perf_counter() - began_wall
    except Exception as error:
        failure = f"{type(error).__name__}: {str(error).strip().splitlines()[0][:200]}"
    cpu, wall = time.process_time() - cpu - checking, time.perf_counter() - wall - wall_checking
    wrong = sum(seen[number] != task["counters"][number] for number in seen)
    return {
        "cpu": cpu,
        "wall": wall,
        "peak": memory.grown(),
        "asked": len(task["times"]),
        "missing": len(task["times"]) - len(seen),
        "wrong": wrong,
        "failure": failure,
    }


if __name__ == "__main__":
    print("RESULT", json.dumps(run(sys.argv[1], json.loads(Path(sys.argv[2]).read_text()))))
