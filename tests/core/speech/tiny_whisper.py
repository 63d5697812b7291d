"""A Whisper of one layer whose positions alone decide what it says: real weights, known words."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

_SPECIAL = (
    "<|endoftext|>",
    "<|startoftranscript|>",
    "<|translate|>",
    "<|transcribe|>",
    "<|startoflm|>",
    "<|startofprev|>",
    "<|nospeech|>",
    "<|notimestamps|>",
)


def write_tiny_whisper(folder: Path, words: Sequence[str], end: float) -> Path:
    """Make a CTranslate2 model that hears `words` from the first second to `end`, seconds."""
    import torch
    from ctranslate2.converters.transformers import TransformersConverter
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import WhisperConfig, WhisperForConditionalGeneration

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = ["Ġ" + word for word in words]
    vocabulary = {text: number for number, text in enumerate(dict.fromkeys([*alphabet, *pieces]))}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(text, special=True) for text in _SPECIAL])
    tokenizer.add_tokens([AddedToken(f"<|{n * 0.02:.2f}|>", special=False) for n in range(1501)])
    ids = tokenizer.get_vocab()
    stop = ids["<|endoftext|>"]

    torch.manual_seed(0)
    model = WhisperForConditionalGeneration(
        WhisperConfig(
            vocab_size=len(ids),
            d_model=64,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=64,
            decoder_ffn_dim=64,
            pad_token_id=stop,
            bos_token_id=stop,
            eos_token_id=stop,
            decoder_start_token_id=ids["<|startoftranscript|>"],
            suppress_tokens=None,
            begin_suppress_tokens=None,
        )
    ).eval()
    said = [ids[text] for text in ("<|0.00|>", *pieces, f"<|{end:.2f}|>")]
    with torch.no_grad():
        decoder = model.model.decoder
        for layer in decoder.layers:
            for part in (layer.self_attn.out_proj, layer.encoder_attn.out_proj, layer.fc2):
                part.weight.zero_()
                part.bias.zero_()
        directions = torch.nn.functional.normalize(torch.randn(len(ids), 64), dim=-1)
        decoder.embed_tokens.weight.copy_(4 * directions)
        model.proj_out.weight.copy_(4 * directions)
        decoder.embed_positions.weight.copy_(400 * directions[stop].expand(448, 64))
        decoder.embed_positions.weight[: len(said)] = 400 * directions[said]

    source = folder / "transformers"
    model.save_pretrained(source)
    tokenizer.save(str(source / "tokenizer.json"))
    made = folder / "ctranslate2"
    TransformersConverter(str(source)).convert(str(made))
    shutil.copy(source / "tokenizer.json", made)
    return made
