"""The second label with a `VideoQA`'s own components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.protocols import ComparesTexts
from gvqa_core.relevance.judge import RelevanceJudge

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.types import Claim, Relevance


def label(
    question: str,
    claims: Sequence[Claim],
    reading: Mapping[str, Any],
    video: IngestedVideo,
    *,
    settings: Settings,
    crew: Crew,
) -> tuple[Relevance, ...]:
    """Tell of each claim whether it answers the question; nothing when that is off.

    Args:
        question: Stands alone.
        claims: What was drafted for it.
        reading: How the retriever read the question.
        video: What was asked.
        settings: Whether to label, and Δt.
        crew: The retriever, which may compare meanings.
    """
    if not settings.answers.relevance or not claims:
        return ()

    def compare(one: str, others: Sequence[str]) -> Sequence[float] | None:
        if not isinstance(crew.unopened("retriever"), ComparesTexts):
            return None
        return crew.run("retriever", lambda retriever: retriever.compare(one, others))

    return RelevanceJudge(
        compare=compare,
        duration=video.info.duration,
        interval=settings.interval,
    ).label(question, claims, reading)
