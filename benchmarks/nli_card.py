"""Is `nli-mini` as accurate as its card says? All SNLI and SICK test pairs, once more.

    python benchmarks/nli_card.py [--nli nli] [--every 1]

The weights alone judge whole premises: no sentences, no splitting, no guards. Each share
is shown with its 95 % Wilson interval and the card's figure; exits with 1 if one of
those lies outside, and with 0, saying so, where the pairs are not at hand.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from verify_parts.labelled import NLI
from verify_parts.machine import machine, table, write

from gvqa_core.evaluation.statistics import wilson
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

CARD = {
    "snli": (0.825, 0.908, {0.0: (0.872, 0.856), 0.8: (0.936, 0.735), 0.9: (0.955, 0.654)}),
    "sick": (0.54, 0.885, {0.0: (0.809, 0.786), 0.8: (0.886, 0.712), 0.9: (0.907, 0.659)}),
}
"""Set → share of labels right, share of supported or not right, p >= t → (precision, recall)."""


def main() -> int:
    """Measure, print and save; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nli", type=Path, default=NLI)
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    rows: list[list[object]] = []
    outside: list[str] = []

    def compare(name: str, count: int, of: int, stated: float) -> None:
        low, high = wilson(count, of)
        # The card gives three digits.
        inside = low - 0.0005 <= stated <= high + 0.0005
        rows.append([name, count / of, f"{low:.3f}-{high:.3f}", stated, "yes" if inside else "NO"])
        if not inside:
            outside.append(name)

    for name, (labels, binary, thresholds) in CARD.items():
        path = arguments.nli / f"{name}_test.jsonl"
        if not path.exists():
            print(f"{path} is not here: {name} is left out.")
            continue
        lines = path.read_text("utf-8").splitlines()[:: arguments.every]
        pairs = [json.loads(line) for line in lines]
        options = NLIMiniOptions(threshold=0, sentences=False, split_compound=False, guards=False)
        with NLIMini(options) as verifier:
            found = verifier.judge([(pair["p"], pair["h"]) for pair in pairs])
        truths = [pair["y"] == "entailment" for pair in pairs]
        agreed = sum(j.label == pair["y"] for j, pair in zip(found, pairs, strict=True))
        right = sum(j.supports is truth for j, truth in zip(found, truths, strict=True))
        compare(f"{name}: three-way", agreed, len(pairs), labels)
        compare(f"{name}: entailment or not", right, len(pairs), binary)
        for threshold, (precision, recall) in thresholds.items():
            kept = [
                truth
                for j, truth in zip(found, truths, strict=True)
                if j.supports and j.scores["entailment"] >= threshold
            ]
            where = f"{name}: p >= {threshold}" if threshold else f"{name}: arg-max"
            compare(f"{where}, precision", sum(kept), len(kept), precision)
            compare(f"{where}, recall", sum(kept), sum(truths), recall)
    print(f"Measured on {machine('onnxruntime')}")
    table("nli-mini against its card", ["", "measured", "95 %", "card", "inside"], rows)
    write("nli_card", {"machine": machine("onnxruntime"), "rows": rows})
    print(f"OUTSIDE: {', '.join(outside)}" if outside else "Nothing lies outside.")
    return bool(outside)


if __name__ == "__main__":
    raise SystemExit(main())
