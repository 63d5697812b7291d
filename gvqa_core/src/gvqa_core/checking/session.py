"""The claims of one or several questions, verified together against one opened video."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from gvqa_core.answering import in_channel, moments
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
    from gvqa_core.types import Claim, VerifiedClaim


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
    verdicts = _all(asked, claims, video, source, settings=settings, crew=crew)
    relevance = [
        one.relevance[place] if one.relevance else None
        for one in asked
        for place in range(len(one.claims))
    ]
    for done, (position, found) in enumerate(verdicts, 1):
        claim = attrs.evolve(found, relevance=relevance[position])
        plugins.notify_claim(claim)
        plugins.notify_progress(StageEvent(stage="verify", done=done, total=len(claims)))
        yield position, claim


def _all(
    asked: Sequence[Asked],
    claims: Sequence[Claim],
    video: IngestedVideo,
    source: Video,
    *,
    settings: Settings,
    crew: Crew,
) -> Iterator[tuple[int, VerifiedClaim]]:
    """Hold claims about what is said against the transcript, all others against frames."""
    needs_frame = crew.unopened("verifier").needs == "frame"
    judge = crew.caller("verifier", "judge")
    offers = moments(asked) if settings.answers.wrong_moment else []
    seen = [position for position, claim in enumerate(claims) if claim.channel == "seen"]
    procedure = Procedure(
        looker=looker_of(crew, source, pixels_only=needs_frame),
        judge=judge,
        needs_frame=needs_frame,
        interval=settings.interval,
        neighbours=settings.neighbours,
        ingest_captions={c.pts: c.text for c in video.described},
        moments=[in_channel(offers[position], "seen") for position in seen] if offers else (),
    )
    verdicts = ((seen[n], claim) for n, claim in procedure.run([claims[p] for p in seen]))
    if video.transcript is None:
        yield from verdicts
        return
    from gvqa_core.speech.checking import SpeechProcedure
    from gvqa_core.speech.offers import with_speech_offered

    speech = SpeechProcedure(
        segments=video.transcript.segments,
        judge=None if needs_frame else judge,
        interval=settings.interval,
        neighbours=settings.neighbours,
        moments=[in_channel(each, "said") for each in offers],
    )
    yield from speech.run({p: c for p, c in enumerate(claims) if c.channel == "said"})
    yield from with_speech_offered(speech, verdicts)
