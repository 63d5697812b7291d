"""Claims about one picture: the same procedure, the same care, as for a video."""

from __future__ import annotations

import numpy as np
import pytest

from gvqa_core import VideoQA
from gvqa_core.checking.image import verify_image
from gvqa_core.types import Judgement, Verdict
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions

PICTURE = np.zeros((60, 80, 3), np.uint8)
PICTURE[20:40, 20:40] = (255, 0, 0)
CLAIMS = ["There is a red square.", "A dog sleeps on a sofa."]


def described(text, seen=None):
    def caption(frames):
        if seen is not None:
            seen.extend(frames)
        return [text for _ in frames]

    return caption


def test_a_real_verifier_tells_what_the_description_entails():
    seen = []
    with NLIMini(NLIMiniOptions()) as verifier:
        found = verify_image(
            PICTURE, CLAIMS, caption=described("A red square on a black background.", seen),
            judge=verifier.judge,
        )  # fmt: skip
    assert [claim.verdict for claim in found] == [Verdict.GROUNDED, Verdict.UNVERIFIED]
    assert [claim.claim.text for claim in found] == CLAIMS
    assert len(seen) == 1  # described once for all claims
    assert np.array_equal(seen[0].image, PICTURE)
    assert found[1].evidence.caption == "A red square on a black background."
    assert found[1].evidence.picture.width == 80


def fails(*_):
    raise OSError("gone")


@pytest.mark.parametrize(
    ("caption", "judge", "reason"),
    [
        (described(""), fails, "nothing usable"),
        (fails, fails, "the captioner failed"),
        (described("A square."), fails, "the verifier failed"),
        (described("A square."), lambda _: [], "returned 0"),
    ],
)
def test_what_cannot_be_checked_is_unverified_with_the_reason(caption, judge, reason):
    [claim] = verify_image(PICTURE, CLAIMS[:1], caption=caption, judge=judge)
    assert claim.verdict is Verdict.UNVERIFIED
    assert reason in claim.reason
    assert claim.evidence.judgement is None


def test_a_judge_of_pixels_is_shown_the_picture_and_no_captioner_is_asked():
    def judge(pairs):
        return [Judgement(supports=bool(frame.image[30, 30, 0] == 255)) for frame, _ in pairs]

    found = verify_image(PICTURE, CLAIMS, caption=fails, judge=judge, needs_frame=True)
    assert all(claim.grounded for claim in found)
    assert found[0].evidence.caption is None


def test_the_captioners_pixel_budget_is_kept():
    seen = []
    verify_image(PICTURE, CLAIMS[:1], caption=described("", seen), judge=fails, max_pixels=1200)
    assert seen[0].image.shape[0] * seen[0].image.shape[1] <= 1200


def test_what_is_no_claim_or_no_picture_is_refused():
    with pytest.raises(ValueError, match="claim 1 has no text"):
        verify_image(PICTURE, ["A dog.", " "], caption=fails, judge=fails)
    with pytest.raises(ValueError, match="expected an RGB picture"):
        verify_image(PICTURE[:, :, 0], ["A dog."], caption=fails, judge=fails)
    assert verify_image(PICTURE, [], caption=fails, judge=fails) == []


def test_through_the_public_class(tmp_path):
    options = {"cache_dir": str(tmp_path), "verifier": "nli-mini", "captioner": "embedded"}
    with VideoQA.from_config(**options) as qa:
        found = qa.verify_image(PICTURE, CLAIMS)
    assert [claim.claim.text for claim in found] == CLAIMS
    assert not found[1].grounded
    assert found[1].evidence.caption
