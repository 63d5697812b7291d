"""Both local backends on the same random weights: the same token ids, or the suite says where.

Nothing here is skipped: where a backend's library is missing its tests fail, so a run
that is green has held both to it.
"""

from __future__ import annotations

import importlib.metadata

import pytest
from tests.backends.makers import BACKENDS, captioner, drafter

from gvqa_core.testing import parity, tiny_models
from gvqa_core.types import Message

RAN = set()


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    return {
        "vision": tiny_models.write_tiny_vision_model(folder / "vision"),
        "text": tiny_models.write_tiny_text_model(folder / "text"),
    }


@pytest.mark.parametrize("backend", BACKENDS)
def test_vision_model_computes_what_the_others_do(backend, folders):
    with captioner(backend, folders["vision"]) as opened:
        report = parity.check_vision_model(opened.chat)
    report.raise_for_failures()
    assert len(report.checks) == 14
    RAN.add((backend, "vision"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_text_model_computes_what_the_others_do(backend, folders):
    with drafter(backend, folders["text"]) as opened:
        report = parity.check_text_model(opened.chat, constrained=True)
    report.raise_for_failures()
    assert len(report.checks) == 11
    RAN.add((backend, "text"))


def test_no_backend_was_left_out(request):
    """Whatever was collected of this file must have run to its end, on both backends."""
    wanted = {
        (backend, kind)
        for backend in BACKENDS
        for kind in ("vision", "text")
        if any(f"test_{kind}_model" in x.name and backend in x.name for x in request.session.items)
    }
    assert wanted == RAN
    for distribution in ("mlx", "mlx-vlm", "mlx-lm", "torch", "transformers", "bitsandbytes"):
        assert importlib.metadata.version(distribution)


@pytest.mark.parametrize("fault", ["other weights", "blue and red swapped", "one token late"])
def test_suite_finds_what_is_wrong(fault, tmp_path, folders):
    """A backend that is wrong in one way is told so."""
    other = tiny_models.write_tiny_vision_model(tmp_path, seed=1)
    with captioner("cuda", other if fault == "other weights" else folders["vision"]) as opened:
        report = parity.check_vision_model(Faulty(opened.chat, fault))
    assert not report.ok
    found = " ".join(check.name for check in report.failures)
    assert "greedy token ids are right: blue" in found


class Faulty:
    """A real model behind a layer that makes one mistake."""

    def __init__(self, model, fault):
        self._model = model
        self._fault = fault

    def generate(self, conversations, *, max_tokens, seed=None, schema=None):
        if self._fault == "blue and red swapped":
            conversations = [
                [
                    Message(each.role, each.text, tuple(i[:, :, ::-1].copy() for i in each.images))
                    for each in conversation
                ]
                for conversation in conversations
            ]
        texts = self._model.generate(conversations, max_tokens=max_tokens, seed=seed)
        return [text[1:] for text in texts] if self._fault == "one token late" else texts
