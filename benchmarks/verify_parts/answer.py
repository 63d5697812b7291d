"""A whole answer of many claims, verified by gvqa and by the plain loop."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cv2

from gvqa_core import VideoQA
from gvqa_core.builtin.sentences import sentences
from gvqa_core.testing.clips import scenery, write_clip
from gvqa_core.types import Caption, Frame, Verdict

MOMENTS, INTERVAL, RATE = 60, 5.0, 5
SIZE = (640, 360)
WITHOUT_OCR = {"captioner": {"embedded": {"ocr": "off"}}}
"""A cheap captioner: the dearer captions are, the more it saves to make each one once."""
FALSE = (
    "A dog jumps over a hydrant.",
    "Two women talk at a table.",
    "The picture is not dark.",
    'The screen shows "Total 42".',
)


def make_video(path: Path) -> None:
    """Five minutes of a camera gliding over textures, with a cut every 15 seconds."""
    count = int(MOMENTS * INTERVAL * RATE)
    pictures = islice(scenery(SIZE, seed=3, grain=2.0), count)
    write_clip(
        path,
        ((number / RATE, picture) for number, picture in enumerate(pictures)),
        codec="libx264",
        rate=RATE,
        gop=50,
        options={"preset": "veryfast"},
    )


class PlainLoop:
    """The paper's loop: for each claim open, seek, read, caption, judge; then its neighbours."""

    def __init__(self, path: Path, describe: Callable, judge: Callable) -> None:
        self.path, self.describe, self.judge = path, describe, judge
        self.captions = 0

    def caption(self, seconds: float) -> str | None:
        """Describe the frame at a time; None where there is none."""
        capture = cv2.VideoCapture(str(self.path))
        capture.set(cv2.CAP_PROP_POS_MSEC, seconds * 1000)
        there, picture = capture.read()
        capture.release()
        if not there:
            return None
        self.captions += 1
        frame = Frame(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), seconds, seconds)
        return self.describe([frame])[0]

    def grounded(self, claim: str, seconds: float) -> bool:
        """Verify one claim."""
        for offset in (0.0, -INTERVAL, INTERVAL):
            if not 0 <= seconds + offset < MOMENTS * INTERVAL:
                continue
            caption = self.caption(seconds + offset)
            if caption and self.judge([(caption, claim)])[0].supports:
                return True
        return False


def make_claims(captions: tuple[Caption, ...], count: int) -> list[tuple[str, float]]:
    """Claims about the sampled moments: one in two is a sentence of the moment's caption."""
    claims = []
    for number in range(count):
        caption = captions[number % MOMENTS]
        said = sentences(caption.text)
        turn = number // MOMENTS + number
        claim = FALSE[turn % len(FALSE)] if turn % 2 else said[turn // 2 % len(said)]
        claims.append((claim, caption.timestamp))
    return claims


def whole_answer(count: int) -> dict:
    """Time both ways (CPU seconds of all threads) on the same claims with the same models."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "video.mp4"
        make_video(path)
        with VideoQA.from_config(
            "embedded", verifier="nli-mini", cache_dir=folder, options=WITHOUT_OCR
        ) as qa:
            video = qa.ingest(path)
            claims = make_claims(video.described, count)
            describe = qa.crew.caller("verify.captioner", "caption")
            loop = PlainLoop(path, describe, qa.crew.caller("verifier", "judge"))
            loop.grounded(*claims[0])  # both models are loaded before anything is timed
            loop.captions = 0
            start = time.process_time()
            answer = qa.verify(path, claims)
            ours = time.process_time() - start
            start = time.process_time()
            plain = [loop.grounded(*claim) for claim in claims]
            theirs = time.process_time() - start
        mine = [claim.verdict is Verdict.GROUNDED for claim in answer.claims]
        looked = {look.pts for claim in answer.claims for look in claim.looked_at}
    return {
        "claims": count,
        "moments": MOMENTS,
        "rows": [
            {
                "way": "VideoQA.verify",
                "seconds": ours,
                "grounded": sum(mine),
                "captions": len(looked),
            },
            {
                "way": "plain loop",
                "seconds": theirs,
                "grounded": sum(plain),
                "captions": loop.captions,
            },
        ],
        "times": theirs / ours,
        "differ": sum(a is not b for a, b in zip(mine, plain, strict=True)),
    }


def row(way: str, seconds: float, grounded: list[bool], captions: int) -> dict:
    """One line of the table."""
    return {"way": way, "seconds": seconds, "grounded": sum(grounded), "captions": captions}
