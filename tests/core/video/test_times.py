"""Which frame belongs to which time: the sampling rules, the edges, rates and names."""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from gvqa_core.errors import NotAVideoError, TimeOutsideVideoError
from gvqa_core.testing.clips import colour_clip, grey_clip
from gvqa_core.video import open_video

NEAR = 6
"""Grey levels by which coding may change a flat picture."""


def grey(frame) -> float:
    return float(frame.image.mean())


@pytest.fixture(scope="module")
def tenths(tmp_path_factory):
    """30 frames at 0.0, 0.1, … 2.9 s; frame n is grey 8 n."""
    path = tmp_path_factory.mktemp("greys") / "tenths.mp4"
    grey_clip(path, times=[Fraction(n, 10) for n in range(30)], levels=[8 * n for n in range(30)])
    return path


@pytest.mark.case("A09")
def test_times_at_and_past_the_end(tenths, decoder):
    with open_video(tenths, decoder=decoder) as video:
        assert grey(next(video.frames_at([1.5]))) == pytest.approx(120, abs=NEAR)
        end = video.info.duration
        assert 2.9 < end <= 3.0
        assert grey(next(video.frames_at([end]))) == pytest.approx(232, abs=NEAR)
        for outside in (75.0, 3.1, -1.0, -0.01, float("nan"), float("inf")):
            with pytest.raises(TimeOutsideVideoError, match=r"expected a time from 0 to 2\.9"):
                video.frames_at([1.5, outside])
        kept = video.frames_at([1.5, 75.0, -1.0, 0.2], errors="skip")
        assert [frame.timestamp for frame in kept] == [1.5, 0.2]


@pytest.mark.case("B11")
def test_variable_rate_is_sampled_and_read_again_by_true_times(tmp_path, decoder):
    path = tmp_path / "uneven.mp4"
    times = [Fraction(n, 10) for n in range(10)] + [Fraction(n) for n in range(1, 11)]
    grey_clip(path, times=times, levels=[12 * n for n in range(20)])
    with open_video(path, decoder=decoder) as video:
        sampled = list(video.sample(2.0))
        assert [frame.timestamp for frame in sampled] == [0, 2, 4, 6, 8, 10]
        expected = [0, 132, 156, 180, 204, 228]
        assert [grey(frame) for frame in sampled] == pytest.approx(expected, abs=NEAR)
        again = list(video.frames_at([0.5, 3.0, 5.0, 10.0]))
        assert [grey(frame) for frame in again] == pytest.approx([60, 144, 168, 228], abs=NEAR)
        for frame in sampled:
            (reread,) = video.frames_at([frame.timestamp])
            assert np.array_equal(reread.image, frame.image)


@pytest.mark.case("B13")
@pytest.mark.parametrize(
    "name", ["file:colon.mp4", "concat:a.mp4", "pipe:0.mp4", "-dash.mp4", "vid%02d.mp4"]
)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_names_that_look_like_protocols_or_patterns(tenths, tmp_path, monkeypatch, decoder, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(tenths.read_bytes())
    with open_video(name, decoder=decoder) as video, open_video(tenths, decoder=decoder) as same:
        assert video.info.path == str(tmp_path / name)
        for frame, other in zip(video.sample(1.0), same.sample(1.0), strict=True):
            assert np.array_equal(frame.image, other.image)


@pytest.mark.case("B13")
@pytest.mark.parametrize("name", ["picture.png", "renamed_png.mp4"])
def test_a_still_picture_is_not_a_video_of_absurd_length(odd, decoder, name):
    with pytest.raises(NotAVideoError, match="a PNG picture"):
        open_video(odd[name].path, decoder=decoder)


@pytest.mark.case("B13")
@pytest.mark.parametrize("rate", [1, 1000, 90000])
def test_times_come_from_the_stream_whatever_rate_the_header_claims(tmp_path, decoder, rate):
    path = tmp_path / "claims.mkv"
    times = [Fraction(n, 4) for n in range(12)]
    levels = [20 * n for n in range(12)]
    grey_clip(path, times=times, levels=levels, rate=rate, codec="libx264")
    with open_video(path, decoder=decoder) as video:
        assert list(video.index.times) == pytest.approx([float(time) for time in times])
        assert video.info.fps == pytest.approx(4)
        assert 2.75 <= video.info.duration < 10
        frames = list(video.sample(0.5))
        assert [grey(frame) for frame in frames] == pytest.approx(levels[::2], abs=NEAR)


def test_samples_do_not_drift_over_thousands_of_steps(odd, decoder):
    with open_video(odd["slides.mp4"].path, decoder=decoder) as video:
        stamps = [frame.timestamp for frame in video.sample(0.007)]
    assert stamps == [number * 0.007 for number in range(3001)]


def test_a_held_picture_is_repeated_with_its_true_time(odd, decoder, counter_of):
    clip = odd["slides.mp4"]
    with open_video(clip.path, decoder=decoder) as video:
        frames = list(video.sample(2.0))
    assert [frame.timestamp for frame in frames] == [2.0 * n for n in range(11)]
    assert [frame.pts for frame in frames] == [0, 0, 0, 0, 7, 7, 7, 14, 14, 14, 14]
    assert [counter_of(clip, frame) for frame in frames] == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2]
    assert {frame.duration for frame in frames} == {7.0}


