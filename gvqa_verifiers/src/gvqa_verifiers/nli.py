"""`nli`: any three-way NLI cross-encoder of the Hugging Face hub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from gvqa_core.backends.models import weights_availability
from gvqa_core.component import Availability
from gvqa_core.config import NLI_MODEL
from gvqa_core.errors import ComponentError
from gvqa_verifiers.guards import OFF
from gvqa_verifiers.labels import nli_columns, parse_labels
from gvqa_verifiers.nli_rules import NLIRules
from gvqa_verifiers.torch_scorer import PairClassifier

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import NLILabel
    from gvqa_verifiers.scorer import PairScorer

SIZES = {NLI_MODEL: 568_000_000}
"""Bytes to fetch, where known."""


@frozen(kw_only=True)
class NLIOptions:
    """Options of `nli`.

    Attributes:
        model: Hub id or local folder of a three-way NLI cross-encoder.
        revision: Branch, tag or commit; empty for the default branch.
        labels: Names of its logits in column order, separated by commas, for a model
            whose configuration does not name them; empty reads the configuration.
        device: `auto`, `cpu`, `cuda` or `mps`.
        batch_size: Pairs in a batch; 0 takes the size measured for the device.
        max_tokens: Most tokens of premise and claim together; longer premises are
            judged in windows.
        threshold: Least p(entailment) that supports, 0 to 1; 0 leaves it to the arg-max.
        temperature: Logits are divided by it before the softmax, > 0.
        calibration: File written by `gvqa_verifiers.calibration`, whose temperature
            and threshold then hold; empty for none.
        sentences: Judge a caption sentence by sentence (see `passages`), not as a whole.
        split_compound: Judge the parts of "A and B" apart, joined by AND.
        guards: Let the deterministic guards withdraw a Grounded.
        guards_off: Names of guards left out all the same, separated by commas.
    """

    model: str = NLI_MODEL
    revision: str = ""
    labels: str = ""
    device: str = field(default="auto", validator=validators.in_(("auto", "cpu", "cuda", "mps")))
    batch_size: int = field(default=0, validator=validators.ge(0))
    max_tokens: int = field(default=512, validator=validators.ge(48))
    threshold: float = field(default=0.0, validator=[validators.ge(0.0), validators.le(1.0)])
    temperature: float = field(default=1.0, validator=validators.gt(0.0))
    calibration: str = ""
    sentences: bool = True
    split_compound: bool = True
    guards: bool = True
    guards_off: str = OFF


def probe(options: NLIOptions | None = None) -> Availability:
    """Tell whether the weights are here or must be fetched; imports no model library."""
    options = options or NLIOptions()
    return weights_availability(
        options.model, options.revision or None, size=SIZES.get(options.model)
    )


class TorchScorer(PairClassifier):
    """A pair classifier whose three logits are known by name.

    Args:
        options: The verifier's options.
    """

    def __init__(self, options: NLIOptions) -> None:
        super().__init__(
            options.model,
            revision=options.revision,
            device=options.device,
            batch_size=options.batch_size,
            max_tokens=options.max_tokens,
        )
        named = parse_labels(options.labels) if options.labels else self.id2label
        self.columns: Mapping[NLILabel, int] = nli_columns(named, options.model)


class NLI(NLIRules[NLIOptions]):
    """Judges captions against claims by a model made for that (section 3.3 of the paper)."""

    _scorer: TorchScorer | None = None

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """All options that change a score."""
        speed = ("device", "batch_size")
        return {name: value for name, value in super().identity.items() if name not in speed}

    @property
    def model_key(self) -> tuple[str, str]:
        """The model and the revision that is really loaded."""
        folder = self._loaded().folder
        is_snapshot = folder.parent.name == "snapshots"
        return self.options.model, folder.name if is_snapshot else self.options.revision

    @property
    def scorer(self) -> PairScorer:
        """The loaded model."""
        return self._loaded()

    def _loaded(self) -> TorchScorer:
        if self._scorer is None:
            raise ComponentError(
                "nli is not open: use it in a `with` block or call open({}) first", component="nli"
            )
        return self._scorer

    def open(self, needs: Mapping[str, Any]) -> None:
        """Load tokenizer and weights."""
        self._scorer = TorchScorer(self.options)
        self.calibrate()

    def close(self) -> None:
        """Free them."""
        self._scorer = None
