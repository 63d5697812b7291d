"""Do the guards help? Grounded with and without them, truths wrongly withdrawn included.

    python benchmarks/guards.py [--half held|open|all] [--nli nli] [--every 1]
                                [--misses]

`nli-mini` judges our own sets (`benchmarks/data/guards`; by default only the half that
was held out by hash) and, where they are at hand, the test parts of SNLI and SICK: once
by itself and once with the guards, at every threshold from .5 to .9. Every guard is asked
and counted; "with" means those that are on by default. Then captions of
one sentence are put among other sentences, to show what sentence-wise judging does.
Figures go to build/bench/guards.json.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from verify_parts.labelled import NLI, Labelled, among_others, contradicted, guard_sets, nli_pairs
from verify_parts.machine import machine, table, write

from gvqa_core.evaluation.statistics import Rate
from gvqa_core.types import NLILabel
from gvqa_verifiers.guards import GUARDS, OFF
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
KINDS = ("roles", "numbers", "colours", "negation", "antonyms")
SWAPS_ACCEPTED, PRECISION, RECALL = 0.10, 0.93, 0.80
"""The aim: at most this share of role swaps accepted, and at least these on SNLI."""


class Scored:
    """What was found about one pair: p(entailment), 0 if it is not the arg-max, and objections."""

    def __init__(self, pair: Labelled, chance: float, guard: str) -> None:
        self.pair, self.chance, self.guard = pair, chance, guard

    def accepted(self, threshold: float, *, guarded: bool) -> bool:
        """Whether it is Grounded, with the guards that are on by default or without any."""
        withdrawn = guarded and self.guard and self.guard not in OFF.split(",")
        return self.chance >= threshold and not withdrawn


def score(pairs: list[Labelled], **options: object) -> list[Scored]:
    """Judge pairs once, at the arg-max, with guards and splitting off and then on."""
    texts = [(pair.premise, pair.claim) for pair in pairs]
    with NLIMini(NLIMiniOptions(threshold=0.0, guards=False, **options)) as verifier:
        plain = verifier.judge(texts)
    supported = [i for i, judgement in enumerate(plain) if judgement.supports]
    guards = dict.fromkeys(range(len(pairs)), "")
    with NLIMini(NLIMiniOptions(threshold=0.0, guards_off="", **options)) as verifier:
        for i, judgement in zip(
            supported, verifier.judge([texts[i] for i in supported]), strict=True
        ):
            if not judgement.supports:
                reason = judgement.reason or ""
                guards[i] = reason.removeprefix("guard ").partition(":")[0]
    return [
        Scored(pair, judgement.scores.get(NLILabel.ENTAILMENT, 0.0) * judgement.supports, guards[i])
        for i, (pair, judgement) in enumerate(zip(pairs, plain, strict=True))
    ]


def rates(scored: list[Scored], threshold: float, *, guarded: bool) -> dict[str, object]:
    """Precision and recall of Grounded, and the share of unsupported claims accepted."""
    kept = [one for one in scored if one.accepted(threshold, guarded=guarded)]
    right = sum(one.pair.supported for one in kept)
    truths = sum(one.pair.supported for one in scored)
    found = {
        "precision": Rate(right, len(kept)),
        "recall": Rate(right, truths),
        "accepted": Rate(len(kept) - right, len(scored) - truths),
    }
    return {name: rate.value for name, rate in found.items()} | {
        f"{name}_interval": rate.interval for name, rate in found.items()
    }


def by_kind(scored: list[Scored], threshold: float) -> list[dict[str, object]]:
    """Counts of each kind at one threshold."""
    rows = []
    for kind in KINDS:
        group = [one for one in scored if one.pair.kind == kind]
        row: dict[str, object] = {"kind": kind, "threshold": threshold}
        for name, wanted in (("truths", True), ("falsehoods", False)):
            part = [one for one in group if one.pair.supported is wanted]
            row[name] = len(part)
            row[f"{name}_accepted"] = sum(one.accepted(threshold, guarded=False) for one in part)
            row[f"{name}_accepted_with_guards"] = sum(
                one.accepted(threshold, guarded=True) for one in part
            )
        rows.append(row)
    return rows


def by_guard(scored: list[Scored], threshold: float) -> dict[str, list[int]]:
    """Guard → falsehoods and truths it withdrew."""
    withdrawn = [one for one in scored if one.guard and one.accepted(threshold, guarded=False)]
    falses = Counter(one.guard for one in withdrawn if not one.pair.supported)
    truths = Counter(one.guard for one in withdrawn if one.pair.supported)
    return {name: [falses[name], truths[name]] for name in GUARDS}


def sweep(name: str, scored: list[Scored]) -> list[dict[str, object]]:
    """Rates at every threshold, printed and returned."""
    rows = [
        {"threshold": t, "guards": guarded} | rates(scored, t, guarded=guarded)
        for t in THRESHOLDS
        for guarded in (False, True)
    ]
    keys = ("precision", "recall", "accepted")
    shown = [
        [row["threshold"], "with" if row["guards"] else "without", *(row[key] for key in keys)]
        for row in rows
    ]
    head = ["p >=", "guards", "precision", "recall", "falsehoods accepted"]
    table(f"{name}, {len(scored)} pairs", head, shown)
    return rows


def several_sentences(half: str, snli: list[Labelled]) -> list[dict[str, object]]:
    """What judging by sentences does for captions of several; guards off."""
    own = guard_sets(half)
    sets = {"one sentence": own, "with 2 others": among_others(own, 2)}
    sets["with 4 others"] = among_others(own, 4)
    if snli:
        few = snli[:: max(1, len(snli) // 1000)]
        sets |= {"SNLI, one sentence": few, "SNLI, with 2 others": among_others(few, 2)}
    sets["also says the opposite"] = contradicted(half)
    rows = []
    for name, pairs in sets.items():
        for sentences in (False, True):
            found = score(pairs, sentences=sentences)
            rows.append(
                {"set": name, "pairs": len(pairs), "sentences": sentences}
                | rates(found, 0.8, guarded=False)
            )
    head = ["captions", "pairs", "judged", "precision", "recall", "falsehoods accepted"]
    shown = [
        [r["set"], r["pairs"], "by sentence" if r["sentences"] else "as a whole"]
        + [r[key] if r[key] is not None else "-" for key in ("precision", "recall", "accepted")]
        for r in rows
    ]
    table("Captions of several sentences, p >= 0.8, no guards", head, shown)
    return rows


def safe_threshold(own: list[Scored], snli: list[Scored]) -> list[str]:
    """Say for each threshold whether it meets the aim."""
    lines = []
    roles = [one for one in own if one.pair.kind == "roles"]
    for t in THRESHOLDS:
        swaps = rates(roles, t, guarded=True)["accepted"]
        found = rates(snli, t, guarded=True)
        met = (
            swaps <= SWAPS_ACCEPTED
            and found["precision"] >= PRECISION
            and found["recall"] >= RECALL
        )
        lines.append(
            f"p >= {t}: role swaps accepted {swaps:.3f}, SNLI precision {found['precision']:.3f}, "
            f"recall {found['recall']:.3f}: the aim is {'met' if met else 'missed'}"
        )
    return lines


def own_sets(half: str, figures: dict[str, object], *, misses: bool) -> list[Scored]:
    """Our own sets by kind, by guard and by threshold."""
    own = score(guard_sets(half))
    figures["half"] = half
    for threshold in (0.5, 0.8):
        rows = by_kind(own, threshold)
        figures[f"kinds at {threshold}"] = rows
        head = ["kind", "truths", "kept without guards", "with", "falsehoods"]
        head += ["accepted without guards", "with"]
        shown = [[v for key, v in row.items() if key != "threshold"] for row in rows]
        table(f"Our sets ({half} half), p >= {threshold}", head, shown)
        figures[f"guards at {threshold}"] = show_guards(own, threshold)
    figures["own"] = sweep("Our sets", own)
    for one in own if misses else ():
        if one.accepted(0.5, guarded=True) is not one.pair.supported:
            wrong = "accepted" if not one.pair.supported else "withdrawn" if one.guard else "missed"
            print(f"{wrong} {one.guard} {one.chance:.2f} {one.pair}")
    return own


def show_guards(scored: list[Scored], threshold: float) -> dict[str, list[int]]:
    """Print and return what each guard withdrew."""
    guards = by_guard(scored, threshold)
    rows = [[name, *counts] for name, counts in guards.items()]
    table(f"By guard, p >= {threshold}", ["guard", "falsehoods withdrawn", "truths"], rows)
    return guards


def main() -> None:
    """Measure, print and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("held", "open", "all"), default="held")
    parser.add_argument("--nli", type=Path, default=NLI)
    parser.add_argument("--every", type=int, default=1, help="every n-th SNLI and SICK pair")
    parser.add_argument("--only", choices=("own", "snli", "sick", "sentences"))
    parser.add_argument("--misses", action="store_true", help="list what still goes wrong")
    arguments = parser.parse_args()
    only = arguments.only
    figures: dict[str, object] = {"machine": machine("onnxruntime", "tokenizers")}
    print(f"Measured on {figures['machine']}")
    if only in (None, "own", "snli"):
        own = own_sets(arguments.half, figures, misses=arguments.misses)
    for name in ("snli", "sick"):
        pairs = nli_pairs(arguments.nli, name, arguments.every) if only in (None, name) else []
        if not pairs:
            continue
        scored = score(pairs)
        figures[name] = sweep(name.upper(), scored)
        for threshold in (0.5, 0.8):
            figures[f"{name} guards at {threshold}"] = show_guards(scored, threshold)
        if name == "snli":
            figures["aim"] = safe_threshold(own, scored)
            print("\n" + "\n".join(figures["aim"]))
    if only in (None, "sentences"):
        snli = nli_pairs(arguments.nli, "snli", arguments.every)
        figures["sentences"] = several_sentences(arguments.half, snli)
    write("guards" if only is None else f"guards-{only}", figures)


if __name__ == "__main__":
    main()
