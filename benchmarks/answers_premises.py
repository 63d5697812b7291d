"""Does the premise check refuse what is not there, and only that?

    python benchmarks/answers_premises.py [--nli nli/snli_test.jsonl] [--show]

Two sets of questions, each asked of a video that shows what it presupposes, and of one
that does not. `timelines`: the questions of `answers_retrieval.py` that presuppose
something; the false ones are the same questions asked of another of the twelve videos.
`snli`: "What is the … doing?" about the subject of an entailed sentence (so often in other
words than the caption's), in a video of twelve captions with or without the sentence's
own. The noun that is false is named by construction: it, and every kind and broader
name of it that WordNet has, is in no caption of that video. Half of each set, by hash,
is shown; the other half is there to look at (`--half open`).

The captions are judged by `nli-mini` as `gvqa ask` does it. There are no frames
to look at again, as the captions are all there is.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from answers_retrieval import lines, packaged_model, timeline_captions
from attrs import frozen
from verify_parts.machine import machine, table, write

from gvqa_cedi.interview.absent import is_absent
from gvqa_cedi.wordnet import wordnet
from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.builtin.words import stems
from gvqa_core.evaluation.pairs import read_pairs
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.premises.check import PremiseChecker
from gvqa_core.premises.phrases import presupposed
from gvqa_core.types import Caption, NLILabel
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

_SUBJECT = re.compile(r"^(?:a|an|the)((?: [a-z]+){1,3}) is ", re.IGNORECASE)
OTHERS, TRIES = 11, 40
"""Captions of an SNLI video beside the right one, and how often one without the noun is sought."""


@frozen
class Asked:
    """A question of a video.

    Attributes:
        text: The question.
        video: Name of the video it is asked of.
        false: The noun that is not there; empty when all is.
    """

    text: str
    video: str
    false: str = ""


def held(text: str) -> bool:
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


def words_of(captions: list[Caption]) -> set[str]:
    """Every word of the captions, as WordNet has it."""
    found = {word for c in captions for word in re.findall(r"[a-z]+", c.text.lower())}
    return found | {wordnet().lemma(word) for word in found}


def false_noun(question: str, there: set[str]) -> str:
    """The head of a presupposed phrase that is in no way in a video; empty for none."""
    for thing in presupposed(question):
        head = wordnet().lemma(thing.heads[0])
        if len(thing.heads) == 1 and is_absent(head, there):
            return head
    return ""


def of_timelines() -> tuple[dict[str, list[Caption]], list[Asked]]:
    videos = {line["video"]: timeline_captions(line) for line in lines("timelines.jsonl")}
    there = {name: words_of(captions) for name, captions in videos.items()}
    questions = [q for half in ("first", "second") for q in lines(f"questions-{half}.jsonl")]
    asked = []
    for question in questions:
        text = question["question"]
        if not presupposed(text):
            continue
        asked.append(Asked(text, question["video"]))
        others = [name for name in videos if name != question["video"]]
        random.Random(text).shuffle(others)
        found = [Asked(text, name, noun) for name in others
                 if (noun := false_noun(text, there[name]))]  # fmt: skip
        asked += found[:2]
    return videos, asked


def of_snli(path: Path) -> tuple[dict[str, list[Caption]], list[Asked]]:
    pairs = read_pairs(path).pairs
    premises = list(dict.fromkeys(pair.premise for pair in pairs))
    entailed = [pair for pair in pairs if pair.gold is NLILabel.ENTAILMENT]
    rng = random.Random(0)
    rng.shuffle(entailed)
    videos, asked = {}, []
    for pair in entailed:
        subject = _SUBJECT.match(pair.hypothesis)
        if subject is None:
            continue
        question = f"What is the{subject[1].lower()} doing?"
        if not presupposed(question):
            continue
        captions = _video([pair.premise, *rng.sample(premises, OTHERS)], rng)
        ways = [(captions, "")]
        for _ in range(TRIES):
            captions = _video(rng.sample(premises, OTHERS), rng)
            if noun := false_noun(question, words_of(captions)):
                ways.append((captions, noun))
                break
        for captions, noun in ways:
            name = f"{len(videos)}"
            videos[name] = captions
            asked.append(Asked(question, name, noun))
    return videos, asked


def _video(texts: list[str], rng: random.Random) -> list[Caption]:
    rng.shuffle(texts)
    return [Caption(5.0 * n, text, 5.0 * n) for n, text in enumerate(texts)]


def checked(videos: dict, asked: list[Asked], retriever, judge) -> Iterator[tuple]:
    """(question, refused nouns, whether words alone settled it) for each question."""
    indexes = {}
    for one in asked:
        captions = videos[one.video]
        if one.video not in indexes:
            indexes[one.video] = retriever.build(captions)
        index = indexes[one.video]
        checks = PremiseChecker(
            search=lambda words, k, i=index: [hit.caption for hit in i.search(words, k)],
            judge=judge,
            look=lambda _: {},
            times=[caption.timestamp for caption in captions],
        ).check(one.text)
        things = presupposed(one.text)
        spoken = [set(stems(caption.text)) for caption in captions]
        by_words = all(
            any(set(stems(head)) <= said for said in spoken for head in thing.heads)
            for thing in things
        )
        refused = [
            thing for thing, check in zip(things, checks, strict=True) if not check.supported
        ]
        yield one, refused, by_words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--nli", type=Path, default=Path("nli/snli_test.jsonl"))
    parser.add_argument("--half", choices=("held", "open"), default="held")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    options = parser.parse_args()
    sets = {"timelines": of_timelines()}
    if options.nli.exists():
        sets["snli"] = of_snli(options.nli)
    else:
        print(f"no {options.nli}: only the questions that ship are asked")
    rows, figures = [], {}
    with (
        HybridRetriever(HybridOptions(model=packaged_model(), device="cpu")) as retriever,
        NLIMini(NLIMiniOptions()) as judge,
    ):
        for name, (videos, asked) in sets.items():
            chosen = [one for one in asked if held(one.text) is (options.half == "held")]
            counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
            for one, refused, by_words in checked(videos, chosen, retriever, judge.judge):
                keys = ["false"] if one.false else ["true", "true, " + (
                    "in the caption's words" if by_words else "in other words")]  # fmt: skip
                right = any(one.false in [wordnet().lemma(h) for h in t.heads] for t in refused)
                wrong = bool(refused) if not one.false else not right
                for key in keys:
                    counts[key][0] += wrong
                    counts[key][1] += 1
                if wrong and options.show:
                    print(name, one, [thing.phrase for thing in refused])
            figures[name] = counts
            for key, what in (
                ("true", "refused"),
                ("true, in the caption's words", "refused"),
                ("true, in other words", "refused"),
                ("false", "missed"),
            ):
                rate = Rate(*counts[key])
                low, high = rate.interval or (0.0, 1.0)
                share = "–" if rate.value is None else f"{rate.value:.3f} ({low:.2f}–{high:.2f})"
                rows.append([name, key, rate.of, what, share])
    table("Premises", ["questions", "what they presuppose is", "n", "wrong is", "share"], rows)
    write("premises", {"machine": machine("onnxruntime"), "half": options.half, "wrong": figures})


if __name__ == "__main__":
    main()
