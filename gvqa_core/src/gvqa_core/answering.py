"""From drafted claims to an `Answer`: what is said when, and what is warned of."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from gvqa_core.protocols import RemembersTurns
from gvqa_core.types import Answer, AnswerStatus, Claim

if TYPE_CHECKING:
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.protocols import Drafter
    from gvqa_core.types import (
        Caption,
        Channel,
        Draft,
        Hit,
        PremiseCheck,
        Relevance,
        VerifiedClaim,
        Window,
    )

SELF_VERIFYING = (
    "{same} of {all} claims were checked against a fresh caption that repeats the ingest caption "
    "word for word: an error the captioner makes twice would not be noticed; "
    "set verify.captioner, verify.model or verify.prompt for an independent check"
)


@frozen
class Asked:
    """A question on its way to an answer.

    Attributes:
        question: As asked; empty when claims came from elsewhere.
        claims: Prepared for judging.
        hits: What was retrieved.
        draft: What the drafter wrote; None when no drafter was asked.
        message: Why there is nothing to draft from; empty otherwise.
        retrieval: How the retriever read the question, where it tells.
        premises: What the question presupposes, where that was checked.
        relevance: Whether each claim answers the question; empty where nobody judged that.
    """

    question: str
    claims: tuple[Claim, ...]
    hits: tuple[Hit, ...]
    draft: Draft | None
    message: str = ""
    retrieval: Mapping[str, Any] = field(factory=dict[str, Any])
    premises: tuple[PremiseCheck, ...] = ()
    relevance: tuple[Relevance, ...] = ()


def draft_with(
    drafter: Drafter, history: Sequence[Claim], question: str, hits: Sequence[Hit]
) -> Draft:
    """Draft an answer; a drafter that remembers turns is told the earlier claims."""
    if history and isinstance(drafter, RemembersTurns):
        return drafter.draft_after(history, question, hits)
    return drafter.draft(question, hits)


def nothing_indexed(question: str, video: IngestedVideo, window: Window | None) -> Asked:
    """The outcome when no caption could be searched."""
    where = "in this part of the video" if window is not None else "of this video"
    failed = sum(caption.error is not None for caption in video.captions)
    message = f"No frame {where} has a caption to search"
    message += f" ({failed} could not be described)." if failed else "."
    return Asked(question=question, claims=(), hits=(), draft=None, message=message)


def moments(asked: Sequence[Asked]) -> list[tuple[Caption, ...]]:
    """For each claim of some questions, the captions retrieved for its question."""
    return [tuple(hit.caption for hit in one.hits) for one in asked for _ in one.claims]


def in_channel(captions: Sequence[Caption], channel: Channel) -> tuple[Caption, ...]:
    """Those that tell what is seen, or what is said."""
    return tuple(caption for caption in captions if caption.channel == channel)


def assemble(
    asked: Asked,
    video: IngestedVideo,
    verified: Mapping[int, VerifiedClaim],
    provenance: Mapping[str, Any],
    warnings: Sequence[str],
) -> Answer:
    """Put an answer together.

    Args:
        asked: The question and its draft.
        video: What it was asked of.
        verified: Position in `asked.claims` → verified claim, one for each.
        provenance: What made the answer.
        warnings: What the components had to say.
    """
    claims = tuple(verified[position] for position in range(len(asked.claims)))
    status, message = _outcome(asked)
    return Answer(
        question=asked.question,
        status=status,
        claims=claims,
        video=video.info,
        video_sha256=video.sha256,
        hits=asked.hits,
        retrieval=dict(asked.retrieval),
        premises=asked.premises,
        draft=asked.draft,
        message=message,
        warnings=(*video.warnings, *warnings, *_warnings(asked, claims)),
        provenance=dict(provenance),
    )


def as_claims(
    claims: Sequence[Claim | tuple[str, float] | Mapping[str, Any]], interval: float
) -> tuple[Claim, ...]:
    """Read claims given by a caller and prepare them for judging.

    Raises:
        ValueError: A claim has no text or too long a one, or its time cannot be read;
            names which one.
    """
    from gvqa_core.claims import prepare

    return tuple(prepare([_as_claim(n, claim) for n, claim in enumerate(claims)], (), interval))


def _as_claim(number: int, given: Claim | tuple[str, float] | Mapping[str, Any]) -> Claim:
    from gvqa_core.claims import read_time
    from gvqa_core.reading.claim_items import fault_of

    if isinstance(given, Claim):
        text, when = given.text, given.timestamp
    elif isinstance(given, Mapping):
        if "claim" not in given or "timestamp" not in given:
            raise ValueError(f'claim {number} must have "claim" and "timestamp", got {dict(given)}')
        text, when = given["claim"], given["timestamp"]
    else:
        text, when = given
    if fault := fault_of(text):
        raise ValueError(f"claim {number} {fault}")
    try:
        time = read_time(when)
    except ValueError as error:
        raise ValueError(f"the time of claim {number} cannot be read: {error}") from error
    if not math.isfinite(time):
        raise ValueError(f"the time of claim {number} is not finite: {when!r}")
    return Claim(text=text, timestamp=time)


def _outcome(asked: Asked) -> tuple[AnswerStatus, str]:
    if asked.claims:
        return AnswerStatus.ANSWERED, ""
    if asked.draft is not None and asked.draft.error is not None:
        return AnswerStatus.DRAFT_FAILED, f"The draft failed: {asked.draft.error}"
    if asked.message:
        return AnswerStatus.NOTHING_FOUND, asked.message
    if asked.question:
        return AnswerStatus.NOTHING_FOUND, "Nothing found in this video answers that."
    return AnswerStatus.NOTHING_FOUND, "There were no claims to check."


def _warnings(asked: Asked, claims: Sequence[VerifiedClaim]) -> list[str]:
    found: list[str] = []
    if asked.draft is not None:
        if asked.draft.truncated:
            found.append("the draft was cut off; only its whole claims were kept")
        for rejected in asked.draft.rejected:
            found.append(f"not taken from the draft: {rejected.text!r} ({rejected.reason})")
    same = sum(claim.evidence.repeats_ingest_caption is True for claim in claims)
    if same:
        found.append(SELF_VERIFYING.format(same=same, all=len(claims)))
    return found
