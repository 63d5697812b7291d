"""Fitting a temperature and a threshold on labelled pairs, and keeping them with their model.

A threshold means something only for the model it was fitted for: the file carries
the model's id and revision, and is refused for any other.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from gvqa_core.errors import ConfigError

if TYPE_CHECKING:
    from os import PathLike

TEMPERATURES = tuple(0.5 * 1.05**step for step in range(48))
"""Tried in turn: 0.5 to about 5."""


@frozen(kw_only=True)
class Calibration:
    """What was fitted, and for which model.

    Attributes:
        model: Hub id, folder or shipped name.
        revision: The commit or content hash that was loaded.
        temperature: Logits are divided by it, > 0.
        threshold: Least p(entailment), after the temperature, that supports.
        pairs: How many labelled pairs it was fitted on.
        precision: Precision of "supports" on those pairs at the threshold.
        recall: Recall of "supports" on those pairs at the threshold.
    """

    model: str
    revision: str
    temperature: float
    threshold: float
    pairs: int
    precision: float
    recall: float

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as JSON."""
        Path(path).write_text(json.dumps(attrs.asdict(self), indent=2) + "\n", encoding="utf-8")


def load(path: str | PathLike[str], *, model: str, revision: str) -> Calibration:
    """Read a calibration for one model.

    Raises:
        ConfigError: The file cannot be read, or was fitted for another model.
    """
    try:
        data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
        found = Calibration(**data)
    except (OSError, ValueError, TypeError) as error:
        raise ConfigError(f"Expected a calibration file at {path}, but: {error}") from error
    if (found.model, found.revision) != (model, revision):
        raise ConfigError(
            f"The calibration in {path} was fitted for {found.model} at revision "
            f"'{found.revision}', not for {model} at '{revision}'. A threshold never applies to "
            "another model: fit one with gvqa_verifiers.calibration.fit, or leave the option empty."
        )
    return found


def fit(
    logits: Sequence[Sequence[float]],
    supported: Sequence[bool],
    *,
    entailment: int,
    model: str,
    revision: str,
    precision: float = 0.93,
) -> Calibration:
    """Fit a temperature, then the lowest threshold that reaches a precision.

    The temperature minimises the log loss of "supported or not". The threshold is
    the lowest at which arg-max and threshold together reach the wanted precision; if
    none does, the one with the best precision.

    Args:
        logits: Raw logits of each pair, one row for each.
        supported: Whether the premise really supports the claim.
        entailment: Column of entailment.
        model: The model's id.
        revision: Its loaded revision.
        precision: What is wanted, 0 to 1.

    Returns:
        The calibration, with its figures on these same pairs.

    Raises:
        ValueError: There are no pairs, or no supported one among them.
    """
    if not logits or len(logits) != len(supported) or not any(supported):
        raise ValueError("expected as many labels as rows of logits, at least one of them true")
    temperature = min(TEMPERATURES, key=lambda t: _loss(logits, supported, entailment, t))
    scored = [
        (_probability(row, entailment, temperature), truth)
        for row, truth in zip(logits, supported, strict=True)
        if max(row) == row[entailment] and list(row).count(max(row)) == 1
    ]
    threshold, reached, recall = _threshold(scored, sum(supported), precision)
    return Calibration(
        model=model,
        revision=revision,
        temperature=temperature,
        threshold=threshold,
        pairs=len(logits),
        precision=reached,
        recall=recall,
    )


def _threshold(
    scored: Sequence[tuple[float, bool]], positives: int, wanted: float
) -> tuple[float, float, float]:
    """(threshold, precision, recall) from the accepted pairs' (p, truth)."""
    best = (1.0, 0.0, 0.0)
    lowest: tuple[float, float, float] | None = None
    kept = right = 0
    ordered = sorted(scored, reverse=True)
    for position, (probability, truth) in enumerate(ordered):
        kept += 1
        right += truth
        if position + 1 < len(ordered) and ordered[position + 1][0] == probability:
            continue
        candidate = (probability, right / kept, right / positives)
        if candidate[1] > best[1]:
            best = candidate
        if candidate[1] >= wanted:
            lowest = candidate
    return lowest or best


def _loss(
    logits: Sequence[Sequence[float]], supported: Sequence[bool], column: int, temperature: float
) -> float:
    total = 0.0
    for row, truth in zip(logits, supported, strict=True):
        p = min(max(_probability(row, column, temperature), 1e-9), 1 - 1e-9)
        total -= math.log(p if truth else 1 - p)
    return total / len(logits)


def _probability(row: Sequence[float], column: int, temperature: float) -> float:
    top = max(row)
    powers = [math.exp((value - top) / temperature) for value in row]
    return powers[column] / sum(powers)
