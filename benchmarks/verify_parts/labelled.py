"""The labelled pairs that verifiers are measured on."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import NamedTuple

SETS = Path(__file__).parent.parent / "data" / "guards"
NLI = Path("nli")
"""SNLI and SICK test pairs; they are no part of the project."""


class Labelled(NamedTuple):
    """A pair, whether it is really supported, and what kind of pair it is."""

    premise: str
    claim: str
    supported: bool
    kind: str


def is_held_out(premise: str) -> bool:
    """Whether a caption belongs to the half that was not looked at while guards were written."""
    return hashlib.sha256(premise.encode()).hexdigest()[0] >= "8"


def guard_sets(half: str) -> list[Labelled]:
    """Our own pairs; half is `held`, `open` or `all`."""
    found = []
    for path in sorted(SETS.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if half != "all" and is_held_out(row["premise"]) is not (half == "held"):
                continue
            for name in ("supported", "unsupported"):
                found += [
                    Labelled(row["premise"], claim, name == "supported", path.stem)
                    for claim in row[name]
                ]
    return found


def nli_pairs(folder: Path, name: str, every: int) -> list[Labelled]:
    """SNLI or SICK test pairs, every n-th; an empty list where they are not at hand."""
    path = folder / f"{name}_test.jsonl"
    if not path.exists():
        print(f"{path} is not here: {name} is left out.")
        return []
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()][::every]
    return [Labelled(r["p"], r["h"], r["y"] == "entailment", name) for r in rows]


def among_others(pairs: list[Labelled], others: int, seed: int = 0) -> list[Labelled]:
    """The same pairs with each caption put among the sentences of other captions."""
    chance = random.Random(seed)
    captions = sorted({pair.premise.strip() for pair in pairs})
    found = []
    for pair in pairs:
        near = chance.sample([c for c in captions if c != pair.premise.strip()], others)
        near.insert(chance.randrange(others + 1), pair.premise.strip())
        text = " ".join(f"{caption.rstrip(' .')}." for caption in near)
        found.append(pair._replace(premise=text))
    return found


def contradicted(half: str) -> list[Labelled]:
    """Captions of ours that also say the opposite: a claim both said and denied is not grounded."""
    groups: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for pair in guard_sets(half):
        group = groups.setdefault((pair.kind, pair.premise), ([], []))
        group[not pair.supported].append(pair.claim)
    return [
        Labelled(f"{premise} {false}", true, False, kind)
        for (kind, premise), (truths, falses) in groups.items()
        for true in truths
        for false in falses
    ]
