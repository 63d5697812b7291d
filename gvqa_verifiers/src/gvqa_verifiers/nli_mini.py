"""`nli-mini`: a small NLI cross-encoder that ships with this package and needs no torch."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from gvqa_core.component import Availability
from gvqa_core.errors import ComponentError
from gvqa_verifiers.guards import OFF
from gvqa_verifiers.labels import nli_columns
from gvqa_verifiers.nli_rules import NLIRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.protocols import Scalar
    from gvqa_core.types import NLILabel
    from gvqa_verifiers.scorer import PairScorer

MODEL = "nli-mini"
REVISION = "3350cdb388325ba4"
"""The first 16 hex digits of the SHA-256 of `model_int8.onnx`."""


@frozen(kw_only=True)
class NLIMiniOptions:
    """Options of `nli-mini`.

    Attributes:
        threshold: Least p(entailment) that supports, 0 to 1; fitted for these weights.
        temperature: Logits are divided by it before the softmax, > 0.
        calibration: File written by `gvqa_verifiers.calibration`, whose temperature
            and threshold then hold; empty for none.
        sentences: Judge a caption sentence by sentence (see `passages`), not as a whole.
        split_compound: Judge the parts of "A and B" apart, joined by AND.
        guards: Let the deterministic guards withdraw a Grounded.
        guards_off: Names of guards left out all the same, separated by commas.
        threads: Pairs scored at the same time; 0 takes one for each core, at most 8.
    """

    threshold: float = field(default=0.8, validator=[validators.ge(0.0), validators.le(1.0)])
    temperature: float = field(default=1.0, validator=validators.gt(0.0))
    calibration: str = ""
    sentences: bool = True
    split_compound: bool = True
    guards: bool = True
    guards_off: str = OFF
    threads: int = field(default=0, validator=validators.ge(0))


def probe(options: NLIMiniOptions | None = None) -> Availability:
    """The weights ship with the package; only a damaged installation lacks them."""
    if files("gvqa_verifiers").joinpath("models", MODEL, "model_int8.onnx").is_file():
        return Availability(True)
    return Availability(False, "its weights are missing: reinstall gvqa-verifiers")


class NLIMini(NLIRules[NLIMiniOptions]):
    """Judges captions against claims by the shipped six-layer MiniLM cross-encoder (int8).

    Measured accuracy and limits: docs/verifiers.md.
    """

    _scorer: OnnxScorer | None = None

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """All options that change a score, and which weights these are."""
        kept = {name: value for name, value in super().identity.items() if name != "threads"}
        return {"model": MODEL, "revision": REVISION, **kept}

    @property
    def model_key(self) -> tuple[str, str]:
        """The shipped model and the hash of its weights."""
        return MODEL, REVISION

    @property
    def scorer(self) -> PairScorer:
        """The loaded model."""
        if self._scorer is None:
            raise ComponentError(
                "nli-mini is not open: use it in a `with` block or call open({}) first",
                component=MODEL,
            )
        return self._scorer

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load 24 MB of weights."""
        threads = self.options.threads or min(os.cpu_count() or 1, 8)
        self._scorer = OnnxScorer(threads)
        self.calibrate()

    def close(self) -> None:
        """Free them."""
        if self._scorer is not None:
            self._scorer.close()
            self._scorer = None


class OnnxScorer:
    """The shipped weights under onnxruntime.

    Each pair is scored by itself, several at the same time: the int8 graph scales its
    activations by the largest value in the whole batch, so that in a batch the score
    of a pair would depend on the others (by up to .48 in probability, measured).

    Args:
        threads: Pairs scored at the same time, >= 1.
    """

    max_tokens = 256
    special_tokens = 3
    """`[CLS] premise [SEP] hypothesis [SEP]`."""

    def __init__(self, threads: int) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        with as_file(files("gvqa_verifiers").joinpath("models", MODEL)) as folder:
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session = onnxruntime.InferenceSession(
                str(folder / "model_int8.onnx"), options, providers=["CPUExecutionProvider"]
            )
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._columns = nli_columns(config["id2label"], MODEL)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.batch_size = 64
        """Pairs handed over at once; it changes no score."""

    @property
    def columns(self) -> Mapping[NLILabel, int]:
        """Which logit column belongs to which relation."""
        return self._columns

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """The character span of every token of `text`."""
        return self._tokenizer.encode(text, add_special_tokens=False).offsets

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Score pairs that fit; float64, `(len(pairs), 3)`."""
        import numpy as np

        rows = self._pool.map(self._one, pairs) if self._pool else map(self._one, pairs)
        return np.stack(list(rows)).astype(np.float64)

    def _one(self, pair: tuple[str, str]) -> NDArray[np.float32]:
        import numpy as np

        encoding = self._tokenizer.encode(*pair)
        inputs = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        feed = {name: np.asarray([ids], dtype=np.int64) for name, ids in inputs.items()}
        (logits,) = self._session.run(["logits"], feed)
        return np.asarray(logits, dtype=np.float32)[0]

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
