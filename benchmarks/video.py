"""What do exact frames cost? Every way of getting frames from a video, side by side.

    python benchmarks/video.py [--rounds 5] [--samples 120] [--peers] [--only WORD …]

Two files of ten minutes (720p, H.264 with B-frames and sound, GOP 48 and 250) and two
tasks: a frame every five seconds, and 40 random times. Methods take turns, each run in a
process of its own; the table shows medians of CPU seconds and of memory above the
interpreter with its libraries. Every picture carries a number, so wrong frames are
counted. Then every method is asked for frames of all odd kinds of file that
`gvqa_core.testing.odd_clips` makes. `--peers` fetches torchcodec, decord and imageio into
an environment of their own; without it (or without a network) they are skipped, saying
so. Figures go to build/bench/video.json, with `--write` also into docs/performance.md.
Exits with 1 if a frame of ours was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from video_parts.files import RATE, large_file, loop_frames
from video_parts.methods import METHODS
from video_parts.peers import environment, peers_python

from gvqa_core.testing.odd_clips import TOLERANCE, OddClip, make_odd_clips

OUT = Path("build/bench")
GOPS = (48, 250)
MINUTES = 10
OURS = ("gvqa pyav", "gvqa opencv")
ONE_BATCH = "torchcodec (exact, one batch)"
RANDOM_ACCESS = (*OURS, "torchcodec (exact)", ONE_BATCH, "decord", "OpenCV seek by time")
"""Methods for which a few times need not cost the whole file."""
PAGE = Path("docs/performance.md")
BEGIN, END = "<!-- video: begin -->", "<!-- video: end -->"
TARGETS = [  # (file and task, ours, theirs, how many times cheaper ours is to be)
    ("every 5 s, GOP 48", "gvqa pyav", "torchcodec (exact)", 1.0),
    ("every 5 s, GOP 250", "gvqa pyav", "torchcodec (exact)", 1.0),
    ("every 5 s, GOP 48", "gvqa pyav", "decord", 2.0),
    ("every 5 s, GOP 250", "gvqa pyav", "decord", 2.0),
    ("every 5 s, GOP 48", "gvqa pyav", "OpenCV read() loop", 8.0),
    ("every 5 s, GOP 250", "gvqa pyav", "OpenCV read() loop", 2.5),
    ("every 5 s, GOP 48", "gvqa opencv", "OpenCV read() loop", 3.0),
    ("every 5 s, GOP 250", "gvqa opencv", "OpenCV read() loop", 1.5),
    ("40 random times, GOP 48", "gvqa pyav", ONE_BATCH, 1.0),
    ("40 random times, GOP 250", "gvqa pyav", ONE_BATCH, 1.0),
]
MEMORY = 60
"""Megabytes above the interpreter that our methods may take."""


class Runner:
    """Starts one method on one task."""

    def __init__(self, python: Path) -> None:
        self.python = python
        self.environment = environment(OUT)

    def run(self, method: str, task: dict) -> dict:
        """Return what the method cost and how many frames were wrong."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "task.json"
            file.write_text(json.dumps(task))
            command = [self.python, "benchmarks/video_parts/one.py", method, file]
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, env=self.environment, timeout=900
                )
            except subprocess.TimeoutExpired:
                return {"error": "no end after 15 minutes"}
        for line in done.stdout.splitlines():
            if line.startswith("RESULT "):
                return json.loads(line.removeprefix("RESULT "))
        return {"error": f"ended with code {done.returncode}"}


def large_tasks(samples: int, random_times: int, seed: int) -> dict[str, dict]:
    """Name → task on a large file."""
    tasks = {}
    for gop in GOPS:
        path = large_file(OUT / "video", gop, MINUTES)
        grid = [5.0 * step for step in range(samples)]
        dice = random.Random(seed)
        anywhere = [dice.uniform(0, MINUTES * 60) for _ in range(random_times)]
        names = {"every 5 s": grid, f"{random_times} random times": anywhere}
        for name, times in names.items():
            if not times:
                continue
            numbers = [int((time + TOLERANCE) * RATE) % loop_frames(gop) for time in times]
            tasks[f"{name}, GOP {gop}"] = {"path": str(path), "times": times, "counters": numbers}
    return tasks


