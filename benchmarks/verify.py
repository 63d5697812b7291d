"""What does checking cost? Judges by batch and order, and the verification of a whole answer.

    python benchmarks/verify.py [--pairs 256] [--claims 200] [--rounds 3] [--nli FOLDER]

1. Claims per CPU second of `nli-mini` and of a model of the size of `nli` at batch 1, 8 and
   32, sorted by length and not, and through the verifier as it is shipped.
2. onnxruntime against torch for a model of the same shape as `nli-mini`.
3. 200 claims that cite 60 moments, by `VideoQA.verify` and by the plain loop (open,
   seek, caption, judge, claim by claim, neighbours too), with the same models.

Methods take turns; the figures are medians of CPU time, which other work on the machine
disturbs least. Where the hub's weights are not at hand
(`--nli FOLDER`), `nli` is timed with random weights of the shape of
nli-deberta-v3-small: time does not depend on what they say. Figures go to
build/bench/verify.json; exits with 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from verify_parts.answer import whole_answer
from verify_parts.labelled import among_others, guard_sets
from verify_parts.machine import machine, table, write
from verify_parts.models import (
    random_deberta,
    score_mini_in_batches,
    score_torch_in_batches,
    torch_minis,
)

from gvqa_verifiers.nli import NLI, NLIOptions
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

BATCHES = (1, 8, 32)
SLACK = 1.05
"""The shipped way may be at most this much slower than the best one measured."""

FASTER = 3.0
"""How many times faster than the plain loop a whole answer is to be verified."""


def pairs_of_many_lengths(count: int) -> list[tuple[str, str]]:
    """Captions of one, three and five sentences, mixed."""
    own = guard_sets("all")
    mixed = [*own, *among_others(own, 2), *among_others(own, 4)]
    step = len(mixed) / count
    chosen = [mixed[int(i * step)] for i in range(count)]
    # Neighbours in the list must not be of one length.
    return [(one.premise, one.claim) for i in range(7) for one in chosen[i::7]]


def timed(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median CPU seconds of each way, all threads; they take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.process_time()
            way()
            seconds[name].append(time.process_time() - start)
    return {name: statistics.median(values) for name, values in seconds.items()}


def throughput(
    name: str, pairs: list[tuple[str, str]], ways: dict[str, Callable[[], object]], rounds: int
) -> dict[str, float]:
    """Pairs per second of each way, printed and returned."""
    found = {way: len(pairs) / seconds for way, seconds in timed(ways, rounds).items()}
    table(
        f"{name}: pairs per CPU second",
        ["way", "pairs"],
        [[w, f"{v:.0f}"] for w, v in found.items()],
    )
    return found


def in_batches(
    score: Callable[..., object], pairs: list[tuple[str, str]]
) -> dict[str, Callable[[], object]]:
    """Every batch size, sorted by length and as the pairs come."""
    return {
        f"batch {size}, {'sorted' if ordered else 'unsorted'}": (
            lambda size=size, ordered=ordered: score(pairs, size, ordered)
        )
        for size in BATCHES
        for ordered in (True, False)
        if size > 1 or not ordered
    }


def missed(name: str, found: dict[str, float], ways: list[str]) -> list[str]:
    """Whether the shipped way is among the best of some."""
    best = max(ways, key=lambda way: found[way])
    slower = found[best] / found["as shipped"]
    print(f"{name}: the shipped way takes {slower:.2f} times what '{best}' takes.")
    return [f"{name} ({slower:.2f})"] if slower > SLACK else []


# Without sentences, splitting and guards one pair is one input, as for the others.
PLAIN = {"sentences": False, "split_compound": False, "guards": False}


def measure_mini(pairs: list[tuple[str, str]], rounds: int, figures: dict) -> list[str]:
    """`nli-mini` by batch and order, and its shape under torch; return what was missed."""
    with NLIMini(NLIMiniOptions(**PLAIN)) as mini:
        ways = in_batches(lambda *how: score_mini_in_batches(mini.scorer, *how), pairs)
        ways["as shipped"] = lambda: mini.judge(pairs)
        figures["nli-mini"] = found = throughput("nli-mini (int8)", pairs, ways, rounds)
        few = pairs[::4]
        ways = {"onnxruntime int8 (shipped)": lambda: score_mini_in_batches(mini.scorer, few, 1)}
        ways |= torch_minis(mini.scorer, few)
        title = "The same shape, one pair at a time"
        figures["same shape"] = throughput(title, few, ways, rounds)
    # In a batch int8 scores depend on the other pairs: larger ones are no choice here.
    return missed("nli-mini", found, ["batch 1, unsorted"])


def measure_nli(pairs: list[tuple[str, str]], rounds: int, figures: dict, model: str) -> list[str]:
    """`nli` by batch and order; return what was missed."""
    few = pairs[: max(32, len(pairs) // 4)]
    with tempfile.TemporaryDirectory() as folder:
        model = model or str(random_deberta(Path(folder)))
        with NLI(NLIOptions(model=model, device="cpu", **PLAIN)) as nli:
            ways = in_batches(lambda *how: score_torch_in_batches(nli.scorer, *how), few)
            ways["as shipped"] = lambda: nli.judge(few)
            figures["nli"] = found = throughput("nli (fp32, CPU)", few, ways, rounds)
    return missed("nli", found, list(found))


def measure_answer(claims: int, figures: dict) -> list[str]:
    """A whole answer; return what was missed."""
    figures["whole answer"] = answer = whole_answer(claims)
    table(
        f"{answer['claims']} claims citing {answer['moments']} moments",
        ["way", "CPU seconds", "Grounded", "captions made"],
        [
            [row["way"], f"{row['seconds']:.1f}", row["grounded"], row["captions"]]
            for row in answer["rows"]
        ],
    )
    print(f"{answer['times']:.1f} times faster; verdicts that differ: {answer['differ']}")
    slow = answer["times"] < FASTER
    return [f"whole answer ({answer['times']:.1f} times, aim {FASTER})"] if slow else []


def main() -> int:
    """Measure, print and save; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=256)
    parser.add_argument("--claims", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=("nli-mini", "nli", "answer"), help="one part of it")
    parser.add_argument("--nli", default="", help="folder of the hub's model for `nli`")
    arguments = parser.parse_args()
    only = arguments.only
    figures: dict[str, object] = {
        "machine": machine("onnxruntime", "torch", "transformers", "opencv-python")
    }
    print(f"Measured on {figures['machine']}")
    pairs = pairs_of_many_lengths(arguments.pairs)
    faults: list[str] = []
    if only in (None, "nli-mini"):
        faults += measure_mini(pairs, arguments.rounds, figures)
    if only in (None, "nli"):
        faults += measure_nli(pairs, arguments.rounds, figures, arguments.nli)
    if only in (None, "answer"):
        faults += measure_answer(arguments.claims, figures)
    write("verify" if only is None else f"verify-{only}", figures)
    print("All aims met." if not faults else f"MISSED: {', '.join(faults)}")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
