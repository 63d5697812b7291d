"""Labelled pairs through the whole video path: premises as slides, read back by OCR.

The premise is on the slide at t, the hypothesis is the claim that cites t. The
slide is encoded, decoded and re-read, and Algorithm 1 judges what was read, with
its neighbours, as it would any claim.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.checking.looking import Looker
from gvqa_core.evaluation.pairs_run import judgement_record, note_system, without_text
from gvqa_core.evaluation.records import Lines, write_json
from gvqa_core.evaluation.systems import opened
from gvqa_core.types import Claim
from gvqa_core.verification import Procedure

if TYPE_CHECKING:
    from gvqa_core.captioning import CaptionCall
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.evaluation.pairs_run import PairsRun, Progress
    from gvqa_core.evaluation.systems import Judge, System
    from gvqa_core.plugins import Plugins
    from gvqa_core.protocols import Video
    from gvqa_core.testing.oracle import OracleVideo
    from gvqa_core.types import Frame, VerifiedClaim

BATCH = 32


@frozen
class Slides:
    """An oracle video, opened, with its reader.

    Attributes:
        oracle: The video and its truth.
        video: The same, opened.
        caption: Reads frames; each distinct one once.
        places: Sentence as given → its slide.
    """

    oracle: OracleVideo
    video: Video
    caption: ReadOnce
    places: dict[str, int]

    def looker(self, caption: CaptionCall | None = None) -> Looker:
        """Looks at the slides through a captioner; the honest one unless another is given."""
        return Looker(self.video, caption or self.caption, 8, None)

    def time_of(self, sentence: str) -> float:
        """When a sentence is on screen."""
        return self.oracle.time_of(self.places[sentence])

    def fidelity(self) -> dict[str, int]:
        """How many slides were read, and how many of them exactly."""
        from gvqa_core.testing.oracle import same_reading

        read = self.caption.texts
        exact = sum(same_reading(text, self.oracle.sentence_at(pts)) for pts, text in read.items())
        return {"read": len(read), "exact": exact}


class ReadOnce:
    """Reads each distinct frame once, whoever asks; frames of one slide are one.

    Args:
        caption: The real call.
        seconds: How long a slide is shown.
        kept: Where readings are kept for a run that resumes; None for nowhere.
    """

    def __init__(self, caption: CaptionCall, seconds: float, kept: Lines | None) -> None:
        self._caption = caption
        self._seconds = seconds
        self._kept = kept
        self.texts = {float(r["pts"]): str(r["text"]) for r in (kept.read() if kept else ())}

    def __call__(self, frames: Sequence[Frame]) -> list[str]:
        """Read each frame."""
        starts = [frame.pts // self._seconds * self._seconds for frame in frames]
        new = {s: f for s, f in zip(starts, frames, strict=True) if s not in self.texts}
        read = dict(zip(new, self._caption(list(new.values())), strict=True))
        if self._kept is not None and read:
            self._kept.append({"pts": pts, "text": text} for pts, text in read.items())
        self.texts.update(read)
        return [self.texts[start] for start in starts]


@contextmanager
def slides(sentences: Sequence[str], kept: Lines | None = None) -> Generator[Slides]:
    """Write sentences as a video in a temporary folder and open it.

    Args:
        sentences: Equal ones share a slide.
        kept: Where readings are kept for a run that resumes; None for nowhere.

    Raises:
        ComponentError: OCR is not installed.
        ValueError: A sentence does not fit on a slide.
    """
    from gvqa_core.testing.oracle import SECONDS, SlideReader, write_oracle_video
    from gvqa_core.video import open_video

    places: dict[str, int] = {}
    for sentence in sentences:
        places.setdefault(sentence, len(places))
    with tempfile.TemporaryDirectory(prefix="gvqa-oracle-") as folder, SlideReader() as reader:
        oracle = write_oracle_video(Path(folder) / "slides.mp4", list(places))
        with open_video(oracle.path) as video:
            yield Slides(oracle, video, ReadOnce(reader.caption, SECONDS, kept), places)


@frozen(kw_only=True)
class OracleRun:
    """A run over pairs whose premises are on slides.

    Attributes:
        pairs: The run: where records go and which pairs.
    """

    pairs: PairsRun

    def run(
        self,
        systems: Sequence[System],
        settings: Settings,
        plugins: Plugins,
        crew: Crew,
        progress: Progress,
    ) -> None:
        """Let each verifier check every pair that it has not yet checked; see `PairsRun.run`."""
        one = self.pairs
        one.begin(path="video")
        kept = Lines(one.folder / "read.jsonl") if one.keep_text else None
        with slides([pair.premise for pair in one.pairs], kept) as deck:
            looker = deck.looker()
            for system in systems:
                rows_file = Lines(one.folder / "judgements" / f"{system.file}.jsonl")
                done = {row["id"] for row in rows_file.read()}
                left = [pair for pair in one.pairs if pair.id not in done]
                progress(system.name, len(done), len(one.pairs))
                if not left and (one.folder / "systems" / f"{system.file}.json").exists():
                    continue
                with opened(system, settings, plugins, crew) as judge:
                    note_system(one.folder, judge)
                    for start in range(0, len(left), BATCH):
                        batch = left[start : start + BATCH]
                        claims = [Claim(p.hypothesis, deck.time_of(p.premise)) for p in batch]
                        rows = checked(judge, looker, claims)
                        if not one.keep_text:
                            rows = [without_text(row) for row in rows]
                        rows_file.append(
                            {"id": pair.id, **row} for pair, row in zip(batch, rows, strict=True)
                        )
                        progress(system.name, len(done) + start + len(batch), len(one.pairs))
            if deck.caption.texts:
                write_json(one.folder / "reading.json", deck.fidelity())


def checked(judge: Judge, looker: Looker, claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """Verify claims by Algorithm 1.

    Returns:
        For each claim a row as of a pair: `supports`, `label`, `scores`, `seconds`, and
        `error` when the verifier failed or `unseen` when there was nothing to judge.
    """
    procedure = Procedure(
        looker=looker,
        judge=judge.judge,
        needs_frame=judge.needs == "frame",
        interval=judge.settings.interval,
        neighbours=judge.settings.neighbours,
        ingest_captions={},
    )
    begun = time.perf_counter()
    found = dict(procedure.run(claims))
    each = (time.perf_counter() - begun) / max(1, len(claims))
    return [_row(found[n]) | {"seconds": round(each, 6)} for n in range(len(claims))]


def _row(claim: VerifiedClaim) -> dict[str, Any]:
    look = claim.evidence
    if look.judgement is not None:
        return judgement_record(look.judgement) | {"offset": look.offset}
    row = judgement_record(look.reason or "it could not be checked")
    return row if look.picture is not None else row | {"unseen": True}
