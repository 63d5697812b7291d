"""Files that are no video, videos that end early, codecs that cannot be decoded."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

import pytest

from gvqa_core.errors import (
    ConfigError,
    DecoderError,
    NotAVideoError,
    VideoError,
    VideoNotFoundError,
)
from gvqa_core.video import file_sha256, open_video

WHAT_IT_IS = {
    "audio.mp4": "an audio file",
    "cover.m4a": "an audio file with cover art",
    "empty.mp4": "an empty file",
    "no_moov.mp4": "without its table of contents",
    "picture.png": "a PNG picture",
    "renamed_png.mp4": "a PNG picture",
    "text.mp4": "a text file",
}


@pytest.mark.parametrize("name", WHAT_IT_IS)
def test_a_file_that_is_no_video_is_refused_and_called_what_it_is(odd, decoder, name):
    with pytest.raises(NotAVideoError, match=WHAT_IT_IS[name]) as caught:
        open_video(odd[name].path, decoder=decoder)
    assert str(odd[name].path) in str(caught.value)


def test_every_file_that_is_no_video_is_tested(odd):
    assert set(WHAT_IT_IS) == {name for name, clip in odd.items() if clip.no_video}


@pytest.mark.parametrize("content", [b"\x00" * 5000, bytes(range(256)) * 40, b"%PDF-1.7\n" * 9])
def test_bytes_of_no_format_are_refused(tmp_path, decoder, content):
    path = tmp_path / "bytes.mp4"
    path.write_bytes(content)
    with pytest.raises(NotAVideoError, match="expected a video, found"):
        open_video(path, decoder=decoder)


def test_a_missing_file_a_folder_and_a_device_are_told_apart(tmp_path):
    with pytest.raises(VideoNotFoundError, match="no such video file"):
        open_video(tmp_path / "absent.mp4")
    with pytest.raises(VideoNotFoundError, match="found a folder"):
        open_video(tmp_path)
    with pytest.raises(VideoNotFoundError, match="device or pipe"):
        open_video("/dev/null")


@pytest.mark.parametrize("name", ["cut.mp4", "cut.mkv"])
def test_a_truncated_file_is_used_as_far_as_it_goes_with_a_warning(odd, decoder, name):
    with open_video(odd[name].path, decoder=decoder) as video:
        assert 4 < video.info.last_timestamp < 7
        assert len(list(video.sample(1.0))) == int(video.info.last_timestamp) + 1
        (warning,) = video.info.warnings
    assert "ends early" in warning
    assert "promises 10.0 s" in warning


def test_times_found_by_decoding_are_announced(odd, decoder):
    with open_video(odd["b_frames.avi"].path, decoder=decoder) as video:
        warnings = video.info.warnings
        assert len(video.index) == 200
    expected = {"opencv": True, "pyav": False}[decoder]
    assert bool(warnings) == expected
    assert not expected or "found by decoding it once" in warnings[0]


def test_samples_lost_to_damage_are_counted(odd, decoder):
    with open_video(odd["damaged.mp4"].path, decoder=decoder) as video:
        served = len(list(video.sample(0.25)))
        (warning,) = video.info.warnings
    assert served < 40
    assert warning.startswith(f"{40 - served} samples were left out")


def test_a_codec_that_opencv_lacks_is_named_with_the_cure(odd):
    with pytest.raises(DecoderError, match="av1") as caught:
        open_video(odd["av1.mp4"].path, decoder="opencv")
    assert "pip install 'gvqa-core[av]'" in str(caught.value)


def test_auto_takes_pyav_and_says_why(odd):
    for name in ("av1.mp4", "constant.mp4"):
        with open_video(odd[name].path) as video:
            assert video.info.decoder == "pyav"
            assert video.info.decoder_reason == "PyAV is installed"


@pytest.fixture
def no_pyav(monkeypatch):
    """Make the installed PyAV look absent, as in an installation without the extra."""

    def absent(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("gvqa_core.video.choice.version", absent)


def test_auto_takes_opencv_where_pyav_is_absent(odd, no_pyav):
    with open_video(odd["constant.mp4"].path) as video:
        assert video.info.decoder == "opencv"
        assert video.info.decoder_reason == "PyAV is not installed"
        assert len(list(video.sample(1.0))) == 10
    with pytest.raises(DecoderError, match=r"gvqa-core\[av\]"):
        open_video(odd["av1.mp4"].path)
    with pytest.raises(DecoderError, match=r"gvqa-core\[av\]"):
        open_video(odd["constant.mp4"].path, decoder="pyav")


def test_an_unknown_decoder_is_a_mistake_of_the_settings(plain):
    with pytest.raises(ConfigError, match="auto, pyav, opencv; got 'ffmpeg'"):
        open_video(plain, decoder="ffmpeg")


def test_a_closed_video_says_so(plain, decoder):
    video = open_video(plain, decoder=decoder)
    video.close()
    video.close()
    with pytest.raises(VideoError, match="closed"):
        next(video.frames_at([1.0]))


def test_the_hash_is_of_the_content(plain, tmp_path):
    copy = tmp_path / "another name.mkv"
    copy.write_bytes(plain.read_bytes())
    assert file_sha256(copy) == file_sha256(plain)
    with pytest.raises(VideoNotFoundError):
        file_sha256(tmp_path)
