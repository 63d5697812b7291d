"""`hf-binary`: any two-way "is this supported?" classifier of the Hugging Face hub."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen, validators

from gvqa_core.backends.models import weights_availability
from gvqa_core.component import Availability, BaseComponent
from gvqa_core.errors import ComponentError
from gvqa_core.types import BinaryLabel, Judgement
from gvqa_verifiers import windows
from gvqa_verifiers.batching import length_sorted
from gvqa_verifiers.binary_labels import supported_column
from gvqa_verifiers.cautious import judge_cautiously
from gvqa_verifiers.guards import OFF, guards_left
from gvqa_verifiers.nli_rules import UNCERTAIN, captions_only
from gvqa_verifiers.torch_scorer import PairClassifier

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Pair


@frozen(kw_only=True)
class BinaryOptions:
    """Options of `hf-binary`.

    Attributes:
        model: Hub id or local folder of a classifier with two labels.
        revision: Branch, tag or commit; empty for the default branch.
        preset: `minicheck-roberta` for MiniCheck (Tang et al. 2024): label 1 means
            supported and both texts are written as one; empty for none.
        joined: Write both texts as one, with the end-of-text token between them.
        supported: Name or column of the label that means supported; empty reads the names.
        device: `auto`, `cpu`, `cuda` or `mps`.
        batch_size: Pairs in a batch; 0 takes the size measured for the device.
        max_tokens: Most tokens of premise and claim together.
        threshold: Least p(supported), 0 to 1; 0 leaves it to the arg-max.
        split_compound: Judge the parts of "A and B" apart, joined by AND.
        guards: Let the deterministic guards withdraw a Grounded.
        guards_off: Names of guards left out all the same, separated by commas.
    """

    model: str = ""
    revision: str = ""
    preset: str = field(default="", validator=validators.in_(("", "minicheck-roberta")))
    supported: str = ""
    joined: bool = False
    device: str = field(default="auto", validator=validators.in_(("auto", "cpu", "cuda", "mps")))
    batch_size: int = field(default=0, validator=validators.ge(0))
    max_tokens: int = field(default=512, validator=validators.ge(48))
    threshold: float = field(default=0.0, validator=[validators.ge(0.0), validators.le(1.0)])
    split_compound: bool = True
    guards: bool = True
    guards_off: str = OFF


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "minicheck-roberta": {
        "model": "lytang/MiniCheck-RoBERTa-Large",
        "supported": "1",
        "joined": True,
    },
}
"""What a preset fills in where the user said nothing."""


def with_preset(options: BinaryOptions) -> BinaryOptions:
    """The options with their preset filled in; MiniCheck is the model if none is named."""
    name = options.preset or ("" if options.model else "minicheck-roberta")
    missing = {k: v for k, v in PRESETS.get(name, {}).items() if not getattr(options, k)}
    return evolve(options, **missing)


def probe(options: BinaryOptions | None = None) -> Availability:
    """Tell whether the weights are here or must be fetched; imports no model library."""
    chosen = with_preset(options or BinaryOptions())
    return weights_availability(chosen.model, chosen.revision or None)


class Binary(BaseComponent[BinaryOptions]):
    """Judges captions against claims by a two-way classifier.

    It supports if the supporting label is strictly the more probable one and its
    probability reaches the threshold. A long premise is judged in windows, and one
    window that supports is enough.
    """

    needs = "caption"

    def __init__(self, options: BinaryOptions) -> None:
        super().__init__(with_preset(options))
        self._classifier: PairClassifier | None = None
        self._supported = 0

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """All options that change a score."""
        speed = ("device", "batch_size")
        return {name: value for name, value in super().identity.items() if name not in speed}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load tokenizer and weights."""
        guards_left(self.options.guards_off)
        classifier = PairClassifier(
            self.options.model,
            revision=self.options.revision,
            device=self.options.device,
            batch_size=self.options.batch_size,
            max_tokens=self.options.max_tokens,
            joined=self.options.joined,
        )
        self._supported = supported_column(
            classifier.id2label, self.options.supported, self.options.model
        )
        self._classifier = classifier

    def close(self) -> None:
        """Free them."""
        self._classifier = None

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge each (caption, claim); see `gvqa_core.protocols.Verifier`."""
        return judge_cautiously(
            self.judge_simple,
            [captions_only(pair) for pair in pairs],
            split_compound=self.options.split_compound,
            guards=self.options.guards,
            guards_off=self.options.guards_off,
        )

    def judge_simple(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """Judge each (caption, claim) by the model alone: no splitting, no guards."""
        if self._classifier is None:
            raise ComponentError(
                "hf-binary is not open: call open({}) first", component="hf-binary"
            )
        classifier = self._classifier
        cuts = [windows.cut(classifier, premise, claim) for premise, claim in pairs]
        inputs = [
            (window, pair[1])
            for cut, pair in zip(cuts, pairs, strict=True)
            for window in cut.windows
        ]
        lengths = [cut.tokens for cut in cuts for _ in cut.windows]
        chances: list[float] = [math.nan] * len(inputs)
        for batch in length_sorted(lengths, classifier.batch_size):
            rows = classifier.logits([inputs[i] for i in batch]).reshape(len(batch), -1).tolist()
            for i, row in zip(batch, rows, strict=True):
                # Of two logits only the difference counts.
                chances[i] = _sigmoid(row[self._supported] - row[1 - self._supported])
        scored = iter(chances)
        return [
            self._decide([next(scored) for _ in cut.windows])
            if cut.fault is None
            else Judgement(False, reason=cut.fault)
            for cut in cuts
        ]

    def _decide(self, chances: Sequence[float]) -> Judgement:
        if not all(math.isfinite(chance) for chance in chances):
            return Judgement(False, reason="the model returned a score that is not a number")
        best = max(chances)
        scores = {BinaryLabel.SUPPORTED.value: best, BinaryLabel.UNSUPPORTED.value: 1 - best}
        if best <= 0.5:
            return Judgement(False, BinaryLabel.UNSUPPORTED, scores)
        if best < self.options.threshold:
            return Judgement(False, BinaryLabel.SUPPORTED, scores, reason=UNCERTAIN)
        return Judgement(True, BinaryLabel.SUPPORTED, scores)


def _sigmoid(value: float) -> float:
    if not math.isfinite(value):
        return math.nan
    return 1 / (1 + math.exp(-value)) if value >= 0 else 1 - 1 / (1 + math.exp(value))
