"""How right is each verifier on role swaps, numbers, colours, negation and open/closed?

    python benchmarks/verifiers.py [NAME …] [--half held|open|all] [-o KEY VALUE …]

Every named verifier, with its default options, judges our own pairs
(`benchmarks/data/guards`, half of them true). Right is a true claim Grounded or a false
one not. A verifier that asks a chat model takes that of the backend: `--backend cuda
-o drafter.cuda.model FOLDER llm-judge-strict`. Figures go to build/bench/verifiers.json.
"""

from __future__ import annotations

import argparse

from verify_parts.labelled import guard_sets
from verify_parts.machine import machine, table, write

from gvqa_core import VideoQA
from gvqa_core.evaluation.statistics import wilson
from gvqa_core.options import RawText
from gvqa_core.settings import load_settings

KINDS = ("roles", "numbers", "colours", "negation", "antonyms")
DEFAULT = ("nli-mini", "lexical", "ensemble")


def main() -> None:
    """Measure, print and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verifiers", nargs="*", default=DEFAULT)
    parser.add_argument("--half", choices=("held", "open", "all"), default="held")
    parser.add_argument("--backend", default="embedded")
    parser.add_argument("--every", type=int, default=1, help="every n-th pair")
    parser.add_argument("-o", nargs=2, action="append", default=[], metavar=("KEY", "VALUE"))
    arguments = parser.parse_args()
    # The hub's model may not be here; a user who has it names it with -o.
    options: dict = {"verifier": {"ensemble": {"members": "nli-mini,lexical"}}}
    for key, value in arguments.o:
        kind, name, option = key.split(".")
        options.setdefault(kind, {}).setdefault(name, {})[option] = RawText(value)
    pairs = guard_sets(arguments.half)[:: arguments.every]
    rows, counts = [], {}
    for name in arguments.verifiers:
        settings = load_settings(backend=arguments.backend, verifier=name, options=options)
        with VideoQA.from_config(settings=settings) as qa:
            judge = qa.crew.caller("verifier", "judge")
            found = [j.supports for j in judge([(pair.premise, pair.claim) for pair in pairs])]
        right = [is_yes is pair.supported for is_yes, pair in zip(found, pairs, strict=True)]
        row: list[object] = [f"`{name}`"]
        counts[name] = {}
        for kind in KINDS:
            own = [ok for ok, pair in zip(right, pairs, strict=True) if pair.kind == kind]
            counts[name][kind] = [sum(own), len(own)]
            row.append(sum(own) / len(own))
        low, high = wilson(sum(right), len(right))
        yes = sum(found) / len(found)
        rows.append([*row, f"{sum(right) / len(right):.3f} ({low:.2f}-{high:.2f})", yes])
    figures = {"machine": machine("onnxruntime"), "half": arguments.half, "right": counts}
    print(f"Measured on {figures['machine']}")
    head = ["verifier", *KINDS, "all (95 % interval)", "says Grounded"]
    table(f"Share right, {arguments.half} half, {len(pairs)} pairs, half of them true", head, rows)
    write("verifiers", figures)


if __name__ == "__main__":
    main()
