"""Tiny real models with known logits, and a scorer whose answers are written out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
from attrs import field, frozen

from gvqa_core.types import Message, NLILabel
from gvqa_verifiers.nli_rules import NLIRules

_TEXT = (
    "a an the is are in on of and with dog cat man woman car runs sleeps sits grass red black "
    "squirrel character hydrant jumps over brown wall behind counter plain grey talk kitchen . , "
    "? [ ] one two at no not there barks"
)
WORDS = _TEXT.split()


def tiny_bert(
    folder: Path,
    labels: Sequence[str],
    logits: Sequence[float] | None = None,
    *,
    architecture: str = "bert",
    seed: int = 0,
    positions: int = 64,
) -> Path:
    """Save a real one-layer classifier; with `logits` it answers exactly those, always."""
    import torch
    import transformers
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {word: i for i, word in enumerate(dict.fromkeys([*special, *WORDS]))}
    raw = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    raw.normalizer = normalizers.BertNormalizer()
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])],
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        eos_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=positions,
    )
    sizes = {
        "vocab_size": len(vocabulary),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 32,
        "pad_token_id": 0,
    }
    names = {
        "id2label": dict(enumerate(labels)),
        "label2id": {label: i for i, label in enumerate(labels)},
    }
    torch.manual_seed(seed)
    if architecture == "roberta":
        config = transformers.RobertaConfig(
            **sizes, **names, max_position_embeddings=positions + 1, type_vocab_size=2
        )
        model = transformers.RobertaForSequenceClassification(config)
        head = model.classifier.out_proj
    else:
        config = transformers.BertConfig(**sizes, **names, max_position_embeddings=positions)
        model = transformers.BertForSequenceClassification(config)
        head = model.classifier
    with torch.no_grad():
        if logits is None:
            head.weight.mul_(100)
        else:
            head.weight.zero_()
            head.bias.copy_(torch.tensor(list(logits)))
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@frozen(kw_only=True)
class WrittenOptions:
    threshold: float = 0.0
    temperature: float = 1.0
    calibration: str = ""
    sentences: bool = True
    split_compound: bool = False
    guards: bool = False
    guards_off: str = ""


@frozen
class WrittenScorer:
    """Answers with `answer(premise, claim)`; counts words as tokens; notes what it was asked."""

    answer: Callable[[str, str], Sequence[float]]
    batch_size: int = 2
    max_tokens: int = 512
    flat_single: bool = False
    special_tokens: int = 3
    asked: list[list[tuple[str, str]]] = field(factory=list)
    columns: ClassVar = {NLILabel.ENTAILMENT: 0, NLILabel.NEUTRAL: 1, NLILabel.CONTRADICTION: 2}

    def spans(self, text: str) -> list[tuple[int, int]]:
        found, start = [], 0
        for word in text.split():
            start = text.index(word, start)
            found.append((start, start + len(word)))
            start += len(word)
        return found

    def logits(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        self.asked.append(list(pairs))
        rows = np.array([list(self.answer(*pair)) for pair in pairs], dtype=np.float64)
        return rows[0] if self.flat_single and len(rows) == 1 else rows


class Written(NLIRules[WrittenOptions]):
    """The real rules over a scorer whose answers are written out."""

    def __init__(self, scorer: WrittenScorer, **options: object) -> None:
        super().__init__(WrittenOptions(**options))
        self._written = scorer

    scorer = property(lambda self: self._written)
    model_key = ("written", "1")


YES, PERHAPS, NO = (4.0, 0.0, -2.0), (0.0, 4.0, -2.0), (-2.0, 0.0, 4.0)


class Answering:
    """A component built on a chat model that answers YES where a function says so."""

    def __init__(self, says_yes: Callable[[Message], bool]) -> None:
        self.chat = self
        self.identity = {"name": "answering"}
        self._says_yes = says_yes

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: object = None,
        seed: int | None = None,
    ) -> list[str]:
        answers = [self._says_yes(conversation[-1]) for conversation in conversations]
        return ["YES: it is there" if yes else "NO: it is not" for yes in answers]
