"""The built-in samplers on real clips: which frames they choose, and at which times."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gvqa_core.builtin.samplers import (
    IntervalOptions,
    IntervalSampler,
    UniformOptions,
    UniformSampler,
)
from gvqa_core.builtin.shots import ShotsOptions, ShotsSampler
from gvqa_core.testing.clips import grey_clip, scenery, write_clip
from gvqa_core.types import Window
from gvqa_core.video import open_video

WHOLE = Window()


@pytest.fixture(scope="module")
def slides(tmp_path_factory):
    """Pictures at 0, 12, 13 and 30 s; the last is shown for one second."""
    path = tmp_path_factory.mktemp("clips") / "slides.mkv"
    grey_clip(path, times=[0, 12, 13, 30], levels=[40, 90, 140, 190], rate=1)
    with open_video(path) as video:
        assert video.info.last_timestamp == 30
        yield video


def interval(**options):
    return IntervalSampler(IntervalOptions(**options))


@pytest.mark.parametrize(
    "window",
    [WHOLE, Window(start=3.0), Window(start=1.0, end=16.0), Window(end=0.0), Window(start=99.0)],
)
def test_interval_plans_exactly_what_it_samples(slides, window):
    sampler = interval(interval=2.5)
    sampled = [frame.timestamp for frame in sampler.sample(slides, window)]
    assert sampler.plan(slides, window) == sampled
    last = 30 if window.end is None else window.end
    expected = [window.start + 2.5 * n for n in range(100) if window.start + 2.5 * n <= last]
    assert sampled == expected


@pytest.mark.parametrize("step", [0.1, 0.3, 1 / 3, 0.7, 1.1])
def test_the_plan_agrees_where_steps_meet_the_last_frame(tmp_path, step):
    path = tmp_path / "steps.mkv"
    grey_clip(path, times=[n * step for n in range(40)], levels=[5 * n for n in range(40)])
    with open_video(path) as video:
        sampler = interval(interval=step)
        sampled = [frame.timestamp for frame in sampler.sample(video, WHOLE)]
        assert sampler.plan(video, WHOLE) == sampled
        assert len(sampled) in (39, 40)  # Matroska rounds the last time to a millisecond


def test_a_held_slide_is_repeated_unless_dedupe_is_asked(slides):
    every = [frame.pts for frame in interval(interval=4.0).sample(slides, WHOLE)]
    assert every == [0, 0, 0, 12, 13, 13, 13, 13]
    sampler = interval(interval=4.0, dedupe=True)
    kept = [(frame.timestamp, frame.pts) for frame in sampler.sample(slides, WHOLE)]
    assert kept == [(0, 0), (12, 12), (16, 13)]
    assert sampler.plan(slides, WHOLE) is None


def test_uniform_takes_the_middles_of_equal_parts(slides):
    end = slides.info.duration
    frames = list(UniformSampler(UniformOptions(frames=2)).sample(slides, WHOLE))
    assert [frame.timestamp for frame in frames] == [end / 4, end * 3 / 4]
    assert [frame.pts for frame in frames] == [0, 13]
    sampler = UniformSampler(UniformOptions(frames=50))
    assert [frame.pts for frame in sampler.sample(slides, WHOLE)] == [0, 12, 13, 30]
    within = list(sampler.sample(slides, Window(start=12.0, end=13.5)))
    assert [frame.pts for frame in within] == [12, 13]
    assert 12 <= within[0].timestamp < within[1].timestamp < 13.5
    assert list(sampler.sample(slides, Window(start=500.0))) == []


@pytest.mark.parametrize("wrong", [0, -5.0, float("nan"), float("inf")])
def test_senseless_options_are_refused(wrong):
    with pytest.raises(ValueError, match="interval"):
        IntervalOptions(interval=wrong)
    with pytest.raises(ValueError):
        UniformOptions(frames=0)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Three shots that begin at 0, 4 and 10 s and end at 16 s; the camera moves all the time."""
    path = tmp_path_factory.mktemp("clips") / "film.mp4"
    rate = 10
    views = [scenery((160, 90), seed=seed) for seed in (1, 2, 3)]
    tint = [np.array(colour, dtype=np.uint16) for colour in ([255, 80, 80], [80, 255, 80], [9] * 3)]

    def frames():
        for number in range(16 * rate):
            shot = (number >= 4 * rate) + (number >= 10 * rate)
            yield Fraction(number, rate), (next(views[shot]) * tint[shot] >> 8).astype(np.uint8)

    write_clip(path, frames(), codec="libx264", rate=rate, time_base=Fraction(1, 90000))
    with open_video(path) as video:
        yield video


def test_shots_gives_one_frame_of_each_shot(film):
    pytest.importorskip("scenedetect")
    sampler = ShotsSampler(ShotsOptions())
    step = ShotsOptions().step
    stamps = [frame.timestamp for frame in sampler.sample(film, WHOLE)]
    assert stamps == pytest.approx([2.0, 7.0, 13.0], abs=step)
    in_window = [f.timestamp for f in sampler.sample(film, Window(start=3.0, end=8.0))]
    assert in_window == pytest.approx([3.5, 6.0], abs=step)
    small = list(sampler.sample(film, WHOLE, max_pixels=80 * 45))
    assert {frame.image.shape for frame in small} == {(45, 80, 3)}


def test_a_video_without_cuts_is_one_shot(slides):
    pytest.importorskip("scenedetect")
    frames = list(ShotsSampler(ShotsOptions(threshold=200)).sample(slides, WHOLE))
    assert [frame.timestamp for frame in frames] == pytest.approx([slides.info.duration / 2])
