"""`gvqa measure`: the paper's system tables on this machine.

Every component is opened cold in this process and then used on the frames of a
real video, at its own batch size; captions are not taken from the cache.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, define, frozen

from gvqa_core.captioning import batches, caption_batch
from gvqa_core.checking.looking import Looker
from gvqa_core.evaluation.footprint import footprint
from gvqa_core.evaluation.tables import Cell, Number, Table
from gvqa_core.evaluation.watching import Cost, watched
from gvqa_core.loading.names import readable_size
from gvqa_core.protocols import CountsTokens, HasChat
from gvqa_core.provenance import describe
from gvqa_core.verification import Procedure

if TYPE_CHECKING:
    from gvqa_core.crew import Crew
    from gvqa_core.pipeline import VideoQA
    from gvqa_core.types import Claim, Judgement, Pair

QUESTIONS = (
    "What is shown at the very beginning?",
    "What is written on the screen?",
    "What is shown at the very end?",
)
ROLES = ("captioner", "retriever", "drafter", "verifier")


@frozen
class Stage:
    """One stage as it was measured.

    Attributes:
        name: What was done.
        count: How many times.
        unit: Of what.
        cost: What it took.
        tokens: What a language model wrote, in its own tokens; None where none wrote or
            its server does not tell.
    """

    name: str
    count: int
    unit: str
    cost: Cost
    tokens: int | None = None

    @property
    def rate(self) -> float | None:
        """Units per second; None when nothing was done."""
        return self.count / self.cost.seconds if self.count and self.cost.seconds else None

    @property
    def token_rate(self) -> float | None:
        """Written tokens per second, reading the prompt included; None when not known."""
        return self.tokens / self.cost.seconds if self.tokens and self.cost.seconds else None


@define
class Measurement:
    """All that was measured.

    Attributes:
        machine: What it was measured on, with versions and revisions.
        weights: Role → (component, model, bytes on disk).
        loads: Role → what opening it cost.
        stages: What was done with them.
        claims: How many claims were drafted and checked.
    """

    machine: dict[str, Any]
    weights: dict[str, tuple[str, str, int | None]]
    loads: dict[str, Cost]
    stages: list[Stage]
    claims: int

    def plain(self) -> dict[str, Any]:
        """Everything as JSON-able data."""
        return {
            "format": "gvqa-measurement",
            "version": 1,
            "machine": self.machine,
            "weights": {
                role: {"component": name, "model": model, "bytes": size}
                for role, (name, model, size) in self.weights.items()
            },
            "loads": {role: asdict(cost) for role, cost in self.loads.items()},
            "stages": [
                asdict(stage) | {"per_second": stage.rate, "tokens_per_second": stage.token_rate}
                for stage in self.stages
            ],
            "claims": self.claims,
        }


def measure(qa: VideoQA, path: str, questions: Sequence[str] = QUESTIONS) -> Measurement:
    """Measure every stage on a video.

    Args:
        qa: Fresh: nothing of it may have been used yet.
        path: The video; a minute is enough for a fast captioner.
        questions: What is drafted.

    Raises:
        ComponentError: psutil is not installed, or a component cannot be opened.
        VideoError: The video cannot be used.
    """
    crew = qa.crew
    loads: dict[str, Cost] = {}
    for role in ROLES:
        with watched() as loads[role]:
            crew.run(role, lambda _: None)
    stages: list[Stage] = []
    captions = _describe(qa, path, stages)
    with watched() as cost:
        index = crew.run("retriever", lambda retriever: retriever.build(captions, None))
    stages.append(Stage("index", len(captions), "captions", cost))
    with watched() as cost:
        hits = [
            crew.run("retriever", lambda _, q=q: index.search(q, qa.settings.top_k))
            for q in questions
        ]
    stages.append(Stage("retrieve", len(questions), "questions", cost))
    with watched() as cost:
        drafts = [
            crew.run("drafter", lambda drafter, q=q, found=found: drafter.draft(q, found))
            for q, found in zip(questions, hits, strict=True)
        ]
    wrote = _tokens(crew, "drafter", [text for draft in drafts for text in draft.raw])
    stages.append(Stage("draft", len(questions), "questions", cost, wrote))
    claims = [claim for draft in drafts for claim in draft.claims]
    _check(qa, path, claims, stages)
    video = qa.ingest(path)
    return Measurement(
        machine=_machine() | describe(qa.settings, crew, video),
        weights={role: _weights(qa, role) for role in ROLES},
        loads=loads,
        stages=stages,
        claims=len(claims),
    )


def _describe(qa: VideoQA, path: str, stages: list[Stage]) -> list[Any]:
    from gvqa_core.video import open_video

    captioner = qa.crew.unopened("captioner")
    call = qa.crew.caller("captioner", "caption")
    with open_video(path) as video:
        with watched() as cost:
            frames = list(video.sample(qa.settings.interval, max_pixels=captioner.max_pixels))
        stages.append(Stage("sample", len(frames), "frames", cost))
        with watched() as cost:
            captions = [
                caption
                for batch in batches(frames, captioner.batch_size)
                for caption in caption_batch(call, batch)
            ]
        wrote = _tokens(qa.crew, "captioner", [caption.text for caption in captions])
        stages.append(Stage("caption", len(frames), "frames", cost, wrote))
    return [caption for caption in captions if caption.error is None]


def _tokens(crew: Crew, role: str, texts: Sequence[str]) -> int | None:
    """How many tokens a stage's language model wrote, if it has one that can tell."""

    def count(component: Any) -> int | None:
        chat = component.chat if isinstance(component, HasChat) else None
        return chat.count_tokens(texts) if isinstance(chat, CountsTokens) else None

    return crew.run(role, count)


