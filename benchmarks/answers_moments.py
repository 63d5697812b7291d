"""Is the right time offered for a claim that cites the wrong one, and only then?

    python benchmarks/answers_moments.py [--nli nli/snli_test.jsonl] [--pairs 200]

Premises of SNLI on the slides of a real video, five seconds each. The claims are hypotheses
that one slide entails, and as many that it contradicts, each citing a slide at least three
away. The captions retrieved for the claim's words (k = 5, `hybrid-words`, over what OCR
read of all slides) are the other moments that may be offered; `nli-mini` judges, on fresh
frames. Without the SNLI file the pairs of `tests/data/pairs/ours.jsonl` are asked.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from verify_parts.machine import machine, table, write

from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.evaluation.oracle_run import slides
from gvqa_core.evaluation.pairs import read_pairs
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.types import Caption, Claim, NLILabel, Verdict
from gvqa_core.verification import Procedure
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

OURS = Path("tests/data/pairs/ours.jsonl")
AWAY, TOP_K = 3, 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--nli", type=Path, default=Path("nli/snli_test.jsonl"))
    parser.add_argument("--pairs", type=int, default=200, help="of each kind")
    options = parser.parse_args()
    pairs = read_pairs(options.nli if options.nli.exists() else OURS).pairs
    rng = random.Random(0)
    chosen = {}
    for gold in (NLILabel.ENTAILMENT, NLILabel.CONTRADICTION):
        of_kind = [pair for pair in pairs if pair.gold is gold]
        chosen[gold] = rng.sample(of_kind, min(options.pairs, len(of_kind)))
    every = [pair for some in chosen.values() for pair in some]
    premises = list(dict.fromkeys(pair.premise for pair in every))
    rng.shuffle(premises)

    with (
        slides(premises) as deck,
        NLIMini(NLIMiniOptions()) as judge,
        HybridRetriever(HybridOptions(model="")) as retriever,
    ):
        times = [deck.time_of(premise) for premise in premises]
        read = deck.caption(list(deck.video.frames_at(times)))
        at = zip(times, read, strict=True)
        index = retriever.build([Caption(time, text, time) for time, text in at])
        claims, moments = [], []
        for pair in every:
            right = deck.time_of(pair.premise)
            far = [t for t in times if abs(t - right) >= AWAY * deck.oracle.seconds]
            claims.append(Claim(pair.hypothesis, rng.choice(far)))
            hits = index.search(pair.hypothesis, TOP_K)
            moments.append(tuple(hit.caption for hit in hits))
        procedure = Procedure(
            looker=deck.looker(),
            judge=judge.judge,
            needs_frame=False,
            interval=deck.oracle.seconds,
            neighbours=1,
            ingest_captions={},
            moments=moments,
        )
        verified = dict(procedure.run(claims))
        rows, figures, place = [], {}, 0
        for gold, some in chosen.items():
            mine = [verified[place + n] for n in range(len(some))]
            place += len(some)
            open_ = [(one, p) for one, p in zip(mine, some, strict=True)
                     if one.verdict is Verdict.UNVERIFIED]  # fmt: skip
            offered = [(one.entailed_at, p) for one, p in open_ if one.entailed_at is not None]
            right = sum(abs(look.timestamp - deck.time_of(p.premise)) < deck.oracle.seconds
                        for look, p in offered)  # fmt: skip
            counts = {
                "Unverified where they cite": (len(open_), len(mine)),
                "offered the slide they were written for": (right, len(open_)),
                "offered another slide": (len(offered) - right, len(open_)),
            }
            what = "true of another slide" if gold is NLILabel.ENTAILMENT else "contradicted by it"
            for name, (count, of) in counts.items():
                rate = Rate(count, of)
                low, high = rate.interval or (0.0, 1.0)
                rows.append([what, name, f"{count} of {of}", f"{low:.2f}–{high:.2f}"])
            figures[gold.value] = counts
    table("Claims that cite the wrong moment", ["claims", "outcome", "n", "95 %"], rows)
    write("moments", {"machine": machine("onnxruntime"), "counts": figures})


if __name__ == "__main__":
    main()
