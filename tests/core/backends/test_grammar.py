"""Which tokens keep a text inside the claims schema; the tokenizer is a real one, made here."""

from __future__ import annotations

import json
import random

import pytest
from transformers import AutoTokenizer

from gvqa_core.backends.grammar import Grammars, grammar_installed
from gvqa_core.prompts import claims_schema
from gvqa_core.testing.tiny_models import write_tiny_text_model
from gvqa_core.types import Caption, Hit

WIDTH = 320
HITS = [Hit(Caption(time, "A dog.", time), 1.0, 0) for time in (0.0, 7.5, 3600.25)]


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    return AutoTokenizer.from_pretrained(write_tiny_text_model(tmp_path_factory.mktemp("text")))


def write(tokenizer, mask, choose, prompt=(1, 2, 3), most=4000):
    ids = list(prompt)
    for _ in range(most):
        allowed = [int(number) for number in mask.allowed(ids, WIDTH).nonzero()[0]]
        token = choose(allowed)
        if token == tokenizer.eos_token_id:
            return tokenizer.decode(ids[len(prompt) :])
        ids.append(token)
    raise AssertionError("never ended")


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_chosen_is_a_list_of_claims_at_retrieved_times(tokenizer, seed):
    schema = claims_schema(HITS, max_tokens=512)
    dice = random.Random(seed)
    text = write(tokenizer, Grammars(tokenizer, WIDTH).mask(schema), dice.choice)
    claims = json.loads(text)
    assert len(claims) <= schema["maxItems"]
    for claim in claims:
        assert list(claim) == ["claim", "timestamp"]
        assert claim["timestamp"] in (0.0, 7.5, 3600.25)
        assert 1 <= len(claim["claim"]) <= 240


def test_json_is_spaced_as_the_prompt_shows_it(tokenizer):
    schema = claims_schema(HITS[1:2], max_tokens=80)
    mask = Grammars(tokenizer, WIDTH).mask(schema)
    wanted = [*b'[{"claim": "A dog.", "timestamp": 7.5}]', tokenizer.eos_token_id]
    steps = iter(wanted)

    def choose(allowed):
        token = next(steps)
        assert token in allowed
        return token

    assert write(tokenizer, mask, choose) == '[{"claim": "A dog.", "timestamp": 7.5}]'


def test_clones_follow_their_own_texts(tokenizer):
    first = Grammars(tokenizer, WIDTH).mask(claims_schema(HITS, max_tokens=80))
    second = first.clone()
    opening = ord("[")
    assert first.allowed([9], WIDTH)[opening]
    assert not first.allowed([9, opening], WIDTH)[opening]
    assert second.allowed([8, 8], WIDTH)[opening]


def test_tokens_beyond_the_tokenizer_are_never_allowed(tokenizer):
    mask = Grammars(tokenizer, WIDTH).mask({"type": "string"})
    assert not mask.allowed([9], WIDTH)[len(tokenizer) :].any()
    assert mask.allowed([9], 1000).shape == (1000,)


def test_schema_that_cannot_be_enforced_is_an_error(tokenizer):
    with pytest.raises(ValueError, match="cannot be enforced"):
        Grammars(tokenizer, WIDTH).mask({"type": "no such type"})


def test_library_is_here():
    assert grammar_installed()
