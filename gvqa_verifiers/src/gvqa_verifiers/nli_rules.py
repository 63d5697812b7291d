"""The rules by which logits become a judgement; every three-way verifier stands on them."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from gvqa_core.component import BaseComponent
from gvqa_core.errors import VerificationError
from gvqa_core.types import Judgement, NLILabel
from gvqa_verifiers import windows
from gvqa_verifiers.batching import length_sorted
from gvqa_verifiers.negation import says_absent

if TYPE_CHECKING:
    from gvqa_core.types import Pair
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


OptionsT = TypeVar("OptionsT", bound=NLIOptions)


class NLIRules(BaseComponent[OptionsT]):
    """Judges captions against claims with a three-way cross-encoder.

    A pair is supported if entailment is strictly the most probable relation and its
    probability reaches the threshold. A tie is neutral. An entailment below the
    threshold keeps its label and has the reason `uncertain`.
    """

    needs = "caption"

    @property
    @abstractmethod
    def scorer(self) -> PairScorer:
        """The loaded model."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge each (caption, claim); see `gvqa_core.protocols.Verifier`."""
        judgements: list[Judgement | None] = [None] * len(pairs)
        inputs: list[tuple[str, str]] = []
        lengths: list[int] = []
        owners: list[list[int]] = [[] for _ in pairs]
        for position, pair in enumerate(pairs):
            premise, claim = captions_only(pair)
            fault = self._fault(premise, claim)
            if fault:
                judgements[position] = Judgement(False, reason=fault)
                continue
            claim_tokens = len(self.scorer.spans(claim))
            room = self.scorer.max_tokens - self.scorer.special_tokens - claim_tokens
            spans = self.scorer.spans(premise)
            for window in windows.split(premise, spans, room):
                owners[position].append(len(inputs))
                inputs.append((window, claim))
                lengths.append(min(len(spans), room) + claim_tokens)
        rows = self._probabilities(inputs, lengths)
        for position, owned in enumerate(owners):
            if judgements[position] is None:
                judgements[position] = self._join([rows[i] for i in owned], str(pairs[position][1]))
        return [judgement for judgement in judgements if judgement is not None]

    def _fault(self, premise: str, claim: str) -> str | None:
        if not premise.strip():
            return "empty caption"
        if not claim.strip():
            return "empty claim"
        most = self.scorer.max_tokens - self.scorer.special_tokens - windows.MIN_ROOM
        tokens = len(self.scorer.spans(claim))
        if tokens > most:
            return f"claim too long: {tokens} tokens, at most {most}"
        return None

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
                rows[i] = softmax(row, self.scorer.columns, self.options.temperature)
        return rows

    def _join(self, rows: Sequence[Mapping[NLILabel, float] | None], claim: str) -> Judgement:
        known = [row for row in rows if row is not None]
        if len(known) < len(rows):
            return Judgement(False, reason="the model returned a score that is not a number")
        if len(known) == 1:
            return decide(known[0], self.options.threshold)
        chosen = windows.deciding_window(
            [row[NLILabel.ENTAILMENT] for row in known],
            [row[NLILabel.CONTRADICTION] for row in known],
            absence=says_absent(claim),
        )
        return decide(known[chosen], self.options.threshold)


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
