"""A Hugging Face sequence classifier that reads (premise, hypothesis), under torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.backends.weights import local_weights
from gvqa_core.errors import ComponentError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

BATCH_SIZES = {"cpu": 8, "cuda": 64, "mps": 32}
"""Pairs in a length-sorted batch, by device; measured in docs/verifiers.md."""


class PairClassifier:
    """A loaded classifier of text pairs, in float32.

    Args:
        model: Hub id or local folder.
        revision: Branch, tag or commit; empty for the default branch.
        device: `auto`, `cpu`, `cuda` or `mps`.
        batch_size: Pairs in a batch; 0 takes the device's own size.
        max_tokens: Most tokens of one input; lowered to what the model can read.
        joined: Write both texts as one, with the end-of-text token between them, instead
            of the tokenizer's own form for pairs; MiniCheck was trained so.

    Raises:
        ModelUnavailableError: The weights are neither here nor to be had.
        ComponentError: The folder holds no trained pair classifier.
    """

    def __init__(
        self,
        model: str,
        *,
        revision: str,
        device: str,
        batch_size: int,
        max_tokens: int,
        joined: bool = False,
    ) -> None:
        import torch
        import transformers

        self.folder: Path = local_weights(model, revision)
        self._torch: Any = torch
        self.device = choose_device(torch, device)
        self.batch_size = batch_size or BATCH_SIZES.get(self.device, 8)
        try:
            self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(str(self.folder))
            loaded: Any = transformers.AutoModelForSequenceClassification.from_pretrained(
                str(self.folder),
                use_safetensors=True,
                trust_remote_code=False,
                output_loading_info=True,
                dtype=torch.float32,
            )
        except (OSError, ValueError, KeyError) as error:
            raise ComponentError(
                f"Expected a sequence classifier with safetensors weights in {model}, but it "
                f"cannot be loaded: {error}"
            ) from error
        network, report = loaded
        _refuse_untrained(report, model)
        if not self._tokenizer.is_fast:
            raise ComponentError(
                f"Expected a tokenizer that tells where its tokens stand in the text, but {model} "
                "has none: its folder needs a tokenizer.json"
            )
        self._network: Any = network.to(self.device).eval()
        self.id2label: Mapping[int, str] = dict(network.config.id2label)
        self.max_tokens = _limit(max_tokens, self._tokenizer, network.config)
        self._joined = joined
        added: int = self._tokenizer.num_special_tokens_to_add(pair=not joined)
        self.special_tokens = added + joined

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """The character span of every token of `text`, without special tokens."""
        encoded = self._tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, truncation=False
        )
        return [(start, end) for start, end in encoded["offset_mapping"]]

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Score pairs that fit; raw logits, float64, `(len(pairs), labels)`."""
        texts = [[premise for premise, _ in pairs], [hypothesis for _, hypothesis in pairs]]
        if self._joined:
            between: str = self._tokenizer.eos_token
            texts = [[between.join(pair) for pair in pairs]]
        inputs = self._tokenizer(*texts, padding=True, truncation=False, return_tensors="pt")
        with self._torch.inference_mode():
            rows = self._network(**inputs.to(self.device)).logits
        return rows.double().cpu().numpy()


def choose_device(torch: Any, wanted: str) -> str:
    """Resolve `auto` to the best device of this machine."""
    if wanted != "auto":
        return wanted
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _refuse_untrained(report: Mapping[str, Any], model: str) -> None:
    """A head that is not in the checkpoint is random numbers, and they look like scores."""
    missing = sorted(
        {*report.get("missing_keys", ()), *map(str, report.get("mismatched_keys", ()))}
    )
    if missing:
        raise ComponentError(
            f"Expected a trained classifier in {model}, but these of its weights are not in the "
            f"checkpoint and would be random: {', '.join(missing[:4])}. Take a model that was "
            "fine-tuned for this task, for example cross-encoder/nli-deberta-v3-small."
        )


def _limit(wanted: int, tokenizer: Any, config: Any) -> int:
    limits = [wanted, int(tokenizer.model_max_length)]
    positions = getattr(config, "max_position_embeddings", None)
    if positions:
        # RoBERTa begins to count positions behind its padding token.
        padding = config.pad_token_id if config.model_type in ROBERTA_LIKE else -1
        limits.append(int(positions) - (padding + 1))
    return min(limits)


ROBERTA_LIKE = frozenset(("roberta", "xlm-roberta", "camembert", "longformer"))
