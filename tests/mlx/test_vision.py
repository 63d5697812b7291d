"""What is particular to captions on MLX: quantised checkpoints, threads, memory."""

from __future__ import annotations

import subprocess
import sys
import threading

import mlx.core as mx
import pytest
from tests import squares
from tests.backends.makers import captioner
from tests.weights import TINY_PROMPT, TINY_VLM, tiny_vlm_mlx_4bit

from gvqa_core.threads.worker import Worker
from gvqa_core.types import Message
from gvqa_mlx import _runtime
from gvqa_mlx.config import CaptionerOptions

RIGHT = [squares.sentence(*kind) for kind in squares.ALL]


def frames():
    return [squares.frame(*kind, seed=40 + n) for n, kind in enumerate(squares.ALL)]


def test_captions_survive_four_bits():
    with captioner("mlx", tiny_vlm_mlx_4bit()) as opened:
        assert opened.caption(frames()) == RIGHT


def test_closing_frees_the_model():
    _runtime.free_memory()
    before = mx.get_active_memory()
    opened = captioner("mlx")
    opened.open({})
    assert opened.caption(frames()[:1]) == RIGHT[:1]
    assert mx.get_active_memory() > before + 2_000_000
    opened.close()
    assert mx.get_active_memory() < before + 100_000


def test_new_frame_with_the_same_words_is_seen_anew():
    """Nothing of an earlier picture may be kept: the prompt never changes, the frame does."""
    with captioner("mlx") as opened:
        assert [opened.caption([frame])[0] for frame in frames()] == RIGHT


def test_several_pictures_or_none_in_one_conversation():
    red, blue = (squares.frame(colour, "dark").image for colour in ("red", "blue"))
    with captioner("mlx") as opened:
        texts = opened.chat.generate(
            [
                [Message("user", TINY_PROMPT, (red,))],
                [Message("user", TINY_PROMPT, (blue, red))],
                [Message("user", TINY_PROMPT)],
            ],
            max_tokens=12,
        )
    assert texts[0] == squares.sentence("red", "dark")
    assert all(isinstance(text, str) for text in texts)


def test_two_models_in_threads_of_their_own():
    workers = [Worker(captioner("mlx"), name=f"captioner {n}") for n in range(2)]
    said = {}

    def use(n):
        said[n] = workers[n].call("caption", frames()[n::2])

    threads = [threading.Thread(target=use, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for worker in workers:
        worker.close()
    assert (said[0], said[1]) == (RIGHT[0::2], RIGHT[1::2])


def test_process_ends_in_peace_after_use_in_a_thread():
    """MLX streams that outlive their thread abort some exits; see `_runtime`."""
    code = (
        "from tests.backends.makers import captioner\n"
        "from tests import squares\n"
        "from gvqa_core.threads.worker import Worker\n"
        "with Worker(captioner('mlx')) as worker:\n"
        "    print(worker.call('caption', [squares.frame('red', 'dark')]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "A red square" in done.stdout


@pytest.mark.parametrize(
    "said_by_metal",
    [
        "[metal::malloc] Attempting to allocate 9 bytes which is greater than the maximum allowed",
        "[METAL] Command buffer execution failed: Insufficient Memory",
    ],
)
def test_allocation_failure_is_a_memory_error(said_by_metal):
    """Said by a Mac's GPU; MLX's CPU library ends the process instead, so it is not provoked."""
    with pytest.raises(MemoryError), _runtime.allocation_failures():
        raise RuntimeError(said_by_metal)


def test_other_failures_stay_as_they_are():
    with pytest.raises(RuntimeError, match="shape"), _runtime.allocation_failures():
        raise RuntimeError("shapes (2,3) and (2,3) do not fit")


def test_usable_where_mlx_has_a_library():
    found = _runtime.probe(CaptionerOptions(model=str(TINY_VLM)))
    assert found.usable
    assert found.reason.startswith("on ")
    assert found.download is None
    absent = _runtime.probe(CaptionerOptions(model="nobody/absent"))
    assert (absent.usable, absent.download) == (True, "nobody/absent")
    assert absent.reason == f"{found.reason}; fetches nobody/absent at first use"


def test_elsewhere_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(_runtime, "on_apple_silicon", lambda: False)
    monkeypatch.setattr(_runtime, "_installed", lambda _: False)
    found = _runtime.probe(CaptionerOptions(model=str(TINY_VLM)))
    assert not found.usable
    assert "gvqa-mlx[cpu]" in found.reason
