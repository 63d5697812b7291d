"""Does it matter what a drafter is told of its earlier answers?

    python benchmarks/answers_conversation.py [--model FOLDER] [--turns 8] [--tokens 64]

Twenty-four conversations of eight questions each: of each of the twelve invented videos
(`benchmarks/data/timelines.jsonl`) those of either half of the questions, in the order in
which they were written. The drafter is a real chat model (here SmolLM2-135M, the one that
could be run; any folder will do), told of earlier claims those that were Grounded, all of
them, or none. Its claims are judged by `nli-mini` on the captions at the cited time and
its neighbours, as Algorithm 1 does. Questions stand alone already: only the history
differs. Shown: for the first and the last two turns, claims, the share that is Unverified
(Wilson interval; claims of one conversation are not independent) and the number Grounded.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from answers_retrieval import INTERVAL, lines, timeline_captions
from attrs import frozen
from verify_parts.machine import machine, table, write

sys.path.append(str(Path(__file__).resolve().parent.parent))

from tests.weights import smollm2

from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.claims import prepare
from gvqa_core.config import HISTORIES
from gvqa_core.conversations.history import MOST_CLAIMS
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.types import Caption, Claim
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

TOP_K = 5


@frozen
class Said:
    """A claim and whether it was Grounded."""

    claim: Claim
    grounded: bool


def grounded(claim: Claim, captions: dict[float, Caption], judge) -> bool:
    """Algorithm 1 on captions: the cited time, then its neighbours."""
    times = (claim.timestamp + step * INTERVAL for step in (0, -1, 1))
    pairs = [(captions[time].text, claim.hypothesis) for time in times if time in captions]
    return any(judgement.supports for judgement in judge(pairs))


def conversation(questions, captions, index, drafter, judge, history: str) -> list[list[Said]]:
    """The claims of each turn."""
    at = {caption.timestamp: caption for caption in captions}
    turns: list[list[Said]] = []
    for question in questions:
        earlier = [
            said.claim
            for turn in turns
            for said in turn
            if history == "all" or (history == "grounded" and said.grounded)
        ][-MOST_CLAIMS:]
        hits = index.search(question, TOP_K)
        draft = drafter.draft_after(earlier, question, hits)
        claims = prepare(draft.claims, hits, INTERVAL)
        turns.append([Said(claim, grounded(claim, at, judge)) for claim in claims])
    return turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--model", help="folder of a chat model; default: SmolLM2 of the tests")
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--tokens", type=int, default=64, help="most tokens of a draft")
    options = parser.parse_args()
    from gvqa_cuda.config import DrafterOptions
    from gvqa_cuda.text import drafter as build

    timelines = {line["video"]: timeline_captions(line) for line in lines("timelines.jsonl")}
    sets = defaultdict(list)
    for half in ("first", "second"):
        for question in lines(f"questions-{half}.jsonl"):
            sets[question["video"], half].append(question["question"])
    found = {name: [] for name in HISTORIES}
    choice = DrafterOptions(
        model=options.model or str(smollm2()),
        device="cpu",
        dtype="bfloat16",
        max_tokens=options.tokens,
    )
    with (
        HybridRetriever(HybridOptions(model="")) as retriever,
        NLIMini(NLIMiniOptions()) as judge,
        build(choice) as drafter,
    ):
        for (video, _), questions in sets.items():
            captions = timelines[video]
            index = retriever.build(captions)
            for history in HISTORIES:
                asked = questions[: options.turns]
                found[history].append(
                    conversation(asked, captions, index, drafter, judge.judge, history)
                )
            print(f"{len(found['none'])} of {len(sets)} conversations", flush=True)

    rows, figures = [], {}
    last = options.turns
    for history, talks in found.items():
        for name, places in (("1 and 2", (0, 1)), (f"{last - 1} and {last}", (last - 2, last - 1))):
            said = [s for talk in talks for place in places if place < len(talk)
                    for s in talk[place]]  # fmt: skip
            rate = Rate(sum(not s.grounded for s in said), len(said))
            low, high = rate.interval or (0.0, 1.0)
            share = "–" if rate.value is None else f"{rate.value:.2f} ({low:.2f}–{high:.2f})"
            rows.append([history, name, len(said), share, len(said) - rate.count])
            figures[f"{history}, turns {name}"] = [rate.count, rate.of]
    columns = ["told of earlier claims", "turns", "claims", "Unverified", "Grounded"]
    table(f"{len(sets)} conversations", columns, rows)
    write("conversation", {"machine": machine("torch", "transformers"), "unverified": figures})


if __name__ == "__main__":
    main()
