"""`gvqa eval run`: every question drafted once, every verifier given the identical claims.

A run's folder holds raw records and nothing else is needed for its tables:

    run.json                       what must not change: questions, videos, components
    drafts/NNN-ID.json             claims, hits, all that the drafter wrote
    captions/VIDEO.jsonl           captions of evidence frames, shared by all verifiers
    frames/*.png                   the frames looked at
    systems/VERIFIER.json          what each verifier is
    verdicts/VERIFIER/NNN-ID.json  every look and judgement
    labels.json                    what people said, once someone did

Each record appears whole or not at all; a run that was killed goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from gvqa_core.answering import Asked, as_claims
from gvqa_core.checking.looking import Looker
from gvqa_core.evaluation.claim_records import (
    claims_of,
    draft_record,
    missing,
    question_file,
    verdict_record,
)
from gvqa_core.evaluation.pairs_run import note_system
from gvqa_core.evaluation.records import Lines, digest, open_run, read_json, write_json
from gvqa_core.evaluation.shared_look import KeptCaptions
from gvqa_core.evaluation.systems import opened
from gvqa_core.verification import Procedure

if TYPE_CHECKING:
    from gvqa_core.evaluation.questions import Question, QuestionSet
    from gvqa_core.evaluation.systems import Judge, System
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.pipeline import VideoQA
    from gvqa_core.types import Judgement, Pair

    Progress = Callable[[str, int, int], None]


@define(kw_only=True)
class QuestionsRun:
    """One measurement over one question set.

    Attributes:
        folder: Where records are kept; a run begun there is resumed.
        questions: What is asked.
        qa: Ingests and drafts; its captioner describes evidence.
        systems: The verifiers.
        progress: Told (what, done, all).
    """

    folder: Path
    questions: QuestionSet
    qa: VideoQA
    systems: Sequence[System]
    progress: Progress
    _videos: dict[str, IngestedVideo] = field(factory=dict[str, "IngestedVideo"], init=False)

    def run(self) -> None:
        """Do what is not yet done.

        Raises:
            StoreError: The folder holds a run with other questions, videos or components.
            VideoError: A video cannot be used.
        """
        open_run(self.folder, "questions", self._manifest())
        drafts = self._drafted()
        with ExitStack() as stack:
            lookers: dict[str, Looker] = {}
            for system in self.systems:
                names = missing(list(drafts), self.folder / "verdicts" / system.file)
                done = len(drafts) - len(names)
                self.progress(f"checking with {system.name}", done, len(drafts))
                known = (self.folder / "systems" / f"{system.file}.json").exists()
                if not names and known:
                    continue
                with opened(system, self.qa.settings, self.qa.plugins, self.qa.crew) as judge:
                    note_system(self.folder, judge)
                    for number, name in enumerate(names, start=done + 1):
                        self._verify(judge, name, drafts[name], lookers, stack)
                        self.progress(f"checking with {system.name}", number, len(drafts))

    def _manifest(self) -> dict[str, Any]:
        from gvqa_core.video import file_sha256

        paths = dict.fromkeys(question.video for question in self.questions.questions)
        crew, settings = self.qa.crew, self.qa.settings
        roles = ("sampler", "captioner", "verify.captioner", "retriever", "drafter")
        return {
            "title": self.questions.title,
            "questions": digest([_plain(q) for q in self.questions.questions]),
            "videos": {Path(path).name: file_sha256(path) for path in paths},
            "interval": settings.interval,
            "top_k": settings.top_k,
            "neighbours": settings.neighbours,
            "components": {role: dict(crew.identity(role)) for role in roles},
        }

    def _drafted(self) -> dict[str, dict[str, Any]]:
        """Draft what is not yet drafted; file name → record, in the order of the set."""
        asked = self.questions.questions
        names = [question_file(n, question.id) for n, question in enumerate(asked, start=1)]
        folder = self.folder / "drafts"
        for done, (name, question) in enumerate(zip(names, asked, strict=True)):
            if not (folder / name).exists():
                self.progress("drafting", done, len(names))
                write_json(folder / name, self._draft(question))
        self.progress("drafting", len(names), len(names))
        return {name: read_json(folder / name) for name in names}

    def _draft(self, question: Question) -> dict[str, Any]:
        video = self._ingested(question.video)
        begun = time.perf_counter()
        if question.claims:
            given = [(claim.text, claim.timestamp) for claim in question.claims]
            claims = as_claims(given, self.qa.settings.interval)
            asked = Asked(question=question.question, claims=claims, hits=(), draft=None)
            seconds = 0.0
        else:
            asked = self.qa.draft(video, question.question)
            seconds = time.perf_counter() - begun
        return draft_record(question, asked, Path(video.path).name, seconds)

    def _ingested(self, path: str) -> IngestedVideo:
        if path not in self._videos:
            self._videos[path] = self.qa.ingest(path)
        return self._videos[path]

    def _verify(
        self,
        judge: Judge,
        name: str,
        draft: Mapping[str, Any],
        lookers: dict[str, Looker],
        stack: ExitStack,
    ) -> None:
        paths = {Path(q.video).name: q.video for q in self.questions.questions}
        path = paths[draft["video"]]
        video = self._ingested(path)
        if path not in lookers:
            lookers[path] = self._looker(video, stack)
        timed = _Timed(judge)
        needs_frame = judge.needs == "frame"
        claims = claims_of(draft)
        begun = time.perf_counter()
        procedure = Procedure(
            looker=lookers[path],
            judge=timed.judge,
            needs_frame=needs_frame,
            interval=judge.settings.interval,
            neighbours=judge.settings.neighbours,
            ingest_captions={c.pts: c.text for c in video.described},
        )
        found = dict(procedure.run(claims))
        record = {
            "id": draft["id"],
            "claims": [
                verdict_record(found[n], self.folder, needs_frame=needs_frame)
                for n in range(len(claims))
            ],
            "judgements": timed.judgements,
            "judging_seconds": round(timed.seconds, 6),
            "seconds": round(time.perf_counter() - begun, 6),
        }
        write_json(self.folder / "verdicts" / judge.system.file / name, record)

    def _looker(self, video: IngestedVideo, stack: ExitStack) -> Looker:
        from gvqa_core.video import open_video

        crew = self.qa.crew
        captioner = crew.unopened("verify.captioner")
        kept = Lines(self.folder / "captions" / f"{video.sha256[:16]}.jsonl")
        return Looker(
            stack.enter_context(open_video(video.path)),
            KeptCaptions(crew.caller("verify.captioner", "caption"), kept),
            captioner.batch_size,
            captioner.max_pixels,
        )


class _Timed:
    """A judge with a watch."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.seconds = 0.0
        self.judgements = 0

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        begun = time.perf_counter()
        try:
            return self._judge.judge(pairs)
        finally:
            self.seconds += time.perf_counter() - begun
            self.judgements += len(pairs)


def _plain(question: Question) -> list[Any]:
    """What of a question decides its draft; where the video lies does not."""
    claims = [[c.text, c.timestamp, c.true] for c in question.claims]
    ends = None if question.interval is None else list(question.interval)
    words = [question.id, question.category, question.question, question.expected]
    return [*words, ends, Path(question.video).name, claims]
