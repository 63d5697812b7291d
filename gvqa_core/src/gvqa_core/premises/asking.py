"""The premise check with a `VideoQA`'s own components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gvqa_core.checking.looking import looker_of
from gvqa_core.premises.check import PremiseChecker
from gvqa_core.premises.phrases import presupposed

if TYPE_CHECKING:
    from gvqa_core.checking.looking import Look
    from gvqa_core.crew import Crew
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.searching import Searcher
    from gvqa_core.types import Caption, PremiseCheck


def can_check(crew: Crew) -> bool:
    """Whether an absence from captions means anything with these components.

    A judge that compares words alone does not know that a lecturer is a man, and a
    captioner that reads text alone does not name things: both say so by an attribute
    (`knows_synonyms`, `names_objects`) that is False.
    """
    judge, captioner = crew.unopened("verifier"), crew.unopened("captioner")
    return (
        judge.needs == "caption"
        and getattr(judge, "knows_synonyms", True)
        and getattr(captioner, "names_objects", True)
    )


def check_premises(
    question: str,
    video: IngestedVideo,
    captions: Sequence[Caption],
    *,
    crew: Crew,
    searcher: Searcher,
) -> tuple[PremiseCheck, ...]:
    """Check what a question presupposes; nothing where that cannot be told.

    Args:
        question: In plain words.
        video: The video, for fresh frames.
        captions: The captions that may be searched.
        crew: The components.
        searcher: Finds captions.
    """
    from gvqa_core.video.keeping import open_indexed

    if not captions or not presupposed(question) or not can_check(crew):
        return ()

    def look(times: Sequence[float]) -> dict[float, Look]:
        with open_indexed(video.path, video.sha256, searcher.store()) as source:
            inside = [time for time in times if time <= source.info.duration]
            return looker_of(crew, source).look(inside)

    return PremiseChecker(
        search=lambda words, k: [hit.caption for hit in searcher.search(captions, words, k)],
        judge=crew.caller("verifier", "judge"),
        look=look,
        times=[caption.timestamp for caption in captions],
        spoken=() if video.transcript is None else video.transcript.captions(video.window),
    ).check(question)
