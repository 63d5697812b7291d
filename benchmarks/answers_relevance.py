"""Does the second label tell claims that answer the question from true ones that do not?

    python benchmarks/answers_relevance.py [--show]

Two sets over the twelve invented videos of `answers_retrieval.py`. `segments`: each of
its questions with the caption of a segment that holds the answer, which answers it, and
captions of up to two others, which do not. `written`: question and claim in other words,
labelled by hand (`benchmarks/data/relevance.md`). All claims are true of the video.
Judged by words alone, with all-MiniLM-L6-v2 beside them, by that model's cosine alone,
and by words in common alone. Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from answers_retrieval import DATA, lines, packaged_model, timeline_captions
from attrs import frozen
from verify_parts.machine import counted, machine, table, write

from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.builtin.question import read_question
from gvqa_core.builtin.words import stems
from gvqa_core.relevance.judge import NEAR, SHARED, RelevanceJudge
from gvqa_core.retrieval.grammar import read
from gvqa_core.types import Claim

INTERVAL, OTHERS = 5.0, 2


@frozen
class Pair:
    """A question with a true claim, and whether the claim answers it."""

    video: str
    question: str
    claim: Claim
    answers: bool
    kind: str


def by_segments(retriever: HybridRetriever) -> list[Pair]:
    """Claims cite the sample of their segment that retrieval ranks best, as a drafter would."""
    captions = {line["video"]: timeline_captions(line) for line in lines("timelines.jsonl")}
    indexes = {name: retriever.build(there) for name, there in captions.items()}
    segments = {line["video"]: line["segments"] for line in lines("timelines.jsonl")}
    questions = [q for half in ("first", "second") for q in lines(f"questions-{half}.jsonl")]
    rng = random.Random(0)
    pairs = []
    for asked in questions:
        there = [s for s in segments[asked["video"]] if s["start"] in asked["segments"]]
        apart = [s for s in segments[asked["video"]] if s["start"] not in asked["segments"]]
        ranked = indexes[asked["video"]].search(asked["question"], len(captions[asked["video"]]))
        chosen = [(rng.choice(there), True)]
        chosen += [(segment, False) for segment in rng.sample(apart, min(OTHERS, len(apart)))]
        for segment, answers in chosen:
            time = next(hit.caption.timestamp for hit in ranked
                        if segment["start"] <= hit.caption.timestamp < segment["end"])  # fmt: skip
            claim = Claim(rng.choice(segment["captions"]), time)
            pairs.append(Pair(asked["video"], asked["question"], claim, answers, asked["type"]))
    return pairs


def written(retriever: HybridRetriever) -> list[Pair]:
    """The pairs of the file; a claim is of the time of the caption nearest to its words."""
    if not (DATA / "relevance.jsonl").exists():
        return []
    captions = {line["video"]: timeline_captions(line) for line in lines("timelines.jsonl")}
    pairs = []
    for line in lines("relevance.jsonl"):
        there = captions[line["video"]]
        near = retriever.compare(line["claim"], [caption.text for caption in there]) or []
        time = there[int(np.argmax(near))].timestamp
        claim = Claim(line["claim"], time)
        pairs.append(Pair(line["video"], line["question"], claim, line["answers"], line["kind"]))
    return pairs


def judged(pairs: Sequence[Pair], retriever: HybridRetriever) -> dict[str, list[bool]]:
    """What each way of judging says of each pair."""
    timelines = {line["video"]: line for line in lines("timelines.jsonl")}
    indexes = {n: retriever.build(timeline_captions(line)) for n, line in timelines.items()}
    found: dict[str, list[bool]] = defaultdict(list)
    for pair in pairs:
        reading = indexes[pair.video].explain(pair.question)
        asked = read(pair.question).content or pair.question
        [cosine] = retriever.compare(asked, [pair.claim.text]) or [0.0]
        words = read_question(asked).words
        share = len(words & set(stems(pair.claim.text))) / len(words) if words else 1.0
        found["cosine alone"].append(cosine >= NEAR)
        found["words in common alone"].append(share >= SHARED)
        ways = {"rule, words alone": lambda *_: None, "rule": retriever.compare}
        for name, compare in ways.items():
            judge = RelevanceJudge(
                compare=compare,
                duration=timelines[pair.video]["duration"],
                interval=INTERVAL,
            )
            [label] = judge.label(pair.question, [pair.claim], reading)
            found[name].append(label.answers)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--show", action="store_true", help="print what the rule got wrong")
    options = parser.parse_args()
    rows, kinds, figures = [], [], {}
    with HybridRetriever(HybridOptions(model=packaged_model())) as retriever:
        for name, pairs in {
            "segments": by_segments(retriever),
            "written": written(retriever),
        }.items():
            if not pairs:
                continue
            found = judged(pairs, retriever)
            for way, labels in found.items():
                yes = [label for label, pair in zip(labels, pairs, strict=True) if pair.answers]
                no = [not label for label, pair in zip(labels, pairs, strict=True)
                      if not pair.answers]  # fmt: skip
                balanced = (sum(yes) / len(yes) + sum(no) / len(no)) / 2
                rows.append([name, way, counted(yes), counted(no), balanced])
                figures[f"{name} / {way}"] = [[sum(yes), len(yes)], [sum(no), len(no)]]
            for kind in dict.fromkeys(pair.kind for pair in pairs):
                for answers in (True, False):
                    right = [
                        label == answers
                        for label, pair in zip(found["rule"], pairs, strict=True)
                        if pair.kind == kind and pair.answers is answers
                    ]
                    if right:
                        kinds.append(
                            [name, kind, "answers" if answers else "does not", counted(right)]
                        )
            if options.show:
                for label, pair in zip(found["rule"], pairs, strict=True):
                    if label != pair.answers:
                        print(
                            name, pair.kind, pair.answers, pair.question, pair.claim.text, sep=" | "
                        )
    head = ["set", "judged by", "answering claims kept", "others set aside", "balanced accuracy"]
    table("Does a claim answer the question?", head, rows)
    table("The rule by kind", ["set", "kind", "claim", "told right"], kinds)
    write("relevance", {"machine": machine("sentence-transformers"), "counts": figures})


if __name__ == "__main__":
    main()
