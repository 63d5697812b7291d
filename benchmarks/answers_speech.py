"""What does a transcript change: for claims about what is said, and for those about what is seen?

    python benchmarks/answers_speech.py [--show]

The twelve invented videos of `answers_retrieval.py` with invented speech: cues in
`benchmarks/data/speech.jsonl`, labelled claims in `speech-claims.jsonl` (see `speech.md`).
Each claim is verified twice as `gvqa verify` does it, with the transcript and without.
A frame is described by the caption of its segment; `nli-mini` judges. Retrieval is
`hybrid-words`: is the cited passage among the first five, with and without the transcript?
Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from answers_retrieval import lines, timeline_captions
from attrs import frozen
from verify_parts.machine import counted, machine, table, write

from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.checking.looking import Looker
from gvqa_core.claims import prepare
from gvqa_core.speech.checking import SpeechProcedure
from gvqa_core.speech.offers import with_speech_offered
from gvqa_core.speech.passages import passages
from gvqa_core.speech.transcript import Transcript, spoken_at
from gvqa_core.types import Caption, Claim, Frame, Segment, VerifiedClaim, VideoInfo
from gvqa_core.verification import Procedure
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

INTERVAL, NEIGHBOURS, TOP_K = 5.0, 1, 5


@frozen
class Told:
    """An invented video: its frames are known by their captions."""

    info: VideoInfo
    captions: tuple[Caption, ...]
    segments: tuple[Segment, ...]

    def frames_at(self, times: Sequence[float], **_: object) -> Iterator[Frame]:
        blank = np.zeros((8, 8, 3), np.uint8)
        return (Frame(blank, time, time) for time in times)

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return [self._at(frame.timestamp) for frame in frames]

    def _at(self, time: float) -> str:
        before = [caption for caption in self.captions if caption.timestamp <= time]
        return (before or self.captions)[-1 if before else 0].text


def videos() -> dict[str, Told]:
    spoken = {line["video"]: line["cues"] for line in lines("speech.jsonl")}
    found = {}
    for line in lines("timelines.jsonl"):
        name, duration = line["video"], line["duration"]
        cues = [Segment(cue["start"], cue["end"], cue["text"]) for cue in spoken[name]]
        found[name] = Told(
            info=VideoInfo(name, duration, duration - 0.1, 8, 8),
            captions=tuple(timeline_captions(line)),
            segments=passages(sorted(cues, key=lambda cue: (cue.start, cue.end))),
        )
    return found


def verified(video: Told, claims: Sequence[Claim], judge: NLIMini, *, speech: bool) -> list:
    """The claims of one video, as `gvqa_core.checking.session` verifies them."""
    prepared = prepare(claims, (), INTERVAL, speech=speech)
    seen = [n for n, claim in enumerate(prepared) if claim.channel == "seen"]
    procedure = Procedure(
        looker=Looker(video, video.caption, 8, None),
        judge=judge.judge,
        needs_frame=False,
        interval=INTERVAL,
        neighbours=NEIGHBOURS,
        ingest_captions={},
    )
    verdicts = ((seen[n], found) for n, found in procedure.run([prepared[n] for n in seen]))
    done: dict[int, VerifiedClaim] = {}
    if not speech:
        done.update(verdicts)
    else:
        said = SpeechProcedure(
            segments=video.segments, judge=judge.judge, interval=INTERVAL, neighbours=NEIGHBOURS
        )
        done.update(said.run({n: c for n, c in enumerate(prepared) if c.channel == "said"}))
        done.update(with_speech_offered(said, verdicts))
    return [done[n] for n in range(len(claims))]


def retrieved(video: Told, question: str, time: float, retriever: HybridRetriever, *, speech: bool):
    """Whether what is said at a time is among what the drafter would see."""
    wanted = {video.segments[n].start for n in spoken_at(video.segments, time, INTERVAL)}
    captions = list(video.captions)
    if speech:
        captions = Transcript(video.segments, "file", "", "").captions()
    hits = retriever.build(captions).search(question, TOP_K)
    found = {hit.caption.pts for hit in hits if hit.caption.channel == "said"}
    return bool(wanted & found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--show", action="store_true", help="print what came out wrong")
    options = parser.parse_args()
    told, labelled = videos(), lines("speech-claims.jsonl")
    by_video = defaultdict(list)
    for line in labelled:
        by_video[line["video"]].append(line)
    outcomes: dict[tuple[str, str, bool], list] = defaultdict(list)
    channels: dict[str, list[bool]] = defaultdict(list)
    offered: list[bool] = []
    with NLIMini(NLIMiniOptions()) as judge:
        for name, mine in by_video.items():
            claims = [Claim(line["claim"], float(line["timestamp"])) for line in mine]
            runs = {on: verified(told[name], claims, judge, speech=on) for on in (True, False)}
            for on, found in runs.items():
                for line, one in zip(mine, found, strict=True):
                    for kind in (line["kind"], "all"):
                        key = (f"{line['channel']}, {'true' if line['true'] else 'false'}", kind)
                        outcomes[(*key, on)].append(one.grounded)
            for line, one in zip(mine, runs[True], strict=True):
                channels[line["kind"]].append(one.claim.channel == line["channel"])
                if line["kind"] == "bare" and not one.grounded:
                    offered.append(one.entailed_at is not None and bool(one.entailed_at.spoken))
                if options.show and one.grounded != line["true"]:
                    heard = " ".join(passage.text for passage in one.evidence.spoken)
                    print(line["kind"], one.verdict, one.claim.channel, line["claim"],
                          one.reason, heard, sep=" | ")  # fmt: skip
    with HybridRetriever(HybridOptions(model="")) as retriever:
        recall = {
            on: [
                retrieved(told[line["video"]], line["question"], line["timestamp"], retriever,
                          speech=on)
                for line in labelled if line["channel"] == "said" and line["true"]
            ]
            for on in (True, False)
        }  # fmt: skip

    rows = []
    for label, kind in dict.fromkeys((label, kind) for label, kind, _ in outcomes):
        rates = [counted(outcomes[label, kind, on]) for on in (True, False)]
        right = counted(channels[kind]) if kind in channels else ""
        rows.append([label, kind, *rates, right])
    rows.sort(key=lambda row: (row[0], row[1] == "all", row[1]))
    head = ["claims", "kind", "Grounded with transcript", "Grounded without", "channel told right"]
    table("Claims about what is said and what is seen", head, rows)
    print(f"\nBare claims of speech, Unverified: {counted(offered)} offered the passage.")
    print(f"Passage among the first {TOP_K} for its question: with {counted(recall[True])}, "
          f"without {counted(recall[False])}.")  # fmt: skip
    figures = {" / ".join(map(str, key)): [sum(v), len(v)] for key, v in outcomes.items()}
    write("speech", {"machine": machine("onnxruntime"), "counts": figures})


if __name__ == "__main__":
    main()
