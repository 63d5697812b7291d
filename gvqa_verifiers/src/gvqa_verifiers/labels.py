"""Which logit means what, read by exact name and never by position."""

from __future__ import annotations

from collections.abc import Mapping

from gvqa_core.errors import ComponentError
from gvqa_core.types import NLILabel

SPELLINGS: Mapping[str, NLILabel] = {
    "entailment": NLILabel.ENTAILMENT,
    "entail": NLILabel.ENTAILMENT,
    "entails": NLILabel.ENTAILMENT,
    "entailed": NLILabel.ENTAILMENT,
    "neutral": NLILabel.NEUTRAL,
    "contradiction": NLILabel.CONTRADICTION,
    "contradict": NLILabel.CONTRADICTION,
    "contradicts": NLILabel.CONTRADICTION,
    "contradictory": NLILabel.CONTRADICTION,
}
"""Every spelling that is understood, in lower case. A name that is not here is refused."""


def nli_columns(id2label: Mapping[int, str] | Mapping[str, str], model: str) -> dict[NLILabel, int]:
    """Find the logit of each relation.

    Args:
        id2label: The head's labels as its configuration states them; keys are column
            numbers, as numbers or as text.
        model: Name of the model, for the message.

    Returns:
        Relation → column.

    Raises:
        ComponentError: A name is not in `SPELLINGS`, stands twice, or the columns
            are not 0, 1, 2.
    """
    columns: dict[NLILabel, int] = {}
    for key, name in id2label.items():
        label = SPELLINGS.get(str(name).strip().lower())
        if label is None or label in columns:
            raise ComponentError(_refusal(id2label, model))
        columns[label] = int(key)
    if sorted(columns.values()) != [0, 1, 2]:
        raise ComponentError(_refusal(id2label, model))
    return columns


def _refusal(id2label: Mapping[int, str] | Mapping[str, str], model: str) -> str:
    found = ", ".join(f"{key}: {name}" for key, name in id2label.items())
    return (
        f"Expected a head with exactly the labels entailment, neutral and contradiction; "
        f"{model} has {{{found}}}. Guessing their order would swap verdicts. Pass the order its "
        f"authors document as the option `labels`, for example "
        f'labels = "contradiction,entailment,neutral"; for a two-way model use the '
        f"verifier `hf-binary`."
    )


def parse_labels(text: str) -> dict[int, str]:
    """Read the `labels` option: names in column order, separated by commas."""
    return dict(enumerate(part.strip() for part in text.split(",")))
