"""Algorithm 1: the rounds give exactly what the one-by-one procedure gives."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs
import cv2
import numpy as np
import pytest

from gvqa_core.checking.looking import Looker
from gvqa_core.testing.clips import grey_clip
from gvqa_core.testing.stand_ins import GreyCaptioner, GreyOptions, grey_caption
from gvqa_core.types import Claim, Frame, Judgement, NLILabel, Pair, Verdict, VerifiedClaim
from gvqa_core.verification import Procedure, offsets
from gvqa_core.video import open_video

INTERVAL = 2.0
LEVELS = [20 * n for n in range(12)]  # one grey level a second: 0, 20, 40 … 220


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve seconds; second n is grey 20 n."""
    path = tmp_path_factory.mktemp("clips") / "greys.mkv"
    grey_clip(path, times=[n / 4 for n in range(48)], levels=[LEVELS[n // 4] for n in range(48)])
    return path


def same(pairs: Sequence[Pair]) -> list[Judgement]:
    """Entailment when the caption is the claim, contradiction when it names another grey."""
    judged: list[Judgement] = []
    for premise, hypothesis in pairs:
        if premise == hypothesis:
            judged.append(Judgement(supports=True, label=NLILabel.ENTAILMENT))
        elif str(premise).split("grey")[0] == hypothesis.split("grey")[0]:
            judged.append(Judgement(supports=False, label=NLILabel.CONTRADICTION))
        else:
            judged.append(Judgement(supports=False, label=NLILabel.NEUTRAL))
    return judged


def claim(level: int, time: float) -> Claim:
    return Claim(text=grey_caption(level), timestamp=time)


def verify(
    clip: Path,
    claims: Sequence[Claim],
    *,
    captioner: GreyCaptioner | None = None,
    judge: Callable[[Sequence[Pair]], list[Judgement]] = same,
    neighbours: int = 1,
    ingest: dict[float, str] | None = None,
    needs_frame: bool = False,
) -> list[VerifiedClaim]:
    captioner = captioner or GreyCaptioner()
    with open_video(clip) as video:
        caption = None if needs_frame else captioner.caption
        procedure = Procedure(
            looker=Looker(video, caption, captioner.batch_size, captioner.max_pixels),
            judge=judge,
            needs_frame=needs_frame,
            interval=INTERVAL,
            neighbours=neighbours,
            ingest_captions=ingest or {},
        )
        found = dict(procedure.run(claims))
    assert sorted(found) == list(range(len(claims)))
    return [found[position] for position in range(len(claims))]


def test_offsets_go_nearest_first_and_back_before_forth() -> None:
    assert list(offsets(0)) == [0]
    assert list(offsets(2)) == [0, -1, 1, -2, 2]


def test_true_at_the_cited_time_is_grounded_with_that_frame(clip: Path) -> None:
    (found,) = verify(clip, [claim(100, 5.5)])
    assert found.verdict is Verdict.GROUNDED
    assert found.reason is None
    assert found.evidence.offset == 0
    assert found.evidence.timestamp == 5.5
    assert found.evidence.pts == 5.5
    assert found.evidence.caption == "The wall is grey 100."
    assert found.looked_at == (found.evidence,)


def test_the_evidence_picture_is_the_real_frame_and_its_hash_is_right(clip: Path) -> None:
    (found,) = verify(clip, [claim(100, 5.5)])
    picture = found.evidence.picture
    assert picture is not None
    image = cv2.imdecode(np.frombuffer(picture.png, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (picture.height, picture.width, 3)
    assert abs(float(image.mean()) - 100) < 4
    assert picture.sha256 == hashlib.sha256(picture.png).hexdigest()


def test_true_at_a_neighbour_is_grounded_with_the_neighbours_frame(clip: Path) -> None:
    before, after = verify(clip, [claim(60, 5.0), claim(140, 5.0)])
    assert (before.verdict, before.evidence.offset, before.evidence.timestamp) == (
        Verdict.GROUNDED,
        -1,
        3.0,
    )
    assert (after.verdict, after.evidence.offset, after.evidence.timestamp) == (
        Verdict.GROUNDED,
        1,
        7.0,
    )
    assert [look.offset for look in after.looked_at] == [0, -1, 1]


def test_true_two_samples_away_is_unverified_and_the_cited_frame_decides(clip: Path) -> None:
    (found,) = verify(clip, [claim(180, 5.0)])
    assert found.verdict is Verdict.UNVERIFIED
    assert found.evidence.offset == 0
    assert found.reason == "what is seen at the cited time contradicts it"
    assert [look.offset for look in found.looked_at] == [0, -1, 1]
    assert verify(clip, [claim(180, 5.0)], neighbours=2)[0].verdict is Verdict.GROUNDED


def test_neutral_is_unverified(clip: Path) -> None:
    (found,) = verify(clip, [Claim(text="A cat sleeps.", timestamp=5.0)], neighbours=0)
    assert found.verdict is Verdict.UNVERIFIED
    assert found.evidence.judgement is not None
    assert found.evidence.judgement.label is NLILabel.NEUTRAL
    assert found.reason == "what is seen at the cited time does not say so"


def test_neighbours_outside_the_video_are_not_looked_at(clip: Path) -> None:
    first, last = verify(clip, [claim(200, 0.0), claim(0, 11.0)])
    assert [look.offset for look in first.looked_at] == [0, 1]
    assert [look.offset for look in last.looked_at] == [0, -1]


@pytest.mark.case("A09")
@pytest.mark.parametrize("time", [75.0, -1.0, float("nan"), float("inf")])
def test_a_time_outside_the_video_is_never_judged(clip: Path, time: float) -> None:
    captioner = GreyCaptioner()
    yes = [Judgement(supports=True, label=NLILabel.ENTAILMENT)]
    (found,) = verify(clip, [claim(220, time)], captioner=captioner, judge=lambda p: yes * len(p))
    assert found.verdict is Verdict.UNVERIFIED
    assert found.reason is not None
    assert "outside the video" in found.reason
    assert captioner.seen == []


def test_each_distinct_frame_is_described_once_and_each_distinct_pair_judged_once(
    clip: Path,
) -> None:
    captioner = GreyCaptioner()
    judged: list[Pair] = []

    def judge(pairs: Sequence[Pair]) -> list[Judgement]:
        judged.extend(pairs)
        return same(pairs)

    # 5.0, 5.05 and 5.1 show one picture; 7.0 is a neighbour of 5.0 and cited itself.
    claims = [claim(100, 5.0), claim(100, 5.05), claim(220, 5.1), claim(140, 7.0), claim(0, 7.0)]
    verify(clip, claims, captioner=captioner, judge=judge)
    with open_video(clip) as video:
        pts = [frame.pts for frame in video.frames_at(captioner.seen)]
    assert len(pts) == len(set(pts))
    assert len(judged) == len(set(judged))


@pytest.mark.parametrize("seed", range(4))
def test_rounds_equal_the_one_by_one_procedure(clip: Path, seed: int) -> None:
    rng = random.Random(seed)
    claims = [
        claim(rng.choice(LEVELS), rng.choice([-1.0, 0.0, 13.0, rng.uniform(0, 12)]))
        for _ in range(40)
    ]
    neighbours = seed % 3
    together = verify(clip, claims, neighbours=neighbours)
    alone = [verify(clip, [one], neighbours=neighbours)[0] for one in claims]
    for ours, theirs in zip(together, alone, strict=True):
        assert plain(ours) == plain(theirs)
    assert {one.verdict for one in together} == {Verdict.GROUNDED, Verdict.UNVERIFIED}


def plain(found: VerifiedClaim) -> object:
    """Everything in a verified claim, with pictures by their hash."""

    def picture_hash(_: type, __: object, value: object) -> object:
        return getattr(value, "sha256", value)

    return attrs.asdict(found, value_serializer=picture_hash)


def test_batches_do_not_change_the_result(clip: Path) -> None:
    claims = [claim(level, n * 0.9) for n, level in enumerate(LEVELS)]
    one = verify(clip, claims, captioner=GreyCaptioner(GreyOptions(batch_size=1)))
    many = verify(clip, claims, captioner=GreyCaptioner(GreyOptions(batch_size=64)))
    assert [plain(found) for found in one] == [plain(found) for found in many]


def test_whether_the_fresh_caption_repeats_the_ingest_caption(clip: Path) -> None:
    claims = [claim(100, 5.0), claim(140, 7.0), claim(180, 9.0)]
    ingest = {5.0: grey_caption(100), 7.0: "A blue wall."}
    found = verify(clip, claims, ingest=ingest)
    assert [one.evidence.repeats_ingest_caption for one in found] == [True, False, None]


def test_empty_caption_and_broken_captioner_leave_the_claim_unverified(clip: Path) -> None:
    class Broken(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            raise RuntimeError("no device")

    class Silent(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            return [""] * len(frames)

    yes = [Judgement(supports=True, label=NLILabel.ENTAILMENT)]
    for captioner, reason in ((Broken(), "no device"), (Silent(), "nothing usable")):
        (found,) = verify(
            clip, [claim(100, 5.0)], captioner=captioner, judge=lambda p: yes * len(p)
        )
        assert found.verdict is Verdict.UNVERIFIED
        assert reason in (found.reason or "")
        assert found.evidence.picture is not None  # the frame is shown all the same


def test_a_verifier_that_raises_on_one_claim_leaves_the_others_alone(clip: Path) -> None:
    def judge(pairs: Sequence[Pair]) -> list[Judgement]:
        if any("bomb" in hypothesis for _, hypothesis in pairs):
            raise RuntimeError("too hot")
        return same(pairs)

    good, bad = verify(clip, [claim(100, 5.0), Claim(text="A bomb.", timestamp=5.0)], judge=judge)
    assert good.verdict is Verdict.GROUNDED
    assert bad.verdict is Verdict.UNVERIFIED
    assert bad.reason == "the verifier failed: RuntimeError: too hot"


def test_a_citation_that_cannot_be_checked_is_not_rescued_by_its_neighbours(clip: Path) -> None:
    class BlindAtFive(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            return ["" if f.timestamp == 5.0 else grey_caption(140) for f in frames]

    (found,) = verify(clip, [claim(140, 5.0)], captioner=BlindAtFive())
    assert found.verdict is Verdict.UNVERIFIED
    assert [look.offset for look in found.looked_at] == [0]


def test_a_frame_verifier_gets_pixels_and_no_caption_is_made(clip: Path) -> None:
    captioner = GreyCaptioner()

    def judge(pairs: Sequence[Pair]) -> list[Judgement]:
        judged: list[Judgement] = []
        for frame, hypothesis in pairs:
            assert isinstance(frame, Frame)
            supports = grey_caption(float(frame.image.mean())) == hypothesis
            label = NLILabel.ENTAILMENT if supports else NLILabel.NEUTRAL
            judged.append(Judgement(supports=supports, label=label))
        return judged

    claims = [claim(100, 5.0), claim(140, 5.0), claim(0, 5.0), claim(0, 99.0)]
    found = verify(clip, claims, captioner=captioner, judge=judge, needs_frame=True)
    assert [one.grounded for one in found] == [True, True, False, False]
    assert [one.evidence.offset for one in found] == [0, 1, 0, 0]
    assert all(one.evidence.caption is None for one in found)
    assert captioner.seen == []


@pytest.mark.case("B26")
def test_two_thousand_claims_open_the_clip_once_and_leave_no_handle(clip: Path) -> None:
    fds = Path("/proc/self/fd")
    if not fds.exists():
        pytest.skip("/proc/self/fd is not there to count open files")
    rng = random.Random(0)
    claims = [claim(rng.choice(LEVELS), rng.uniform(0, 12)) for _ in range(2000)]
    verify(clip, claims[:5])
    before = len(list(fds.iterdir()))
    during: list[int] = []

    class Counting(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            during.append(sum("greys.mkv" in str(link) for link in links(fds)))
            return super().caption(frames)

    assert len(verify(clip, claims, captioner=Counting())) == 2000
    assert max(during) <= 2  # the decoder's handle, and at most one being reopened
    assert len(list(fds.iterdir())) == before


def links(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        try:
            yield entry.readlink()
        except OSError:
            continue
