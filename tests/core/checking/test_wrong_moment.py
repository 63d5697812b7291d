"""A claim that holds at another retrieved moment is Unverified, and the right time is offered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gvqa_core.checking.looking import Looker
from gvqa_core.testing.clips import grey_clip
from gvqa_core.testing.stand_ins import GreyCaptioner, SameText, grey_caption
from gvqa_core.types import Caption, Claim, Judgement, Pair, Verdict, VerifiedClaim
from gvqa_core.verification import Procedure
from gvqa_core.video import open_video

LEVELS = [20 * n for n in range(12)]


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clips") / "greys.mkv"
    grey_clip(path, times=[n / 4 for n in range(48)], levels=[LEVELS[n // 4] for n in range(48)])
    return path


def at_hand(*times: float, shift: int = 0) -> tuple[Caption, ...]:
    """Ingest captions of some seconds; with a shift they are wrong."""
    return tuple(Caption(t, grey_caption(LEVELS[int(t)] + shift), t) for t in times)


def run(
    clip: Path,
    claims: Sequence[Claim],
    moments: Sequence[Sequence[Caption]],
    captioner: GreyCaptioner | None = None,
    judge: SameText | None = None,
) -> list[VerifiedClaim]:
    captioner = captioner or GreyCaptioner()
    with open_video(clip) as video:
        procedure = Procedure(
            looker=Looker(video, captioner.caption, 4, None),
            judge=(judge or SameText()).judge,
            needs_frame=False,
            interval=1.0,
            neighbours=1,
            ingest_captions={},
            moments=moments,
        )
        found = dict(procedure.run(claims))
    return [found[n] for n in range(len(claims))]


def test_the_right_time_is_offered_and_the_verdict_stays(clip: Path) -> None:
    claim = Claim(grey_caption(180), 2.0)
    (found,) = run(clip, [claim], [at_hand(2.0, 5.0, 9.0)])
    assert found.verdict is Verdict.UNVERIFIED
    assert found.evidence.timestamp == 2.0
    assert found.entailed_at is not None
    assert found.entailed_at.timestamp == 9.0
    assert found.entailed_at.picture is not None
    assert found.entailed_at.caption == grey_caption(180)
    assert found.reason is not None
    assert found.reason.endswith("; entailed at 0:09")


def test_a_caption_at_hand_that_the_fresh_frame_does_not_confirm_offers_nothing(clip: Path) -> None:
    claim = Claim(grey_caption(180), 2.0)
    lying = (Caption(6.0, grey_caption(180), 6.0),)
    (found,) = run(clip, [claim], [lying])
    assert found.entailed_at is None
    assert found.reason == "what is seen at the cited time does not say so"


def test_what_holds_nowhere_costs_no_further_look(clip: Path) -> None:
    captioner = GreyCaptioner()
    (found,) = run(clip, [Claim("A cat sleeps.", 2.0)], [at_hand(5.0, 9.0)], captioner)
    assert found.entailed_at is None
    assert captioner.seen == [2.0, 1.0, 3.0]


def test_a_grounded_claim_is_left_alone_and_times_looked_at_are_not_offered(clip: Path) -> None:
    judge = SameText()
    claims = [Claim(grey_caption(40), 2.0), Claim(grey_caption(100), 2.0)]
    first, second = run(clip, claims, [at_hand(5.0)] * 2, judge=judge)
    assert first.grounded
    assert first.entailed_at is None
    assert second.entailed_at is not None
    assert second.entailed_at.timestamp == 5.0


def test_a_citation_outside_the_video_gets_the_right_time_too(clip: Path) -> None:
    (found,) = run(clip, [Claim(grey_caption(100), 99.0)], [at_hand(5.0)])
    assert found.verdict is Verdict.UNVERIFIED
    assert found.reason is not None
    assert found.reason.startswith("99 s lies outside the video")
    assert found.entailed_at is not None
    assert found.entailed_at.timestamp == 5.0


def test_a_judge_of_frames_looks_at_the_retrieved_frames(clip: Path) -> None:
    def bright(pairs: Sequence[Pair]) -> list[Judgement]:
        return [Judgement(supports=bool(frame.image.mean() > 170)) for frame, _ in pairs]  # type: ignore[union-attr]

    with open_video(clip) as video:
        procedure = Procedure(
            looker=Looker(video, None, 4, None),
            judge=bright,
            needs_frame=True,
            interval=1.0,
            neighbours=0,
            ingest_captions={},
            moments=[at_hand(4.0, 10.0)],
        )
        ((_, found),) = procedure.run([Claim("It is bright.", 2.0)])
    assert found.entailed_at is not None
    assert found.entailed_at.timestamp == 10.0
