"""A small laboratory: a grey clip, stand-ins that really look, verifiers good and bad."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gvqa_core import ComponentSpec, VideoQA
from gvqa_core.component import BaseComponent
from gvqa_core.config import Answers, Settings, Use
from gvqa_core.evaluation import records
from gvqa_core.evaluation.questions import GivenClaim, Question, QuestionSet
from gvqa_core.evaluation.questions_run import QuestionsRun
from gvqa_core.evaluation.systems import read_systems
from gvqa_core.plugins import load_plugins
from gvqa_core.registry import Registered
from gvqa_core.testing.clips import grey_clip
from gvqa_core.testing.stand_ins import grey_caption
from gvqa_core.types import BinaryLabel, Draft, Judgement, NLILabel, Pair

LEVELS = [20 * n for n in range(12)]
STAND_INS = "gvqa_core.testing.stand_ins"


def make_clip(path: Path) -> Path:
    """Twelve seconds; second n is grey 20 n."""
    times = [n / 4 for n in range(len(LEVELS) * 4)]
    grey_clip(path, times=times, levels=[LEVELS[n // 4] for n in range(len(times))])
    return path


def true_claim(second: int) -> str:
    return grey_caption(LEVELS[second])


def questions(clip: Path) -> QuestionSet:
    made_up = (
        GivenClaim("The wall is grey 200.", 2.0, false := False),
        GivenClaim("boom: the wall explodes.", 4.0, false),
        GivenClaim(true_claim(6), 6.0, True),
        GivenClaim("The wall is red.", 99.0, false),
    )
    return QuestionSet(
        "Greys",
        (
            Question("f 1", "factual", "How grey?", str(clip), interval=(0.0, 3.0)),
            Question("f 2", "factual", "Which grey is in the middle?", str(clip)),
            Question("a/1", "adversarial", "Why does it explode?", str(clip), claims=made_up),
            Question("n1", "adversarial", "nothing", str(clip)),
        ),
    )


class Counting(BaseComponent[None]):
    """Drafts what the best two captions say; `nothing` gets an empty draft."""

    drafted = 0

    def __init__(self) -> None:
        super().__init__(None)

    def draft(self, question: str, hits: Sequence[Any]) -> Draft:
        from gvqa_core.types import Claim

        type(self).drafted += 1
        if question == "nothing":
            return Draft(raw=("[]",))
        claims = tuple(Claim(hit.caption.text, hit.caption.timestamp) for hit in hits[:2])
        return Draft(claims, raw=("the model's own words",))


class Moody(BaseComponent[None]):
    """Supports equal texts, and raises on any claim of an explosion."""

    needs = "caption"

    def __init__(self) -> None:
        super().__init__(None)

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        if any(claim.startswith("boom") for _, claim in pairs):
            raise RuntimeError("the judge lost its temper")
        return [_judgement(premise == claim, raw="hm") for premise, claim in pairs]


class Seeing(BaseComponent[None]):
    """Judges the frame itself, and says yes or no only."""

    needs = "frame"

    def __init__(self) -> None:
        super().__init__(None)

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [
            Judgement(yes, BinaryLabel.SUPPORTED if yes else BinaryLabel.UNSUPPORTED)
            for frame, claim in pairs
            for yes in [grey_caption(float(frame.image.mean())) == claim]
        ]


def _judgement(supports: bool, raw: str) -> Judgement:
    label = NLILabel.ENTAILMENT if supports else NLILabel.NEUTRAL
    score = 0.9 if supports else 0.2
    return Judgement(supports, label, {"entailment": score}, raw=raw)


def make_qa(cache: Path, **changes: Any) -> VideoQA:
    """A VideoQA of stand-ins; `moody` and `seeing` are registered beside the built-ins."""
    plugins = load_plugins()
    for kind, name, factory in (
        ("captioner", "grey", f"{STAND_INS}:GreyCaptioner"),
        ("drafter", "counting", f"{__name__}:Counting"),
        ("verifier", "moody", f"{__name__}:Moody"),
        ("verifier", "seeing", f"{__name__}:Seeing"),
    ):
        spec = ComponentSpec(kind=kind, name=name, factory=factory)
        plugins.registry.add(Registered(spec, "lab", "lab", "1"))
    use = Use(captioner="grey", drafter="counting", retriever="bm25", verifier="moody")
    answers = Answers(relevance=True)
    settings = {"interval": 2.0, "use": use, "cache_dir": str(cache), "answers": answers} | changes
    return VideoQA(Settings(**settings), plugins)


def measure(folder: Path, clip: Path, cache: Path, names: str, **changes: Any) -> None:
    """One whole run, or what is left of it."""
    asked = changes.pop("asked", None) or questions(clip)
    with make_qa(cache, **changes) as qa:
        systems = read_systems(names, qa.settings, qa.plugins)
        QuestionsRun(
            folder=folder, questions=asked, qa=qa, systems=systems, progress=lambda *_: None
        ).run()


def _die_in_write(number: int) -> None:
    """Be killed, as by `kill -9`, in the midst of the n-th write of a record."""
    real, count = os.fsync, 0

    def fsync(descriptor: int) -> None:
        nonlocal count
        count += 1
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)
        real(descriptor)

    records.os.fsync = fsync


if __name__ == "__main__":
    _, run, clip_, cache_, names_, nth = sys.argv
    _die_in_write(int(nth))
    measure(Path(run), Path(clip_), Path(cache_), names_)
