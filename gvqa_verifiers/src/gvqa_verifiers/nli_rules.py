"""The rules by which logits become a judgement; every three-way verifier stands on them."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from attrs import evolve

from gvqa_core.component import BaseComponent
from gvqa_core.errors import VerificationError
from gvqa_core.types import Judgement, NLILabel
from gvqa_verifiers import calibration, passages, windows
from gvqa_verifiers.batching import length_sorted
from gvqa_verifiers.cautious import judge_cautiously
from gvqa_verifiers.guards import guards_left
from gvqa_verifiers.negation import says_absent, says_missing

if TYPE_CHECKING:
    from gvqa_core.types import Pair
    from gvqa_verifiers.calibration import Calibration
    from gvqa_verifiers.scorer import PairScorer

UNCERTAIN = "uncertain"
"""Reason of an entailment whose probability lies below the threshold."""


class NLIOptions(Protocol):
    """The options all three-way verifiers share."""

    @property
    def threshold(self) -> float:
        """Least p(entailment) that supports, 0 to 1; 0 leaves it to the arg-max."""
        ...

    @property
    def temperature(self) -> float:
        """Logits are divided by it before the softmax, > 0."""
        ...

    @property
    def calibration(self) -> str:
        """File whose temperature and threshold hold instead; empty for none."""
        ...

    @property
    def sentences(self) -> bool:
        """Whether a caption is judged sentence by sentence."""
        ...

    @property
    def split_compound(self) -> bool:
        """Whether the parts of "A and B" are judged apart."""
        ...

    @property
    def guards(self) -> bool:
        """Whether guards may withdraw support."""
        ...

    @property
    def guards_off(self) -> str:
        """Names of guards left out all the same, separated by commas."""
        ...


OptionsT = TypeVar("OptionsT", bound=NLIOptions)


class NLIRules(BaseComponent[OptionsT]):
    """Judges captions against claims with a three-way cross-encoder.

    A pair is supported if entailment is strictly the most probable relation and its
    probability reaches the threshold. A tie is neutral. An entailment below the
    threshold keeps its label and has the reason `uncertain`.
    """

    needs = "caption"
    _calibration: Calibration | None = None

    @property
    @abstractmethod
    def scorer(self) -> PairScorer:
        """The loaded model."""

    @property
    @abstractmethod
    def model_key(self) -> tuple[str, str]:
        """The loaded model's id and revision, to which a calibration belongs."""

    @property
    def threshold(self) -> float:
        """The threshold that holds: the calibration's, else the option's."""
        return self._calibration.threshold if self._calibration else self.options.threshold

    @property
    def temperature(self) -> float:
        """The temperature that holds: the calibration's, else the option's."""
        return self._calibration.temperature if self._calibration else self.options.temperature

    def calibrate(self) -> None:
        """Check the names of guards and read the calibration; to be called when opened.

        Raises:
            ConfigError: A guard is unknown, or the calibration belongs to another model.
        """
        guards_left(self.options.guards_off)
        self._calibration = None
        if self.options.calibration:
            model, revision = self.model_key
            self._calibration = calibration.load(
                self.options.calibration, model=model, revision=revision
            )

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
        cuts = [self._cut(premise, claim) for premise, claim in pairs]
        inputs = [
            (window, claim)
            for group, (_, claim) in zip(cuts, pairs, strict=True)
            for passage in group
            for window in passage.windows
        ]
        lengths = [cut.tokens for group in cuts for cut in group for _ in cut.windows]
        rows = iter(self._probabilities(inputs, lengths))
        judgements: list[Judgement] = []
        for group, (_, claim) in zip(cuts, pairs, strict=True):
            # Rows are taken even where a fault makes them useless: they stand in order.
            own = [[next(rows) for _ in passage.windows] for passage in group]
            fault = next((passage.fault for passage in group if passage.fault), None)
            judgements.append(
                Judgement(False, reason=fault) if fault else self._join(group, own, claim)
            )
        return judgements

    def _cut(self, premise: str, claim: str) -> list[windows.Cut]:
        texts = passages.passages(premise) if self.options.sentences else [premise]
        return [windows.cut(self.scorer, text, claim) for text in texts]

    def _probabilities(
        self, inputs: Sequence[tuple[str, str]], lengths: Sequence[int]
    ) -> list[Mapping[NLILabel, float] | None]:
        """Probability of each relation for each input; None where the model returned no number."""
        rows: list[Mapping[NLILabel, float] | None] = [None] * len(inputs)
        for batch in length_sorted(lengths, self.scorer.batch_size):
            logits = self.scorer.logits([inputs[i] for i in batch]).reshape(-1, 3)
            if len(logits) != len(batch):
                raise VerificationError(
                    f"Expected {len(batch)} rows of logits, got {len(logits)}", stage="verify"
                )
            for i, row in zip(batch, logits.tolist(), strict=True):
                rows[i] = softmax(row, self.scorer.columns, self.temperature)
        return rows

    def _join(
        self,
        group: Sequence[windows.Cut],
        rows: Sequence[Sequence[Mapping[NLILabel, float] | None]],
        claim: str,
    ) -> Judgement:
        absence = says_absent(claim) or says_missing(claim)
        chosen: list[Mapping[NLILabel, float]] = []
        for own in rows:
            known = [row for row in own if row is not None]
            if len(known) < len(own):
                return Judgement(False, reason="the model returned a score that is not a number")
            chosen.append(known[_deciding_window(known, absence)])
        about = passages.about([cut.text for cut in group], claim)
        several = len(group) > 1
        scored = [
            passages.Scored(
                row[NLILabel.ENTAILMENT], row[NLILabel.CONTRADICTION], several and concerned
            )
            for row, concerned in zip(chosen, about, strict=True)
        ]
        position, sinks = passages.deciding_passage(scored, absence=absence)
        judgement = decide(chosen[position], self.threshold)
        if not sinks:
            return judgement
        return evolve(judgement, reason=f"the caption also says: {group[position].text}")


