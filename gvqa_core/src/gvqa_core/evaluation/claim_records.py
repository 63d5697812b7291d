"""Drafts and verdicts as plain data, and back as far as a run needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from gvqa_core.evaluation.pairs_run import judgement_record
from gvqa_core.evaluation.records import write_bytes
from gvqa_core.types import Claim

if TYPE_CHECKING:
    from gvqa_core.answering import Asked
    from gvqa_core.evaluation.questions import Question
    from gvqa_core.types import Evidence, Picture, VerifiedClaim

_CLAIM = tuple(a.name for a in attrs.fields(Claim))


def draft_record(question: Question, asked: Asked, video: str, seconds: float) -> dict[str, Any]:
    """A drafted question as plain data.

    Args:
        question: As it stands in the set.
        asked: What came of it.
        video: The video's file name.
        seconds: What drafting took; 0 for claims the set gave.
    """
    draft = asked.draft
    return {
        "id": question.id,
        "category": question.category,
        "question": question.question,
        "expected": question.expected,
        "interval": None if question.interval is None else list(question.interval),
        "video": video,
        "given": bool(question.claims),
        "claims": [
            {
                **{name: getattr(claim, name) for name in _CLAIM},
                "true": question.claims[n].true if question.claims else None,
                "relevance": attrs.asdict(asked.relevance[n]) if asked.relevance else None,
            }
            for n, claim in enumerate(asked.claims)
        ],
        "message": asked.message,
        "error": draft.error if draft else None,
        "truncated": draft.truncated if draft else False,
        "rejected": [attrs.asdict(each) for each in draft.rejected] if draft else [],
        "raw": list(draft.raw) if draft else [],
        "hits": [
            {"timestamp": hit.caption.timestamp, "text": hit.caption.text, "score": hit.score}
            for hit in asked.hits
        ],
        "seconds": round(seconds, 6),
    }


def claims_of(record: Mapping[str, Any]) -> tuple[Claim, ...]:
    """The claims of a kept draft, as every verifier gets them."""
    # A record from before a field existed has that field's default.
    return tuple(
        Claim(**{name: claim[name] for name in _CLAIM if name in claim})
        for claim in record["claims"]
    )


def verdict_record(claim: VerifiedClaim, folder: Path, *, needs_frame: bool) -> dict[str, Any]:
    """A verified claim as plain data; its frames are written below `folder`.

    Args:
        claim: What became of it.
        folder: The run.
        needs_frame: Whether the verifier judges frames.
    """
    return {
        "verdict": claim.verdict.value,
        "reason": claim.reason,
        "decided_by": claim.looked_at.index(claim.evidence),
        "looked_at": [_look(look, folder, needs_frame=needs_frame) for look in claim.looked_at],
    }


def _look(look: Evidence, folder: Path, *, needs_frame: bool) -> dict[str, Any]:
    record: dict[str, Any] = {
        "timestamp": look.timestamp,
        "offset": look.offset,
        "pts": look.pts,
        "frame": _keep(look.picture, folder) if look.picture else None,
        "caption": look.caption,
        "reason": look.reason,
        "repeats_ingest_caption": look.repeats_ingest_caption,
        "spoken": [attrs.asdict(passage) for passage in look.spoken],
        "judgement": None,
    }
    if look.judgement is not None:
        record["judgement"] = judgement_record(look.judgement)
    # There was something to judge, and it was not judged: the verifier failed.
    judgeable = look.picture is not None if needs_frame else look.caption is not None
    record["failed"] = judgeable and look.judgement is None
    return record


def _keep(picture: Picture, folder: Path) -> str:
    """Write a frame unless one with these very pixels is there; return its name."""
    name = f"frames/{picture.sha256[:16]}.png"
    if not (folder / name).exists():
        write_bytes(folder / name, picture.png)
    return name


def question_file(number: int, question_id: str) -> str:
    """The name of a question's records: its place in the set, and its id where legible."""
    legible = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in question_id)
    return f"{number:03d}-{legible[:40]}.json"


def missing(names: Sequence[str], folder: Path) -> list[str]:
    """Those of the records that are not yet in a folder."""
    return [name for name in names if not (folder / name).exists()]
