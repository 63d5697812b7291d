"""The claims of one or several questions, verified together against one opened video."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gvqa_core.answering import moments
from gvqa_core.checking.looking import looker_of
from gvqa_core.events import StageEvent
from gvqa_core.verification import Procedure

if TYPE_CHECKING:
    from gvqa_core.answering import Asked
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.plugins import Plugins
    from gvqa_core.protocols import Video
    from gvqa_core.types import VerifiedClaim


def verify_all(
    asked: Sequence[Asked],
    video: IngestedVideo,
    source: Video,
    *,
    settings: Settings,
    crew: Crew,
    plugins: Plugins,
) -> Iterator[tuple[int, VerifiedClaim]]:
    """Run Algorithm 1 over all claims of some questions and tell the observers.

    Args:
        asked: The questions; a frame that several of their claims cite is described once.
        video: What was ingested.
        source: The same video, opened.
        settings: Δt, n and which checks are on.
        crew: Verifier and captioner.
        plugins: Who is told of each verdict.

    Yields:
        (position among all claims, verified claim), each as soon as its verdict is final.
    """
    claims = [claim for one in asked for claim in one.claims]
    needs_frame = crew.unopened("verifier").needs == "frame"
    procedure = Procedure(
        looker=looker_of(crew, source, pixels_only=needs_frame),
        judge=crew.caller("verifier", "judge"),
        needs_frame=needs_frame,
        interval=settings.interval,
        neighbours=settings.neighbours,
        ingest_captions={c.pts: c.text for c in video.described},
        moments=moments(asked) if settings.answers.wrong_moment else (),
    )
    for done, (position, claim) in enumerate(procedure.run(claims), 1):
        plugins.notify_claim(claim)
        plugins.notify_progress(StageEvent(stage="verify", done=done, total=len(claims)))
        yield position, claim
