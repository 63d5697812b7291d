"""The captioner of either local backend on a real model that really sees."""

from __future__ import annotations

import socket
import time

import numpy as np
import pytest
from tests import squares
from tests.backends.makers import BACKENDS, captioner

from gvqa_core.backends import models
from gvqa_core.errors import ModelUnavailableError
from gvqa_core.testing.conformance import check_component
from gvqa_core.types import Frame

pytestmark = pytest.mark.parametrize("backend", BACKENDS)


@pytest.fixture(scope="module")
def opened(request):
    """Each backend's captioner, opened once for the module."""
    made = {}

    def get(backend):
        if backend not in made:
            made[backend] = captioner(backend)
            made[backend].open({})
        return made[backend]

    yield get
    for each in made.values():
        each.close()


def test_keeps_the_contract(backend):
    report = check_component("captioner", captioner(backend))
    report.raise_for_failures()
    assert len(report.checks) >= 13


def test_says_what_is_on_held_out_pictures(backend, opened):
    rng = np.random.default_rng(2026)
    frames = [
        Frame(squares.picture(*kind, rng, side), 0.0, 0.0)
        for kind in squares.ALL
        for side in (112, 448)
    ]
    said = opened(backend).caption(frames)
    assert said == [squares.sentence(*kind) for kind in squares.ALL for _ in range(2)]


def test_batch_equals_singles_whatever_the_sizes(backend, opened):
    frames = [
        squares.frame(*kind, seed=seed, side=side)
        for seed, (kind, side) in enumerate(zip(squares.ALL, (56, 112, 300) * 4, strict=True))
    ]
    frames.append(Frame(np.full((90, 400, 3), 60, np.uint8), 0.0, 0.0))
    together = opened(backend).caption(frames)
    assert together == [opened(backend).caption([frame])[0] for frame in frames]


@pytest.mark.case("A11")
def test_pixels_are_read_as_red_green_blue(backend, opened):
    """A11: the same picture with its channels swapped shows the other colour."""
    red = squares.frame("red", "dark")
    swapped = Frame(np.ascontiguousarray(red.image[:, :, ::-1]), 0.0, 0.0)
    assert opened(backend).caption([red, swapped]) == [
        squares.sentence("red", "dark"),
        squares.sentence("blue", "dark"),
    ]


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((56, 56), np.uint8),
        np.zeros((56, 56, 4), np.uint8),
        np.zeros((56, 56, 3), np.float32),
    ],
    ids=["grey", "with alpha", "floats"],
)
@pytest.mark.case("A11")
def test_other_than_rgb_bytes_is_refused(backend, opened, image):
    """A11: a processor would take some of these and see something else."""
    with pytest.raises(ValueError, match="must be RGB uint8"):
        opened(backend).caption([Frame(image, 0.0, 0.0)])


@pytest.mark.case("A19")
@pytest.mark.parametrize("shape", [(4320, 7680), (20, 400), (16, 4000), (4000, 16), (1, 1)])
def test_odd_sizes_are_captioned_within_the_budget(backend, opened, shape):
    """A19: 8K, less than a patch high, longer than the model's aspect limit, one pixel."""
    image = np.full((*shape, 3), (30, 60, 220), np.uint8)
    start = time.process_time()
    assert opened(backend).caption([Frame(image, 0.0, 0.0)])[0]
    assert time.process_time() - start < 5


def test_seed_samples_repeatably_and_greedy_is_the_default(backend):
    frames = [squares.frame("red", "dark", seed) for seed in range(3)]

    def write(**options):
        with captioner(backend, **options) as opened:
            return opened.caption(frames), dict(opened.identity)

    greedy, identity = write()
    assert "seed" not in identity
    sampled = [write(seed=seed, temperature=8.0) for seed in (7, 7, 8)]
    assert sampled[0] == sampled[1]
    assert sampled[0][0] != sampled[2][0]
    assert sampled[0][0] != greedy
    assert sampled[0][1]["seed"] == 7


def test_open_leaves_the_terminal_alone(backend, capfd, caplog):
    with captioner(backend) as opened:
        opened.caption([squares.frame("red", "dark"), squares.frame("blue", "light")])
    assert capfd.readouterr() == ("", "")
    assert not caplog.records


def test_missing_model_is_an_error_before_five_seconds(backend, monkeypatch):
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    models._ask_hub.cache_clear()
    start = time.monotonic()
    with pytest.raises(ModelUnavailableError, match="gvqa models pull nobody/absent"):
        captioner(backend, "nobody/absent").open({})
    assert time.monotonic() - start < 5


def test_offline_connects_to_nothing(backend, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0.2)
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{door.getsockname()[1]}")
        with pytest.raises(ModelUnavailableError, match="offline is set"):
            captioner(backend, "nobody/absent").open({})
        with pytest.raises(TimeoutError):
            door.accept()