def odd_task(clip: OddClip, seed: int) -> dict:
    """Half-second steps, then 25 random times."""
    dice = random.Random(seed)
    last = clip.times[-1]
    times = [step / 2 for step in range(int(last * 2) + 1)]
    times += [dice.uniform(0, last) for _ in range(25)]
    counters = [clip.counter_at(time) for time in times]
    return {"path": str(clip.path), "times": times, "counters": counters, "turns": clip.turns}


def medians(runs: list[dict]) -> dict:
    """Return the medians of one method on one task, and the worst count of wrong frames."""
    if failed := [run for run in runs if "error" in run]:
        return failed[0]
    keys = ("cpu", "wall", "peak")
    middle = {key: statistics.median(run[key] for run in runs) for key in keys}
    worst = {key: max(run[key] for run in runs) for key in ("wrong", "missing")}
    return middle | worst | {"rounds": len(runs), "failure": runs[0]["failure"]}


def measure_large(
    runner: Runner, methods: list[str], rounds: int, tasks: dict, jobs: int
) -> dict[str, dict]:
    """Let the methods take turns; the order changes from round to round."""
    fitting = {
        task: [m for m in methods if m in RANDOM_ACCESS or "random" not in task] for task in tasks
    }
    runs: dict[str, dict[str, list]] = {t: {m: [] for m in fitting[t]} for t in tasks}

    def measure(task: str, number: int) -> None:
        for place in range(len(fitting[task])):
            method = fitting[task][(place + number) % len(fitting[task])]
            if not any("error" in run for run in runs[task][method]):
                runs[task][method].append(runner.run(method, tasks[task]))

    for number in range(rounds):
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(measure, tasks, [number] * len(tasks)))
        print(f"round {number + 1} of {rounds} done, load {os.getloadavg()[0]:.1f}", flush=True)
        found = {t: {m: medians(each) for m, each in runs[t].items()} for t in tasks}
        (OUT / "video-rounds.json").write_text(json.dumps(found, indent=1))
    return found


def measure_odd(runner: Runner, methods: list[str], seed: int) -> dict:
    """Right frames of frames asked, over every odd kind of file."""
    with tempfile.TemporaryDirectory() as folder:
        clips = make_odd_clips(Path(folder))
        whole = {name: c for name, c in clips.items() if c.codec and not c.may_miss}
        found = {}
        for method in methods:
            asked = right = 0
            files = []
            for name, clip in whole.items():
                task = odd_task(clip, seed)
                run = runner.run(method, task)
                good = 0
                if "error" not in run:
                    good = run["asked"] - run["missing"] - run["wrong"]
                asked, right = asked + len(task["times"]), right + good
                if good < len(task["times"]):
                    files.append(name)
            found[method] = {"asked": asked, "right": right, "files_not_right": files}
            print(f"odd files, {method}: {right} of {asked}; not right: {files}", flush=True)
    return found


def table(results: dict) -> str:
    """Return the medians as a table in Markdown, the cheapest exact method first."""
    lines = []
    for task, each in results.items():
        usable = {m: run for m, run in each.items() if "error" not in run}
        exact = [run["cpu"] for run in usable.values() if not run["wrong"] + run["missing"]]
        best = min(exact, default=float("nan"))
        lines += ["", f"**{task}**", ""]
        lines += ["| method | CPU s | × the best exact | memory MB | wrong frames |"]
        lines += ["|---|---|---|---|---|"]
        for method, run in sorted(usable.items(), key=lambda item: item[1]["cpu"]):
            lost = f"{run['wrong'] + run['missing']}" if not run["failure"] else run["failure"]
            lines.append(
                f"| {method} | {run['cpu']:.2f} | {run['cpu'] / best:.2f} "
                f"| {run['peak']:.0f} | {lost} |"
            )
        lines += [f"| {m} | {run['error']} | | | |" for m, run in each.items() if "error" in run]
    return "\n".join(lines)


def judge_targets(results: dict) -> list[dict]:
    """Compare with what was aimed at."""
    judged = []
    for task, ours, theirs, factor in TARGETS:
        pair = [results.get(task, {}).get(method, {}).get("cpu") for method in (ours, theirs)]
        ratio = pair[1] / pair[0] if all(pair) else None
        met = None if ratio is None else ratio >= factor
        judged.append({"task": task, "ours": ours, "theirs": theirs, "aim": factor})
        judged[-1] |= {"ratio": ratio, "met": met}
        shown = "not measured" if ratio is None else f"{ratio:.2f} ({'met' if met else 'MISSED'})"
        print(f"{task}: {theirs} costs × {ours}: aim {factor}, found {shown}")
    for task, each in results.items():
        for method in OURS:
            peak = each.get(method, {}).get("peak")
            if peak is not None and peak >= MEMORY:
                print(f"{task}: {method} takes {peak:.0f} MB, aim under {MEMORY} (MISSED)")
    return judged