def test_a_window_keeps_the_times_of_the_source(odd, decoder, counter_of):
    clip = odd["starts_at_10.mkv"]
    with open_video(clip.path, decoder=decoder) as video:
        frames = list(video.sample(1.5, start=2.25, end=6.75))
        assert [frame.timestamp for frame in frames] == [2.25, 3.75, 5.25, 6.75]
        assert [counter_of(clip, frame) for frame in frames] == [54, 90, 126, 162]
        assert list(video.sample(1.0, start=50.0)) == []
        assert [frame.timestamp for frame in video.sample(9.0, start=1.0, end=1.0)] == [1.0]


@pytest.mark.parametrize(
    ("interval", "start", "end"),
    [
        *((interval, 0, None) for interval in (0, -1, float("nan"), float("inf"))),
        *((1, start, None) for start in (-1, float("nan"), float("inf"))),
        *((1, 5, end) for end in (4, float("nan"))),
    ],
)
def test_senseless_steps_and_windows_are_refused_at_once(plain, interval, start, end):
    with open_video(plain) as video, pytest.raises(ValueError, match="must"):
        video.sample(interval, start, end)


def test_delays_of_a_gif_are_its_times(odd, decoder):
    with open_video(odd["delays.gif"].path, decoder=decoder) as video:
        gaps = [b - a for a, b in pairwise(video.index.times)]
    assert gaps == pytest.approx([0.2, 0.5, 1.0, 0.1, 0.1, 0.3, 2.0, 0.2, 0.2, 0.4, 0.7, 0.1, 0.1])


@pytest.mark.parametrize("name", ["live.webm", "one_frame.mp4"])
def test_files_that_tell_no_duration(odd, decoder, name):
    clip = odd[name]
    with open_video(clip.path, decoder=decoder) as video:
        info = video.info
        assert info.frame_count == len(clip.times)
        assert info.last_timestamp == pytest.approx(clip.times[-1], abs=0.0006)
        assert info.last_timestamp <= info.duration < info.last_timestamp + 0.1
        assert (info.fps is None) == (name == "one_frame.mp4")


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_pictures_are_turned_as_the_file_asks(odd, decoder, degrees):
    with open_video(odd[f"rotated_{degrees}.mp4"].path, decoder=decoder) as video:
        (frame,) = video.frames_at([1.0])
        assert video.info.rotation == degrees
        expected = (180, 320, 3) if degrees == 180 else (320, 180, 3)
        assert frame.image.shape == expected
        assert (video.info.height, video.info.width) == expected[:2]
        assert frame.image.flags["C_CONTIGUOUS"]


@pytest.mark.case("A11")
@pytest.mark.parametrize("codec", ["mpeg4", "libx264", "libvpx-vp9", "gif"])
def test_colours_arrive_as_rgb(tmp_path, decoder, codec):
    path = tmp_path / ("red.gif" if codec == "gif" else "red.mkv")
    pixels = "rgb8" if codec == "gif" else "yuv420p"
    colour_clip(path, times=[0, 1, 2], colours=[(255, 0, 0)] * 3, codec=codec, pixel_format=pixels)
    with open_video(path, decoder=decoder) as video:
        for frame in (*video.sample(1.0), *video.frames_at([1.5, 0.5])):
            red, green, blue = frame.image.reshape(-1, 3).mean(axis=0)
            assert (red > 240, green < 20, blue < 20) == (True, True, True)
            assert frame.image.dtype == np.uint8


@pytest.mark.case("A11")
def test_a_grey_stream_arrives_with_three_equal_channels(odd, decoder):
    with open_video(odd["grey.mp4"].path, decoder=decoder) as video:
        (frame,) = video.frames_at([1.0])
    assert frame.image.shape == (180, 320, 3)
    assert np.array_equal(frame.image[..., 0], frame.image[..., 1])
    assert np.array_equal(frame.image[..., 0], frame.image[..., 2])
    assert frame.image.std() > 20
