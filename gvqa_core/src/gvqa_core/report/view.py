"""What the report says of an answer, in words for a reader who knows nothing of the method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from gvqa_core.text import clock

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gvqa_core.report.pictures import Embedder, Image
    from gvqa_core.types import Answer, Claim, Evidence, PremiseCheck, VerifiedClaim

FRAME_WIDTH, THUMB_WIDTH = 640, 240

REPEATS = (
    "Described in the very words of the first reading: "
    "this catches the drafter’s errors, not the captioner’s."
)


_SCORE_NAMES = {"containment": "its words found"}
"""Scores that are no probability of a label, said plainly."""


@frozen
class Score:
    """One score of the judge, in per cent; `chosen` is that of its label."""

    label: str
    percent: int
    chosen: bool


@frozen
class Line:
    """A passage of speech with when it is said, and by whom where that is known."""

    when: str
    speaker: str
    text: str


@frozen
class Look:
    """One look at the video, ready to show.

    `same_words`: described as the deciding frame was; `score`: that of the outcome, in per cent;
    `spoken`: what was said there, for a look at speech instead of a frame.
    """

    when: str
    place: str
    image: Image | None
    caption: str | None
    same_words: bool
    outcome: str
    score: int | None
    supports: bool
    scores: tuple[Score, ...]
    reason: str | None
    judge: str | None
    raw: str | None
    sha256: str | None
    spoken: tuple[Line, ...] = ()


@frozen
class Card:
    """One claim with its verdict, ready to show.

    `aside` says why it does not answer the question; empty when it does.
    """

    number: int
    grounded: bool
    verdict: str
    text: str
    channel: str
    when: str
    why: str
    deciding: Look
    others: tuple[Look, ...]
    notes: tuple[str, ...]
    aside: str = ""


@frozen
class Premise:
    """One thing a question takes for granted, ready to show.

    `found` says in a sentence what was looked at for it.
    """

    phrase: str
    supported: bool
    found: str
    closest: Look | None


def premises(answer: Answer, embed: Embedder) -> tuple[Premise, ...]:
    """Prepare what the question takes for granted."""
    return tuple(
        Premise(
            phrase=check.phrase,
            supported=check.supported,
            found=_looked_for(check),
            closest=_look(check.closest, None, embed, frozenset()) if check.closest else None,
        )
        for check in answer.premises
    )


def cards(answer: Answer, embed: Embedder, most: int | None = None) -> tuple[Card, ...]:
    """Prepare the claims of an answer, all or the first `most`."""
    claims = in_order(answer)[:most]
    large = {claim.evidence.picture.sha256 for _, claim in claims if claim.evidence.picture}
    return tuple(_card(number, claim, embed, large) for number, claim in claims)


def in_order(answer: Answer) -> list[tuple[int, VerifiedClaim]]:
    """The claims with their numbers: as drafted, those beside the point last."""
    numbered = list(enumerate(answer.claims, start=1))
    return sorted(numbered, key=lambda each: each[1].beside_the_point)


def aside(claim: VerifiedClaim) -> str:
    """Why a claim does not answer the question, in a sentence; empty when it does."""
    if claim.relevance is None or claim.relevance.answers:
        return ""
    return sentence(f"does not answer the question: {claim.relevance.reason}".rstrip(": "))


def is_heard(answer: Answer) -> bool:
    """Whether what is said in the video plays a part in an answer."""
    return any(hit.caption.channel == "said" for hit in answer.hits) or any(
        claim.claim.channel == "said" or (claim.entailed_at and claim.entailed_at.spoken)
        for claim in answer.claims
    )


def headline(answer: Answer) -> str:
    """The whole result in one sentence."""
    count, wrong = len(answer.claims), len(answer.unverified)
    if not count:
        return sentence(answer.message) or (
            "No answer could be drafted."
            if answer.status == "draft_failed"
            else "Nothing found: no claim was made, so none was checked."
        )
    return _verdicts(count, wrong) + _beside(answer)


def _verdicts(count: int, wrong: int) -> str:
    if not wrong:
        return "The one claim is Grounded." if count == 1 else f"All {count} claims are Grounded."
    if wrong == count:
        return (
            "The one claim is Unverified." if count == 1 else f"All {count} claims are Unverified."
        )
    return f"{wrong} of {count} claims {'is' if wrong == 1 else 'are'} Unverified."


def _beside(answer: Answer) -> str:
    count = sum(claim.beside_the_point for claim in answer.claims)
    if not count:
        return ""
    if count == len(answer.claims):
        return " None answers the question." if count > 1 else " It does not answer the question."
    return f" {count} {'does' if count == 1 else 'do'} not answer the question."


def why(claim: VerifiedClaim) -> str:
    """Why a claim has its verdict, in plain sentences."""
    if claim.grounded:
        return _why_grounded(claim)
    reason = sentence(claim.reason or claim.evidence.reason or "it could not be checked")
    neighbours = [look for look in claim.looked_at if look.offset and look.judgement]
    if not neighbours or claim.evidence.spoken:
        return reason
    times = _listed(clock(look.timestamp) for look in neighbours)
    none = "it does not support it either" if len(neighbours) == 1 else "none supports it"
    return f"{reason} Looked at {times} as well: {none}."


def notes(claim: Claim) -> tuple[str, ...]:
    """What a reader should know of how a claim was cited and read."""
    found: list[str] = []
    if claim.cited is not None and claim.cited != claim.timestamp:
        found.append(
            f"The drafter wrote {clock(claim.cited)}; the nearest retrieved segment, "
            f"at {clock(claim.timestamp)}, was taken."
        )
    if claim.cites_unretrieved:
        found.append("The cited time is not among the segments retrieved for the question.")
    if claim.stated_time is not None:
        found.append(
            f"The sentence itself speaks of {clock(claim.stated_time)} "
            f"but cites {clock(claim.timestamp)}."
        )
    if claim.channel == "seen" and claim.hypothesis.strip() != claim.text.strip():
        found.append(f"Judged without its time reference: “{claim.hypothesis}”")
    return tuple(found)


def lines(look: Evidence) -> tuple[Line, ...]:
    """What was said at a look at speech, passage by passage."""
    return tuple(
        Line(f"{clock(said.start)} – {clock(said.end)}", said.speaker, said.text)
        for said in look.spoken
    )


def basis(look: Look) -> tuple[str, str]:
    """What a look was judged by: what kind of text, and the text; empty when there is none."""
    if look.spoken:
        return "Said there", " ".join(f"“{line.text}”" for line in look.spoken)
    return ("The frame, described blind", look.caption) if look.caption else ("", "")


def sentence(text: str) -> str:
    """The text with a capital and a full stop, as it stands otherwise."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…”" else ".")


