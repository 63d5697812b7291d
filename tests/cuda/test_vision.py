"""What is particular to captions on transformers: quantisation, numbers, memory, the device."""

from __future__ import annotations

import gc
import weakref

import pytest
import torch
from tests import squares
from tests.backends.makers import captioner
from tests.weights import TINY_VLM

from gvqa_core.errors import ComponentError
from gvqa_cuda import _runtime
from gvqa_cuda.config import CaptionerOptions
from gvqa_cuda.vision import VisionModel

RIGHT = [squares.sentence(*kind) for kind in squares.ALL]


def frames():
    return [squares.frame(*kind, seed=40 + n) for n, kind in enumerate(squares.ALL)]


@pytest.mark.parametrize(
    ("options", "linear"),
    [
        ({"dtype": "bfloat16"}, "Linear"),
        ({"quantization": "nf4"}, "Linear4bit"),
        ({"quantization": "nf4", "dtype": "bfloat16"}, "Linear4bit"),
        ({"quantization": "int8"}, "Linear8bitLt"),
    ],
)
def test_captions_survive_fewer_bits(options, linear, capfd):
    with captioner("cuda", **options) as opened:
        layers = {type(module).__name__ for module in opened.chat._model.modules()}
        assert linear in layers
        assert opened.caption(frames()) == RIGHT
    assert "MatMul8bitLt" not in capfd.readouterr().err


def test_closing_frees_the_model():
    opened = captioner("cuda")
    opened.open({})
    assert opened.caption(frames()[:1]) == RIGHT[:1]
    model = weakref.ref(opened.chat._model)
    weight = weakref.ref(next(model().parameters()))
    opened.close()
    gc.collect()
    assert model() is None
    assert weight() is None


def test_batch_that_does_not_fit_is_halved():
    sizes = []

    def run_out(module, arguments, keywords):
        rows = keywords["input_ids"].shape[0]
        sizes.append(rows)
        if rows > 3:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")

    with captioner("cuda", batch_size=12) as opened:
        opened.chat._model.register_forward_pre_hook(run_out, with_kwargs=True)
        assert opened.caption(frames()) == RIGHT
    assert sizes[:3] == [12, 6, 3]
    assert set(sizes[3:]) == {3}


def test_one_frame_that_does_not_fit_is_an_error():
    def run_out(*_):
        raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory")

    with captioner("cuda") as opened:
        opened.chat._model.register_forward_pre_hook(run_out)
        with pytest.raises(MemoryError, match="can't allocate"):
            opened.caption(frames()[:2])


def test_patches_stay_within_the_pixel_budget():
    """A frame costs no more patches than its budget of 14 × 14 pixels each allows."""
    shapes = []
    with captioner("cuda", max_pixels=56 * 56) as opened:
        opened.chat._model.model.visual.register_forward_pre_hook(
            lambda module, arguments, keywords: shapes.append(
                (arguments or tuple(keywords.values()))[0].shape
            ),
            with_kwargs=True,
        )
        opened.caption([squares.frame("red", "dark", side=900)])
    assert [shape[0] for shape in shapes] == [56 * 56 // 14**2]


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device here")
def test_without_a_device_says_so_and_fetches_nothing():
    options = CaptionerOptions(model="nobody/absent")
    found = _runtime.probe(options)
    assert (found.usable, found.download) == (False, None)
    assert 'device = "cpu"' in found.reason
    with pytest.raises(ComponentError, match="no CUDA device"):
        VisionModel(options).open({})


def test_cpu_is_used_when_asked_for():
    found = _runtime.probe(CaptionerOptions(model=str(TINY_VLM), device="cpu"))
    assert (found.usable, found.reason) == (True, "on the CPU")


def test_caller_keeps_its_random_state():
    with captioner("cuda", seed=3) as opened:
        torch.manual_seed(11)
        expected = torch.rand(3)
        torch.manual_seed(11)
        opened.caption(frames()[:1])
        assert torch.equal(torch.rand(3), expected)
