"""Drafts on MLX: a real small model in 4 and 8 bits, prefix reuse, the schema."""

from __future__ import annotations

import mlx.core as mx
import pytest
from tests.backends.makers import drafter
from tests.weights import smollm2_mlx

from gvqa_core.testing.conformance import check_component
from gvqa_core.testing.tiny_models import write_tiny_text_model
from gvqa_core.types import Message
from gvqa_mlx import _runtime


@pytest.fixture(scope="module")
def random_weights(tmp_path_factory):
    return write_tiny_text_model(tmp_path_factory.mktemp("text"))


ASKED = [[Message("user", "What is the capital of France?")]]


def test_smollm2_answers_in_eight_bits():
    """A short prompt: MLX's CPU library reads about 50 tokens a second. Drafts: test_swap."""
    with drafter("mlx", smollm2_mlx(8)) as opened:
        assert "Paris" in opened.chat.generate(ASKED, max_tokens=8)[0]


def test_smollm2_runs_in_four_bits():
    """So few bits cost a model this small its knowledge, but not its letters."""
    with drafter("mlx", smollm2_mlx(4)) as opened:
        first, again = (opened.chat.generate(ASKED, max_tokens=8)[0] for _ in range(2))
    assert first == again
    assert sum(character.isascii() and character.isalpha() for character in first) > 10


def test_keeps_the_contract(random_weights):
    """With random weights there is little to read, and nothing may be raised all the same."""
    check_component("drafter", drafter("mlx", random_weights)).raise_for_failures()


def test_instructions_are_read_once(random_weights):
    conversations = [
        [Message("system", "Be brief. " * 20), Message("user", f"What is {n}?")] for n in range(3)
    ]
    with drafter("mlx", random_weights) as opened:
        model = opened.chat
        kept = [model.generate([each], max_tokens=6)[0] for each in conversations]
        prefix, states = model._prefix
        assert len(prefix) > 200
        assert states[0].offset == len(prefix), "what was generated is not in the kept states"
    with drafter("mlx", random_weights) as fresh:
        assert [fresh.chat.generate([conversations[2]], max_tokens=6)[0]] == kept[2:]


def test_other_instructions_are_not_mixed_up(random_weights):
    first = [Message("system", "Be brief."), Message("user", "A?")]
    second = [Message("system", "Be long, and speak of ships."), Message("user", "A?")]
    with drafter("mlx", random_weights) as opened:
        mixed = [opened.chat.generate([each], max_tokens=8)[0] for each in (first, second, first)]
    with drafter("mlx", random_weights) as opened:
        alone = opened.chat.generate([second], max_tokens=8)[0]
    assert mixed[0] == mixed[2]
    assert mixed[1] == alone


def test_schema_is_switched_off_by_an_option(random_weights):
    schema = {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 1}
    asked = [[Message("user", "A number?")]]
    written = {}
    for grammar in (True, False):
        with drafter("mlx", random_weights, grammar=grammar) as opened:
            written[grammar] = opened.chat.generate(asked, max_tokens=30, schema=schema)[0]
            assert opened.chat.identity["grammar"] is grammar
    assert written[True].startswith("[")
    assert written[False].isalnum()


def test_closing_frees_the_model_and_the_kept_states(random_weights):
    _runtime.free_memory()
    before = mx.get_active_memory()
    opened = drafter("mlx", random_weights)
    opened.open({})
    opened.chat.generate([[Message("system", "Hi."), Message("user", "A?")]], max_tokens=2)
    assert mx.get_active_memory() > before + 400_000
    opened.close()
    assert mx.get_active_memory() < before + 50_000