def _check(qa: VideoQA, path: str, claims: Sequence[Claim], stages: list[Stage]) -> None:
    """Time looking at the evidence and judging it apart, then Algorithm 1 as a whole."""
    from gvqa_core.video import open_video

    crew, settings = qa.crew, qa.settings
    captioner = crew.unopened("verify.captioner")
    needs_frame = crew.unopened("verifier").needs == "frame"
    judge = crew.caller("verifier", "judge")
    pairs: list[Pair] = []

    def counted(asked: Sequence[Pair]) -> list[Judgement]:
        pairs.extend(asked)
        return judge(asked)

    with open_video(path) as video:
        looker = Looker(
            video,
            None if needs_frame else crew.caller("verify.captioner", "caption"),
            captioner.batch_size,
            captioner.max_pixels,
        )
        procedure = Procedure(
            looker=looker,
            judge=counted,
            needs_frame=needs_frame,
            interval=settings.interval,
            neighbours=settings.neighbours,
            ingest_captions={},
        )
        with watched() as cost:
            done = dict(procedure.run(claims))
        stages.append(Stage("verify", len(done), "claims", cost))
    with watched() as cost:
        judge(pairs)
    stages.append(Stage("judge alone", len(pairs), "pairs", cost))


def measurement_tables(found: Measurement) -> list[Table]:
    """The measurement as tables."""
    stage = {each.name: each for each in found.stages}
    weights: list[tuple[Cell, ...]] = [
        (
            role,
            name,
            model,
            None if size is None else readable_size(size),
            Number(found.loads[role].seconds, 2, unit=" s"),
            readable_size(found.loads[role].grown_rss),
        )
        for role, (name, model, size) in found.weights.items()
    ]
    stages: list[tuple[Cell, ...]] = [
        (
            each.name,
            f"{each.count} {each.unit}",
            Number(each.cost.seconds, 2, unit=" s"),
            Number(each.rate, 2),
            Number(each.token_rate, 1),
            readable_size(each.cost.peak_rss),
            None if each.cost.device_peak is None else readable_size(each.cost.device_peak),
        )
        for each in found.stages
    ]
    verify, draft = stage["verify"].cost.seconds, stage["draft"].cost.seconds
    per_claim = 1000 * verify / found.claims if found.claims else None
    relative = verify / draft if draft else None
    return [
        Table(
            "weights",
            "Components: weights on disk and cold loading",
            ("stage", "component", "model", "on disk", "cold load", "memory grown"),
            tuple(weights),
        ),
        Table(
            "stages",
            "Stages: steady throughput and peak memory",
            (
                "stage",
                "done",
                "time",
                "per second",
                "tokens per second",
                "peak memory of the process",
                "on the device",
            ),
            tuple(stages),
            "Wall time. Tokens are those a language model wrote, its prompt read in the same "
            "time. Verify is Algorithm 1 as a whole: frames extracted again, described "
            "again, judged; judge alone is its last part by itself. A captioner that remembers "
            "pictures, as `embedded` does, is quick at frames it has seen in an earlier row.",
        ),
        Table(
            "cost",
            "Verification against drafting",
            ("claims", "verification for each claim", "verification over drafting"),
            ((found.claims, Number(per_claim, 1, unit=" ms"), Number(relative, 2)),),
        ),
    ]


def _weights(qa: VideoQA, role: str) -> tuple[str, str, int | None]:
    identity = qa.crew.identity(role)
    model = str(identity.get("model") or identity.get("ocr") or "none")
    return qa.choices[role].name, model, footprint(identity)


def _machine() -> dict[str, Any]:
    import psutil

    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_bytes": psutil.virtual_memory().total,
        "load_average": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "gvqa": version("gvqa-core"),
    }


def _processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