def outcome(look: Evidence) -> str:
    """What came of one look, in one or two words."""
    if look.judgement is None:
        return "not judged"
    if look.judgement.label is None:
        return "supports" if look.judgement.supports else "does not support"
    return str(look.judgement.label)


def place(offset: int) -> str:
    """Which sample was looked at, seen from the cited one."""
    if offset == 0:
        return "cited time"
    side = "before" if offset < 0 else "after"
    count = abs(offset)
    return f"{count} sample{'s' if count > 1 else ''} {side}"


def _looked_for(check: PremiseCheck) -> str:
    places = [f"{check.captions} descriptions"]
    if check.frames:
        places.append(f"{check.frames} fresh frames")
    if check.passages:
        places.append(f"{check.passages} passages of speech")
    return f"Looked for in {_listed(places)}."


def _place(look: Evidence) -> str:
    if not look.spoken:
        return place(look.offset)
    if look.offset == 0:
        return "said there"
    return f"with what is said {'before' if look.offset < 0 else 'after'}"


def _why_grounded(claim: VerifiedClaim) -> str:
    evidence = claim.evidence
    if evidence.spoken:
        more = f", {_place(evidence)}," if evidence.offset else ""
        return f"What is said at the cited time{more} supports it."
    if evidence.offset == 0:
        return "What is seen at the cited time supports it."
    return (
        f"The cited time {clock(claim.timestamp)} alone does not support it; "
        f"what is seen at {clock(evidence.timestamp)}, {place(evidence.offset)}, does."
    )


def _listed(items: Iterable[str]) -> str:
    *head, last = items
    return f"{', '.join(head)} and {last}" if head else last


def _card(number: int, claim: VerifiedClaim, embed: Embedder, large: AbstractSet[str]) -> Card:
    others = [
        _look(look, claim.evidence, embed, large)
        for look in claim.looked_at
        if look != claim.evidence
    ]
    if claim.entailed_at is not None:
        offer = _look(claim.entailed_at, claim.evidence, embed, large)
        where = "said there, not seen" if offer.spoken and claim.claim.channel == "seen" else ""
        others.append(evolve(offer, place=where or "another time, where it would hold"))
    repeats = (REPEATS,) if claim.evidence.repeats_ingest_caption else ()
    return Card(
        number=number,
        grounded=claim.grounded,
        verdict=str(claim.verdict),
        text=claim.text,
        channel=claim.claim.channel,
        when=clock(claim.timestamp),
        why=why(claim),
        deciding=_look(claim.evidence, None, embed, large),
        others=tuple(others),
        notes=(*notes(claim.claim), *repeats),
        aside=aside(claim),
    )


def _look(
    look: Evidence, deciding: Evidence | None, embed: Embedder, large: AbstractSet[str]
) -> Look:
    """Prepare one look; a small picture is not made where the page has the large one."""
    picture, judgement = look.picture, look.judgement
    scores = judgement.scores if judgement else {}
    label = str(judgement.label) if judgement and judgement.label else ""
    width = FRAME_WIDTH if picture and picture.sha256 in large else THUMB_WIDTH
    return Look(
        when=clock(look.timestamp),
        place=_place(look),
        image=embed.image(picture, width) if picture else None,
        caption=look.caption,
        same_words=deciding is not None and bool(look.caption) and look.caption == deciding.caption,
        outcome=outcome(look),
        score=_percent(scores[label]) if label in scores else None,
        supports=bool(judgement and judgement.supports),
        scores=tuple(
            Score(_SCORE_NAMES.get(name, name), _percent(value), name == label)
            for name, value in sorted(scores.items(), key=lambda item: -item[1])
            if value == value
        ),
        reason=look.reason or (judgement.reason if judgement else None),
        judge=judgement.judge if judgement else None,
        raw=judgement.raw if judgement else None,
        sha256=picture.sha256 if picture else None,
        spoken=lines(look),
    )


def _percent(score: float) -> int:
    return round(100 * min(max(score, 0.0), 1.0)) if score == score else 0
