"""The frame handed out is the frame asked for: the number burnt into it is read back."""

from __future__ import annotations

import random
import secrets

import pytest

from gvqa_core.video import open_video

KINDS = """
    constant.mp4 long_gop.mp4 open_gop.mp4 ntsc.mp4 one_frame.mp4 ten_bits.mp4 grey.mp4
    fragmented.mp4 no_edit_list.mp4 uneven.mp4 uneven.mkv slides.mp4 starts_at_10.mkv
    transport.ts video_after_audio.mp4 rotated_90.mp4 rotated_180.mp4 rotated_270.mp4
    untrimmed.mp4 trimmed.mp4 cut.mp4 cut.mkv undamaged.mp4 damaged.mp4 late_entry.ts
    delays.gif plain.webm live.webm motion_jpeg.avi b_frames.avi hevc.mp4 hevc_10_bits.mp4
    av1.mp4
"""
STEP = 0.5
DAMAGED = 0.35
"""Part of the samples that damage in one of five groups of pictures may cost, and no more."""


@pytest.fixture(params=KINDS.split())
def clip(request, odd, decoder):
    if (request.param, decoder) == ("av1.mp4", "opencv"):
        pytest.skip("OpenCV's wheel cannot decode AV1; that it says so is tested elsewhere")
    return odd[request.param]


def test_every_kind_of_video_is_made_and_tested(odd):
    assert sorted(KINDS.split()) == sorted(name for name, clip in odd.items() if not clip.no_video)


def test_frames_asked_for_in_any_order_are_the_right_ones(clip, decoder, counter_of):
    seed = secrets.randbits(32)
    print(f"seed {seed}")  # shown when the test fails
    with open_video(clip.path, decoder=decoder) as video:
        last = video.info.last_timestamp
        grid = [number * STEP for number in range(int(last / STEP) + 1)]
        anywhere = [random.Random(seed + n).uniform(0, video.info.duration) for n in range(20)]
        sampled = list(video.sample(STEP))
        orders = [grid, grid[::-1], anywhere, sorted(anywhere), [last, 0.0, last]]
        asked = [list(video.frames_at(times, errors="skip")) for times in orders]

    for times, frames in zip([grid, *orders], [sampled, *asked], strict=True):
        wrong = [
            (frame.timestamp, counter_of(clip, frame), clip.counter_at(frame.timestamp))
            for frame in frames
            if counter_of(clip, frame) != clip.counter_at(frame.timestamp)
        ]
        assert not wrong, "(time, counter seen, counter expected)"
        served = [frame.timestamp for frame in frames]
        if clip.may_miss:
            assert served == [time for time in times if time in served]
            assert len(served) >= (1 - DAMAGED) * len(times) or times is not grid
        else:
            assert served == times


def test_true_times_and_durations(clip, decoder):
    with open_video(clip.path, decoder=decoder) as video:
        shown = list(video.index.times)
        last = len(shown) - 1
        frames = list(video.frames_at(shown[:6] + shown[-3:], errors="skip"))
    if clip.may_miss:  # a packet that cannot be read has no time either
        right = [round(time, 3) for time in clip.times]
        assert all(round(time, 3) in right for time in shown)
        assert len(shown) > 0.5 * len(right)
    else:
        assert shown == pytest.approx(clip.times, abs=0.0006)
    for frame in frames:
        number = shown.index(frame.timestamp)
        assert frame.pts == (frame.timestamp if number else 0)  # the first is there from the start
        if number < last:
            assert frame.duration == pytest.approx(shown[number + 1] - frame.pts)
        else:
            assert 0 <= frame.duration < 8


def test_the_last_frame_is_reached_by_the_last_timestamp_and_by_the_end(clip, decoder, counter_of):
    with open_video(clip.path, decoder=decoder) as video:
        if not clip.ends_early:
            assert video.info.last_timestamp == pytest.approx(clip.times[-1], abs=0.0006)
        frames = list(video.frames_at([video.info.last_timestamp, video.info.duration]))
        counters = {counter_of(clip, frame) for frame in frames}
        assert counters == {clip.counter_at(video.info.last_timestamp)}
        assert video.info.codec == clip.codec
