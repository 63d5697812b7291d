"""The random-weight checkpoints of the parity suite."""

from __future__ import annotations

import json

from safetensors.numpy import load_file
from tokenizers import Tokenizer

from gvqa_core.testing import parity
from gvqa_core.testing.tiny_models import write_tiny_text_model, write_tiny_vision_model


def test_files_are_those_of_a_hub_checkpoint(tmp_path):
    write_tiny_vision_model(tmp_path)
    weights = load_file(tmp_path / "model.safetensors")
    config = json.loads((tmp_path / "config.json").read_text())
    assert weights["visual.patch_embed.proj.weight"].shape == (64, 3, 2, 14, 14)
    assert sum(value.size for value in weights.values()) < 400_000
    assert "text_config" not in config
    assert sum(config["rope_scaling"]["mrope_section"]) == 8


def test_same_seed_same_bytes(tmp_path):
    files = [
        write_tiny_text_model(tmp_path / name, seed) / "model.safetensors"
        for name, seed in (("a", 0), ("b", 0), ("c", 1))
    ]
    first, same, other = (file.read_bytes() for file in files)
    assert first == same
    assert first != other


def test_each_character_of_an_expected_text_is_one_token(tmp_path):
    tokenizer = Tokenizer.from_file(str(write_tiny_text_model(tmp_path) / "tokenizer.json"))
    for text in parity.EXPECTED.values():
        ids = tokenizer.encode(text).ids
        assert len(ids) == len(text) == parity.TOKENS
        assert tokenizer.decode(ids) == text
    assert tokenizer.decode(tokenizer.encode("Ωμέγα 😀 <x>").ids) == "Ωμέγα 😀 <x>"
