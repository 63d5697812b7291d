"""Captions and drafts of the local backends against the plain loop of their libraries' examples.

    python benchmarks/backends.py [--frames 64] [--questions 0..3] [--only cuda|mlx]

Captions: the tiny vision model of the tests says what is on each picture, through our
captioner, through the same library calls made bare on the same batches (the difference is
what our layer costs), and one picture at a time as the libraries' own examples do.
Drafts: SmolLM2-135M answers questions about five captions, with and without the schema
enforced, and without our reuse of the instructions' states. Costs are seconds of this
process's CPU time, so that other work on the machine counts little. Outputs are compared:
whatever is faster says the same. Figures go to build/bench/backends.json.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from backend_parts import bare
from verify_parts.machine import machine, table, write

sys.path.append(str(Path(__file__).resolve().parent.parent))

from tests import squares
from tests.backends.makers import captioner, drafter
from tests.weights import TINY_PROMPT, smollm2, smollm2_mlx

from gvqa_core.types import Caption, Frame, Hit

BATCH, TOKENS, DRAFT_TOKENS, REPEATS = 8, 16, 32, 5
CAPTIONS = (
    "A woman in a red coat opens a wooden door.",
    "A brown dog sleeps on a blue sofa.",
    "A cyclist waits at a traffic light.",
    "Two children draw at a table.",
    "A van is parked beside a tree.",
)
QUESTIONS = ("Who waits at the light?", "What does the dog do?", "What do the children do?")


def main() -> None:
    arguments = parser().parse_args()
    backends = [arguments.only] if arguments.only else ["cuda", "mlx"]
    captions = [measure_captions(backend, arguments.frames) for backend in backends]
    columns = ["backend", "ours /s", "bare /s", "one by one /s", "ours : one by one", "overhead"]
    table("Captions per CPU-second, tiny-vlm", columns, captions)
    drafts = []
    if arguments.questions:
        drafts = [row for b in backends for row in measure_drafts(b, arguments.questions)]
        columns = ["backend", "how", "first draft s", "later draft s", "tokens /s", "claims"]
        table("Drafts, SmolLM2-135M, CPU-seconds", columns, drafts)
    packages = ("torch", "transformers", "bitsandbytes", "mlx", "mlx-lm", "mlx-vlm", "llguidance")
    write("backends", {"machine": machine(*packages), "captions": captions, "drafts": drafts})
    print(f"Peak memory: {bare.peak_memory() / 1e9:.2f} GB")


def measure_captions(backend: str, count: int) -> list[object]:
    """Captions per CPU-second in three ways on the same pictures, alternating."""
    rng = np.random.default_rng(64)
    kinds = [squares.ALL[n % len(squares.ALL)] for n in range(count)]
    frames = [Frame(squares.picture(*kind, rng, 112), 0.0, 0.0) for kind in kinds]
    batches, alone = bare.CAPTIONS[backend]
    with captioner(backend, batch_size=BATCH, max_tokens=TOKENS) as opened:
        ways = {
            "ours": lambda: opened.caption(frames),
            "bare": lambda: batches(opened.chat, frames, TINY_PROMPT, BATCH, TOKENS),
            "one by one": lambda: alone(opened.chat, frames, TINY_PROMPT, TOKENS),
        }
        said, costs = {}, {name: [] for name in ways}
        for _ in range(REPEATS):
            for name, way in ways.items():
                said[name], cost = timed(way)
                costs[name].append(cost)
    assert said["ours"] == said["bare"] == said["one by one"]
    assert said["ours"] == [squares.sentence(*kind) for kind in kinds]
    ours, bare_cost, single = (statistics.median(costs[name]) for name in ways)
    overhead = statistics.median(
        mine / theirs - 1 for mine, theirs in zip(costs["ours"], costs["bare"], strict=True)
    )
    rates = [f"{count / cost:.1f}" for cost in (ours, bare_cost, single)]
    return [backend, *rates, f"{single / ours:.2f}", f"{overhead:+.1%}"]


def measure_drafts(backend: str, count: int) -> list[list[object]]:
    """First and later drafts with the schema, without it, and without kept states."""
    weights = smollm2() if backend == "cuda" else smollm2_mlx(8)
    hits = [Hit(Caption(5.0 * n, text, 5.0 * n), 1.0, n) for n, text in enumerate(CAPTIONS)]
    rows = []
    for how, grammar, keep in (
        ("constrained", True, True),
        ("free", False, True),
        ("free, nothing kept", False, False),
    ):
        options = {"max_tokens": DRAFT_TOKENS, "grammar": grammar}
        costs, tokens, claims = [], [], 0
        with drafter(backend, weights, **options) as opened:
            for question in QUESTIONS[:count]:
                if not keep:
                    opened.chat._prefix = ([], None)
                draft, cost = timed(lambda q=question: opened.draft(q, hits))
                costs.append(cost)
                tokens.append(opened.chat.count_tokens(draft.raw))
                claims += len(draft.claims)
        later = statistics.mean(costs[1:]) if costs[1:] else costs[0]
        rate = sum(tokens) / sum(costs)
        rows.append(
            [backend, how, f"{costs[0]:.2f}", f"{later:.2f}", f"{rate:.1f}", f"{claims}/{count}"]
        )
    return rows


def timed(way):
    """What a call returns, and its CPU-seconds."""
    start = time.process_time()
    result = way()
    return result, time.process_time() - start


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    made.add_argument("--frames", type=int, default=64)
    made.add_argument("--questions", type=int, default=3, choices=(0, 1, 2, 3))
    made.add_argument("--only", choices=("cuda", "mlx"))
    return made


if __name__ == "__main__":
    main()