def write_page(report: dict) -> None:
    """Put the tables between the page's marks."""
    machine, tasks = report["machine"], report["tasks"]
    rounds = min(run["rounds"] for each in tasks.values() for run in each.values() if run)
    libraries = ", ".join(f"{name} {number}" for name, number in machine["libraries"].items())
    lines = [
        f"{machine['processor']}, {machine['cores']} cores, load {report['load'][0]:.1f}; "
        f"Python {machine['python']}, {libraries}. Medians of {rounds} rounds, "
        f'{report["samples"]} samples for "every 5 s".',
        table(tasks),
        "",
        "| compared | aim | found |",
        "|---|---|---|",
    ]
    for aim in report["targets"]:
        found = "not measured" if aim["ratio"] is None else f"{aim['ratio']:.2f}"
        missed = " (missed)" if aim["met"] is False else ""
        what = f"{aim['task']}: CPU of {aim['theirs']} / {aim['ours']}"
        lines.append(f"| {what} | ≥ {aim['aim']:g} | {found}{missed} |")
    if report["odd"]:
        lines += ["", "| odd files | right frames | of | files not wholly right |"]
        lines += ["|---|---|---|---|"]
        for method, found in report["odd"].items():
            names = found["files_not_right"]
            files = f"{len(names)} files" if len(names) > 10 else ", ".join(names) or "none"
            lines.append(f"| {method} | {found['right']} | {found['asked']} | {files} |")
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    body = "\n".join(lines)
    PAGE.write_text(f"{before}{BEGIN}\n{body}\n{END}{after}", encoding="utf-8")


def machine() -> dict:
    """Return what the figures depend on."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = lines[0].split(":")[1].strip() if lines else name
    libraries = {library: version(library) for library in ("gvqa-core", "opencv-python", "av")}
    return {"processor": name, "cores": os.cpu_count(), "python": platform.python_version()} | {
        "libraries": libraries
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--samples", type=int, default=MINUTES * 12, help="of every 5 s")
    parser.add_argument("--times", type=int, default=40, help="random times; 0 for none")
    parser.add_argument("--jobs", type=int, default=1, help="tasks measured at the same time")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE}")
    parser.add_argument("--peers", action="store_true", help="fetch other libraries to compare")
    parser.add_argument("--only", nargs="*", help="words of the names of methods to run")
    parser.add_argument("--no-odd", action="store_true", help="leave out the odd files")
    options = parser.parse_args()
    python = Path(sys.executable)
    if options.peers or (OUT / "peers" / "ready").exists():
        python = peers_python(OUT).absolute()
    methods = [m for m in METHODS if not options.only or any(w in m for w in options.only)]
    seed = secrets.randbits(32)
    print(f"seed {seed}; {machine()}", flush=True)
    runner = Runner(python)
    tasks = large_tasks(options.samples, options.times, seed)
    results = measure_large(runner, methods, options.rounds, tasks, options.jobs)
    print(table(results))
    judged = judge_targets(results)
    odd = {} if options.no_odd else measure_odd(runner, methods, seed)
    report = {"seed": seed, "machine": machine(), "load": os.getloadavg(), "tasks": results}
    report |= {"targets": judged, "odd": odd, "samples": options.samples}
    (OUT / "video.json").write_text(json.dumps(report, indent=1))
    if options.write:
        write_page(report)
    if wrong_frames(results, odd):
        raise SystemExit("a frame of ours was wrong")


def wrong_frames(results: dict, odd: dict) -> bool:
    """Return whether one of our methods gave a wrong frame, or missed one it must have."""
    large = any(each[m].get("wrong") for each in results.values() for m in OURS if m in each)
    missed = {m: set(odd.get(m, {}).get("files_not_right", ())) for m in OURS}
    return large or bool(missed[OURS[0]] or missed[OURS[1]] - {"av1.mp4"})


if __name__ == "__main__":
    main()
