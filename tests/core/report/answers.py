"""Answers made by hand for tests of what an answer is turned into."""

from __future__ import annotations

import itertools

import attrs
import numpy as np

from gvqa_core.checking.evidence import picture_of
from gvqa_core.types import (
    Answer,
    AnswerStatus,
    BinaryLabel,
    Caption,
    Claim,
    Draft,
    Evidence,
    Hit,
    Judgement,
    NLILabel,
    Picture,
    RejectedClaim,
    Relevance,
    Segment,
    Verdict,
    VerifiedClaim,
    VideoInfo,
)


def picture(colour: tuple[int, int, int], size: tuple[int, int] = (1280, 720)) -> Picture:
    """A picture of one colour with a lighter square, so that no two colours look alike."""
    width, height = size
    image = np.full((height, width, 3), colour, np.uint8)
    image[height // 4 : height // 2, width // 4 : width // 2] = 250
    return picture_of(image)


def look(
    time: float,
    caption: str | None,
    label: NLILabel | BinaryLabel = NLILabel.NEUTRAL,
    *,
    offset: int = 0,
    colour: tuple[int, int, int] = (30, 60, 120),
    repeats: bool | None = None,
) -> Evidence:
    supports = label in (NLILabel.ENTAILMENT, BinaryLabel.SUPPORTED)
    rest = 0.04
    scores = {str(name): rest for name in type(label)}
    scores[str(label)] = 1 - rest * (len(scores) - 1)
    return Evidence(
        timestamp=time,
        offset=offset,
        pts=time,
        picture=picture(colour),
        caption=caption,
        judgement=Judgement(supports=supports, label=label, scores=scores),
        repeats_ingest_caption=repeats,
    )


def claim(text: str, time: float, looks: tuple[Evidence, ...], **more: object) -> VerifiedClaim:
    deciding = next((x for x in looks if x.judgement and x.judgement.supports), looks[0])
    grounded = bool(deciding.judgement and deciding.judgement.supports)
    return VerifiedClaim(
        claim=Claim(text=text, timestamp=time, **more),
        verdict=Verdict.GROUNDED if grounded else Verdict.UNVERIFIED,
        evidence=deciding,
        looked_at=looks,
        reason=None if grounded else "what is seen at the cited time contradicts it",
    )


def heard() -> Answer:
    """The talk with subtitles: a claim about what is said, and one beside the point."""
    passage = Segment(12.0, 17.0, "We lost <b>forty</b> thousand euros.", "Anna")
    said = Judgement(supports=True, judge="words of the transcript")
    spoken = Evidence(timestamp=12.0, judgement=said, spoken=(passage,))
    base = talk()
    first, second, third = base.claims
    quoted = VerifiedClaim(
        claim=Claim('It is said: "We lost forty thousand euros."', 13.0, channel="said"),
        verdict=Verdict.GROUNDED,
        evidence=spoken,
        looked_at=(spoken,),
        relevance=Relevance(answers=True),
    )
    return attrs.evolve(
        base,
        claims=(
            attrs.evolve(first, relevance=Relevance(False, "it is about something else")),
            attrs.evolve(second, relevance=Relevance(answers=True), entailed_at=spoken),
            attrs.evolve(third, relevance=Relevance(answers=True)),
            quoted,
        ),
        hits=(*base.hits, Hit(Caption(12.0, passage.text, 12.0, channel="said", end=17.0), 0.3, 0)),
    )


def talk() -> Answer:
    """Three claims about a talk: grounded, contradicted, past the end."""
    slide = "A slide reads: “Frames are sampled every 5 seconds.”"
    chart = "A bar chart on a white background; the tallest bar is blue."
    claims = (
        claim(
            "Frames are sampled every 5 seconds.",
            5.0,
            (look(5.0, slide, NLILabel.ENTAILMENT, repeats=True),),
        ),
        claim(
            "The tallest bar of the chart is red.",
            35.0,
            (
                look(35.0, chart, NLILabel.CONTRADICTION, colour=(200, 200, 90)),
                look(30.0, "A code editor.", offset=-1, colour=(20, 20, 20)),
                look(40.0, "A white slide.", offset=1, colour=(240, 240, 240)),
            ),
            cited=34.0,
        ),
        VerifiedClaim(
            claim=Claim(text="A dog runs across the stage.", timestamp=75.0),
            verdict=Verdict.UNVERIFIED,
            evidence=Evidence(timestamp=75.0, reason="75 s lies outside the video"),
            looked_at=(Evidence(timestamp=75.0, reason="75 s lies outside the video"),),
            reason="75 s lies outside the video",
        ),
    )
    hits = (Hit(Caption(35.0, chart, 35.0), 0.81, 0), Hit(Caption(5.0, slide, 5.0), 0.42, 1))
    return Answer(
        question="How often are frames sampled, and what does the chart show?",
        status=AnswerStatus.ANSWERED,
        claims=claims,
        video=VideoInfo(
            path="/videos/talk.mp4",
            duration=60.0,
            last_timestamp=59.9,
            width=1280,
            height=720,
            fps=10.0,
            frame_count=600,
            codec="h264",
            decoder="opencv",
        ),
        video_sha256="ab" * 32,
        hits=hits,
        draft=Draft(
            claims=tuple(c.claim for c in claims),
            rejected=(RejectedClaim("soon", "timestamp not understood"),),
            truncated=True,
            raw=("[...]",),
        ),
        warnings=("The captioner used to verify is the one used at ingest.",),
        provenance={
            "gvqa_core": "0.1.0",
            "interval": 5.0,
            "components": {"verifier": {"name": "nli", "why": "asked for by name"}},
        },
    )


def noisy(number: int) -> Picture:
    """A picture that hardly compresses, the worst that a video can bring."""
    noise = np.random.default_rng(number).integers(0, 256, (180, 320, 3), np.uint8)
    return picture_of(np.repeat(np.repeat(noise, 2, axis=0), 2, axis=1))


def many_claims() -> Answer:
    """200 claims with 600 pictures, none like another by their hashes."""
    pictures = [noisy(number) for number in range(24)]
    distinct = itertools.count()
    plain = look(5.0, "A caption. " * 20)

    def fresh(offset: int) -> Evidence:
        number = next(distinct)
        picture = attrs.evolve(pictures[number % 24], sha256=f"{number:064x}")
        return attrs.evolve(plain, offset=offset, picture=picture)

    return attrs.evolve(
        talk(),
        claims=tuple(
            claim(f"Claim {n} of many.", n / 4, (fresh(0), fresh(-1), fresh(1))) for n in range(200)
        ),
    )
