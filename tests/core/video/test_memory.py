"""Long videos stream, many look-ups leave nothing open, many readers share a file."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
import weakref
from fractions import Fraction
from pathlib import Path

import pytest

from gvqa_core.testing.clips import colour_clip
from gvqa_core.video import open_video

HOURS = 50
OPEN_FILES = Path("/proc/self/fd")


@pytest.fixture(scope="module")
def fifty_hours(tmp_path_factory):
    """A recording of slides: one picture a minute for fifty hours."""
    minutes = HOURS * 60
    path = tmp_path_factory.mktemp("long") / "slides.mkv"
    colour_clip(
        path,
        times=[Fraction(60 * n) for n in range(minutes)],
        colours=[(n % 200, n // 200, 90) for n in range(minutes)],
        size=(320, 240),
        gop=10,
    )
    return path


MEASURE = """
import json, random, resource, sys
from pathlib import Path
from gvqa_core.video import open_video

def peak():
    unit = 1024 if sys.platform == "darwin" else 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit / 1024

def handles():
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0

path, decoder, task = sys.argv[1:]
with open_video(path, decoder=decoder) as video:
    next(video.frames_at([0.0]))
before, opened, count = peak(), handles(), 0
with open_video(path, decoder=decoder) as video:
    if task == "sample":
        for frame in video.sample(5.0):
            count += 1
    else:
        times = [random.uniform(0, video.info.duration) for _ in range(1000)]
        for frame in video.frames_at(times):
            count += 1
        for time in times:
            (frame,) = video.frames_at([time])
            count += 1
print(json.dumps({"count": count, "grown": peak() - before, "left": handles() - opened}))
"""


def measure(path: Path, decoder: str, task: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path), decoder, task],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.case("B26")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no module resource")
def test_thirty_six_thousand_samples_stream_in_bounded_memory(fifty_hours, decoder):
    result = measure(fifty_hours, decoder, "sample")
    assert result["count"] == HOURS * 3600 / 5 - 11  # the last picture appears a minute early
    assert result["grown"] < 60  # megabytes; all frames together have 8,000
    assert result["left"] == 0


@pytest.mark.case("B26")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no module resource")
def test_two_thousand_times_leave_no_handle_and_little_memory(plain, decoder):
    result = measure(plain, decoder, "frames_at")
    assert result["count"] == 2000
    assert result["grown"] < 150
    assert result["left"] == 0


@pytest.mark.case("B26")
def test_one_frame_is_alive_at_a_time(plain, decoder):
    with open_video(plain, decoder=decoder) as video:
        seen = []
        for frame in video.sample(0.25):
            seen.append(weakref.ref(frame.image))
            del frame
            gc.collect()
            assert sum(image() is not None for image in seen) <= 1


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="this system does not list open files")
def test_failed_openings_leave_no_handle(odd, decoder):
    names = [name for name, clip in odd.items() if clip.no_video]
    open_video(odd["constant.mp4"].path, decoder=decoder).close()
    before = len(list(OPEN_FILES.iterdir()))
    for name in names * 3:
        with pytest.raises(Exception, match="expected a video"):
            open_video(odd[name].path, decoder=decoder)
    gc.collect()
    assert len(list(OPEN_FILES.iterdir())) == before


def counters(video, clip, counter_of, times):
    return [counter_of(clip, frame) for frame in video.frames_at(times)]


def test_threads_share_a_file_and_a_video(odd, decoder, counter_of):
    clip = odd["constant.mp4"]
    plans = [[(7 * n + 3 * k) % 99 / 10 for n in range(30)] for k in range(4)]
    found: dict[int, list] = {}
    with open_video(clip.path, decoder=decoder) as shared:

        def work(number: int) -> None:
            if number % 2:
                found[number] = counters(shared, clip, counter_of, plans[number])
                return
            with open_video(clip.path, decoder=decoder) as own:
                found[number] = counters(own, clip, counter_of, plans[number])

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {k: [clip.counter_at(t) for t in times] for k, times in enumerate(plans)}


READ = """
import json, sys
from gvqa_core.testing.counter import read_counter
from gvqa_core.video import open_video
path, decoder = sys.argv[1:]
with open_video(path, decoder=decoder) as video:
    print(json.dumps([read_counter(frame.image) for frame in video.sample(0.1)]))
"""


def test_processes_share_a_file(odd, decoder):
    clip = odd["constant.mp4"]
    command = [sys.executable, "-c", READ, str(clip.path), decoder]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [json.loads(reader.communicate()[0]) for reader in readers]
    expected = [clip.counter_at(number * 0.1) for number in range(100)]
    assert outputs == [expected, expected]
