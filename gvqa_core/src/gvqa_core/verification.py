"""Algorithm 1: is each claim entailed by a blind caption of the real frame it cites?

For a claim (c, t): extract the frame at t from the source video, describe it
blind, judge (description, c). Entailment: Grounded with that frame. Otherwise the
neighbouring samples t ± i·Δt, i = 1 … n, nearest first and -i before +i. None
entails: Unverified, and the cited frame's evidence decides.

The work goes in rounds instead of claim by claim: round 0 looks at every cited
frame, each later round at one neighbour of what is still open. Each distinct
frame is decoded and described once, each distinct pair judged once. The verdicts
are those of the one-by-one procedure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.checking.judging import judge_pairs
from gvqa_core.checking.looking import Look, Looker, unreadable
from gvqa_core.checking.wrong_moment import with_right_moments
from gvqa_core.types import Evidence, Judgement, NLILabel, Verdict, VerifiedClaim

if TYPE_CHECKING:
    from gvqa_core.checking.judging import JudgeCall
    from gvqa_core.types import Caption, Channel, Claim, Pair

    _Claims = Sequence[Claim] | Mapping[int, Claim]


@frozen(kw_only=True)
class Procedure:
    """What Algorithm 1 works with.

    Attributes:
        looker: Gives frames and their blind captions.
        judge: The verifier's `judge`.
        needs_frame: Whether the verifier judges pixels instead of captions.
        interval: Δt, seconds.
        neighbours: n, samples looked at on each side.
        ingest_captions: Presentation time → caption made at ingest, to tell whether
            a fresh caption merely repeats it.
        moments: For each claim, the retrieved captions among which another moment is
            sought at which an Unverified claim holds; empty seeks none.
    """

    looker: Looker
    judge: JudgeCall
    needs_frame: bool
    interval: float
    neighbours: int
    ingest_captions: Mapping[float, str]
    moments: Sequence[Sequence[Caption]] = ()

    def run(self, claims: Sequence[Claim]) -> Iterator[tuple[int, VerifiedClaim]]:
        """Verify claims.

        Args:
            claims: With `hypothesis` prepared.

        Yields:
            (position in `claims`, verified claim), each as soon as its verdict is final.
        """
        looked: dict[int, list[Evidence]] = {position: [] for position in range(len(claims))}
        failed: dict[int, VerifiedClaim] = {}
        for offset in offsets(self.neighbours):
            wanted = {
                position: time
                for position in looked
                if self._inside(time := claims[position].timestamp + offset * self.interval)
            }
            evidence = self.evidence(claims, wanted, offset)
            for position in list(looked):
                if position in evidence:
                    looked[position].append(evidence[position])
                elif offset == 0:
                    looked[position].append(self._outside(claims[position]))
                verified = _final(claims[position], looked[position])
                if verified is None:
                    continue
                del looked[position]
                if self.moments and not verified.grounded:
                    failed[position] = verified
                else:
                    yield position, verified
        failed |= {position: _unverified(claims[position], s) for position, s in looked.items()}
        yield from sorted(with_right_moments(self, failed).items())

    def _inside(self, time: float) -> bool:
        return math.isfinite(time) and 0 <= time <= self.looker.video.info.duration

    def _outside(self, claim: Claim) -> Evidence:
        duration = self.looker.video.info.duration
        return Evidence(
            timestamp=claim.timestamp,
            reason=f"{claim.timestamp:g} s lies outside the video, which ends at {duration:g} s",
        )

    def evidence(
        self, claims: _Claims, wanted: Mapping[int, float], offset: int
    ) -> dict[int, Evidence]:
        """Look at one time for each of some claims, in one round.

        Args:
            claims: Claims by position.
            wanted: Position of a claim → time inside the video, seconds.
            offset: What the looks are to each other, as in `Evidence.offset`.
        """
        if self.needs_frame:
            return self._by_frame(claims, wanted, offset)
        return self._by_caption(claims, wanted, offset)

    def _by_caption(
        self, claims: _Claims, wanted: Mapping[int, float], offset: int
    ) -> dict[int, Evidence]:
        looks = self.looker.look(sorted(set(wanted.values())))
        pairs: dict[int, Pair] = {}
        for position, time in wanted.items():
            caption = looks[time].caption
            if caption is not None:
                pairs[position] = (caption, claims[position].hypothesis)
        judged = dict(zip(pairs, judge_pairs(self.judge, list(pairs.values())), strict=True))
        return {
            position: self._seen(looks[time], offset, judged.get(position))
            for position, time in wanted.items()
        }

    def _by_frame(
        self, claims: _Claims, wanted: Mapping[int, float], offset: int
    ) -> dict[int, Evidence]:
        evidence: dict[int, Evidence] = {}
        for batch in self.looker.frames(sorted(set(wanted.values()))):
            at = {frame.timestamp: frame for frame in batch}
            here = [position for position, time in wanted.items() if time in at]
            pairs: list[Pair] = [(at[wanted[p]], claims[p].hypothesis) for p in here]
            for position, answer in zip(here, judge_pairs(self.judge, pairs), strict=True):
                frame = at[wanted[position]]
                picture = self.looker.picture(frame)
                look = Look(timestamp=frame.timestamp, pts=frame.pts, picture=picture)
                evidence[position] = self._seen(look, offset, answer)
        for position, time in wanted.items():
            if position not in evidence:
                evidence[position] = self._seen(unreadable(time), offset, None)
        return evidence

    def _seen(self, look: Look, offset: int, answer: Judgement | str | None) -> Evidence:
        ingest = None if look.pts is None else self.ingest_captions.get(look.pts)
        repeats = None if ingest is None or look.caption is None else look.caption == ingest
        return Evidence(
            timestamp=look.timestamp,
            offset=offset,
            pts=look.pts,
            picture=look.picture,
            caption=look.caption,
            judgement=answer if isinstance(answer, Judgement) else None,
            reason=answer if isinstance(answer, str) else look.reason,
            repeats_ingest_caption=repeats,
        )


def offsets(neighbours: int) -> Iterator[int]:
    """Yield 0, -1, +1, -2, +2 … up to `neighbours` on each side."""
    yield 0
    for step in range(1, neighbours + 1):
        yield -step
        yield step


def _final(claim: Claim, looked: Sequence[Evidence]) -> VerifiedClaim | None:
    """The claim's verdict if the last look settles it."""
    last = looked[-1]
    if last.judgement is not None and last.judgement.supports:
        return VerifiedClaim(
            claim=claim, verdict=Verdict.GROUNDED, evidence=last, looked_at=tuple(looked)
        )
    # A citation that could not be checked at all is not rescued by its neighbours.
    if looked[0].judgement is None:
        return _unverified(claim, looked)
    return None


def _unverified(claim: Claim, looked: Sequence[Evidence]) -> VerifiedClaim:
    cited = looked[0]
    return VerifiedClaim(
        claim=claim,
        verdict=Verdict.UNVERIFIED,
        evidence=cited,
        looked_at=tuple(looked),
        reason=why_not(cited, "seen"),
    )


def why_not(cited: Evidence, channel: Channel) -> str:
    """Why a look leaves a claim Unverified, in words."""
    if cited.judgement is None:
        return cited.reason or "it could not be checked"
    if cited.judgement.reason:
        return cited.judgement.reason
    if cited.judgement.label is NLILabel.CONTRADICTION:
        return f"what is {channel} at the cited time contradicts it"
    return f"what is {channel} at the cited time does not say so"
