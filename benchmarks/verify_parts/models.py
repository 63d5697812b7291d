"""Models of the shapes that are timed, and scoring in batches of any size and order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np

Pairs = list[tuple[str, str]]


def _batches(pairs: Pairs, size: int, lengths: list[int] | None) -> Iterator[Pairs]:
    order = list(range(len(pairs)))
    if lengths is not None:
        order.sort(key=lambda i: -lengths[i])
    for start in range(0, len(order), size):
        yield [pairs[i] for i in order[start : start + size]]


def _lengths(scorer, pairs: Pairs, ordered: bool) -> list[int] | None:
    if not ordered:
        return None
    return [len(scorer.spans(premise)) + len(scorer.spans(claim)) for premise, claim in pairs]


def _encoded(scorer, batch: Pairs) -> dict[str, np.ndarray]:
    rows = [scorer._tokenizer.encode(*pair) for pair in batch]
    width = max(len(row.ids) for row in rows)
    columns = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
    return {
        name: np.array(
            [[*getattr(row, field), *[0] * (width - len(row.ids))] for row in rows], np.int64
        )
        for name, field in columns.items()
    }


def score_mini_in_batches(scorer, pairs: Pairs, size: int, ordered: bool = False) -> None:
    """Run the shipped ONNX graph with padded batches, as the verifier itself does not."""
    for batch in _batches(pairs, size, _lengths(scorer, pairs, ordered)):
        scorer._session.run(["logits"], _encoded(scorer, batch))


def score_torch_in_batches(scorer, pairs: Pairs, size: int, ordered: bool) -> None:
    """Run a Hugging Face classifier with padded batches."""
    for batch in _batches(pairs, size, _lengths(scorer, pairs, ordered)):
        scorer.logits(batch)


def torch_minis(scorer, pairs: Pairs) -> dict[str, Callable[[], object]]:
    """BERT of the shape of nli-mini under torch, fp32 and dynamic int8, same token ids."""
    import torch
    import transformers

    path = files("gvqa_verifiers").joinpath("models", "nli-mini", "config.json")
    config = transformers.BertConfig(**json.loads(path.read_text(encoding="utf-8")))
    full = transformers.BertForSequenceClassification(config).eval()
    small = torch.ao.quantization.quantize_dynamic(full, {torch.nn.Linear}, dtype=torch.qint8)

    def run(model) -> None:
        with torch.inference_mode():
            for pair in pairs:
                inputs = _encoded(scorer, [pair])
                model(**{name: torch.from_numpy(ids) for name, ids in inputs.items()})

    return {"torch fp32": lambda: run(full), "torch int8": lambda: run(small)}


def random_deberta(folder: Path) -> Path:
    """The shape of nli-deberta-v3-small with random weights and nli-mini's vocabulary."""
    import torch
    import transformers

    torch.manual_seed(0)
    config = transformers.DebertaV2Config(
        vocab_size=30522,
        hidden_size=768,
        num_hidden_layers=6,
        num_attention_heads=12,
        intermediate_size=3072,
        max_position_embeddings=512,
        max_relative_positions=-1,
        relative_attention=True,
        position_buckets=256,
        norm_rel_ebd="layer_norm",
        share_att_key=True,
        pos_att_type=["p2c", "c2p"],
        type_vocab_size=0,
        position_biased_input=False,
        id2label={0: "contradiction", 1: "entailment", 2: "neutral"},
    )
    transformers.DebertaV2ForSequenceClassification(config).save_pretrained(folder)
    source = files("gvqa_verifiers").joinpath("models", "nli-mini", "tokenizer.json")
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(source),
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        unk_token="[UNK]",
        model_max_length=512,
    )
    tokenizer.save_pretrained(folder)
    return folder
