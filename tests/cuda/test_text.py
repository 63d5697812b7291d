"""Drafts on transformers: a real small model in several precisions, prefix reuse, the schema."""

from __future__ import annotations

import gc
import weakref

import pytest
import torch
from tests.backends.makers import drafter
from tests.weights import smollm2

from gvqa_core.testing.conformance import check_component
from gvqa_core.testing.tiny_models import write_tiny_text_model
from gvqa_core.types import Caption, Hit, Message

TEXTS = (
    "A woman in a red coat opens a wooden door.",
    "A brown dog sleeps on a blue sofa.",
    "A cyclist waits at a traffic light.",
)
HITS = [Hit(Caption(5.0 * n, text, 5.0 * n), 1.0, n) for n, text in enumerate(TEXTS)]
QUESTION = "Who waits at the traffic light?"


@pytest.fixture(scope="module")
def random_weights(tmp_path_factory):
    return write_tiny_text_model(tmp_path_factory.mktemp("text"))


def test_smollm2_drafts_from_the_captions_in_four_bits():
    """In float32 it drafts in `tests/backends/test_swap.py`."""
    with drafter("cuda", smollm2(), quantization="nf4") as opened:
        kinds = {type(module).__name__ for module in opened.chat._model.modules()}
        draft = opened.draft(QUESTION, HITS)
    assert "Linear4bit" in kinds
    assert draft.error is None
    assert draft.claims[0].timestamp == 10.0
    assert draft.claims[0].text.startswith("The cyclist waits at")
    assert all(claim.timestamp in (0.0, 5.0, 10.0) for claim in draft.claims)


def test_keeps_the_contract(random_weights):
    """With random weights there is little to read, and nothing may be raised all the same."""
    check_component("drafter", drafter("cuda", random_weights)).raise_for_failures()


def test_instructions_are_read_once(random_weights):
    """Later questions give the model the new words only, and get the same answers."""
    lengths = []
    conversations = [
        [Message("system", "Be brief. " * 20), Message("user", f"What is {n}?")] for n in range(3)
    ]
    with drafter("cuda", random_weights) as opened:
        model = opened.chat
        model._model.model.register_forward_pre_hook(
            lambda module, arguments, keywords: (
                lengths.append(keywords["input_ids"].shape[1])
                if keywords.get("input_ids") is not None
                else lengths.append(arguments[0].shape[1])
            ),
            with_kwargs=True,
        )
        kept = [model.generate([each], max_tokens=2)[0] for each in conversations]
        together = model.generate(conversations, max_tokens=2)
    whole = max(lengths)
    firsts = [length for length in lengths if length > 1]
    assert firsts[0] > 200, "the instructions, once"
    assert firsts[1:4] == [firsts[1]] * 3
    assert firsts[1] < 60
    assert firsts[4:] == [whole], "in a batch all is read at once"
    assert kept == together


def test_schema_is_switched_off_by_an_option(random_weights):
    schema = {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 1}
    asked = [[Message("user", "A number?")]]
    written = {}
    for grammar in (True, False):
        with drafter("cuda", random_weights, grammar=grammar) as opened:
            written[grammar] = opened.chat.generate(asked, max_tokens=30, schema=schema)[0]
            assert opened.chat.identity["grammar"] is grammar
    assert written[True].startswith("[")
    assert written[False].isalnum()


def test_closing_frees_the_model_and_the_kept_states(random_weights):
    opened = drafter("cuda", random_weights)
    opened.open({})
    opened.chat.generate([[Message("system", "Hi."), Message("user", "A?")]], max_tokens=2)
    model = weakref.ref(opened.chat._model)
    states = weakref.ref(opened.chat._prefix[1])
    opened.close()
    gc.collect()
    assert model() is None
    assert states() is None


def test_checkpoint_without_padding_token_is_padded_all_the_same(random_weights):
    with drafter("cuda", random_weights) as opened:
        assert opened.chat._tokenizer.pad_token
        assert opened.chat._model.dtype == torch.float32
