"""Pictures are fitted to what a vision model accepts, never distorted, never enlarged."""

from __future__ import annotations

import numpy as np
import pytest

from gvqa_core.testing.clips import colour_clip
from gvqa_core.video import open_video
from gvqa_core.video.scaling import MAX_ASPECT, MIN_SIDE, fit_to_budget

BUDGET = 768 * 28 * 28


@pytest.mark.case("A19")
@pytest.mark.parametrize("size", [(7680, 4320), (20, 400), (4000, 16), (690, 15420)])
def test_pictures_of_extreme_sizes_meet_the_limits_of_the_models(size):
    width, height = size
    image = np.full((height, width, 3), (200, 60, 30), dtype=np.uint8)
    fitted = fit_to_budget(image, BUDGET)

    rows, columns = fitted.shape[:2]
    assert rows * columns <= BUDGET
    assert min(rows, columns) >= MIN_SIDE == 28
    assert max(rows, columns) / min(rows, columns) < 200
    content = np.argwhere(fitted[..., 0] > 100).max(axis=0) + 1
    shown = content[1] / content[0]
    rounding = 1 / min(content)  # of either side to whole pixels
    assert shown == pytest.approx(width / height, rel=2 * rounding)
    assert (fitted[content[0] :] == 0).all()
    assert (fitted[:, content[1] :] == 0).all()


@pytest.mark.parametrize("seed", range(40))
def test_limits_hold_for_any_size_and_budget(seed):
    random = np.random.default_rng(seed)
    width, height = (int(2 ** random.uniform(0, 12)) for _ in range(2))
    budget = int(2 ** random.uniform(13, 21))
    fitted = fit_to_budget(np.zeros((height, width, 3), dtype=np.uint8), budget)
    rows, columns = fitted.shape[:2]
    assert rows * columns <= budget
    assert min(rows, columns) >= MIN_SIDE
    assert max(rows, columns) / min(rows, columns) <= MAX_ASPECT


def test_what_fits_is_left_as_it_is():
    image = np.random.default_rng(1).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    assert fit_to_budget(image, 120 * 160) is image
    assert fit_to_budget(image, 10**9) is image


def test_a_budget_without_room_for_padding_only_scales():
    fitted = fit_to_budget(np.zeros((100, 400, 3), dtype=np.uint8), 400)
    assert fitted.shape == (10, 40, 3)
    with pytest.raises(ValueError, match="at least 1"):
        fit_to_budget(fitted, 0)


def test_averages_are_kept_when_a_fine_pattern_is_scaled_down():
    """A point sample of a chess board would give black or white."""
    board = np.indices((800, 800)).sum(axis=0) % 2 * 255
    fitted = fit_to_budget(np.repeat(board[..., None], 3, axis=2).astype(np.uint8), 200 * 200)
    assert fitted.shape == (200, 200, 3)
    assert abs(fitted.astype(int) - 127).max() <= 1


@pytest.mark.case("A19")
def test_a_video_hands_out_fitted_frames_with_unchanged_times(tmp_path, decoder):
    path = tmp_path / "flat.mkv"
    colour_clip(path, times=[0, 1, 2], colours=[(9, 200, 9)] * 3, size=(1000, 16), codec="libx264")
    with open_video(path, decoder=decoder) as video:
        full = list(video.sample(1.0))
        small = list(video.sample(1.0, max_pixels=28 * 500))
        again = list(video.frames_at([2.0, 0.5], max_pixels=28 * 500))
    assert {frame.image.shape for frame in full} == {(16, 1000, 3)}
    for frame in small + again:
        rows, columns, _ = frame.image.shape
        assert rows == 28
        assert 495 <= columns <= 500
    for frame, other in zip(full, small, strict=True):
        assert (frame.timestamp, frame.pts, frame.duration) == (
            other.timestamp,
            other.pts,
            other.duration,
        )
        assert np.array_equal(fit_to_budget(frame.image, 28 * 500), other.image)