def _deciding_window(rows: Sequence[Mapping[NLILabel, float]], absence: bool) -> int:
    return windows.deciding_window(
        [row[NLILabel.ENTAILMENT] for row in rows],
        [row[NLILabel.CONTRADICTION] for row in rows],
        absence=absence,
    )


def captions_only(pair: Pair) -> tuple[str, str]:
    """The pair, once its premise is seen to be a caption.

    Raises:
        VerificationError: The premise is a frame.
    """
    premise, claim = pair
    if not isinstance(premise, str):
        raise VerificationError(
            f"Expected a caption as premise, got {type(premise).__name__}: this judge reads text",
            stage="verify",
        )
    return premise, claim


def softmax(
    logits: Sequence[float], columns: Mapping[NLILabel, int], temperature: float
) -> Mapping[NLILabel, float] | None:
    """Turn one row of logits into probabilities that sum to 1; None if one is not finite."""
    if not all(math.isfinite(value) for value in logits):
        return None
    top = max(logits)
    powers = [math.exp((value - top) / temperature) for value in logits]
    total = sum(powers)
    return {label: powers[columns[label]] / total for label in NLILabel}


def decide(row: Mapping[NLILabel, float], threshold: float) -> Judgement:
    """Apply arg-max and threshold to one pair's probabilities."""
    ranked = sorted(row, key=lambda label: row[label], reverse=True)
    tie = row[ranked[0]] == row[ranked[1]]
    label = NLILabel.NEUTRAL if tie else ranked[0]
    scores = {name.value: row[name] for name in NLILabel}
    if label is not NLILabel.ENTAILMENT:
        return Judgement(False, label, scores)
    if row[label] < threshold:
        return Judgement(False, label, scores, reason=UNCERTAIN)
    return Judgement(True, label, scores)
