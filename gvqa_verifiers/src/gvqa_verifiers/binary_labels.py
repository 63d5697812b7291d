"""Which logit of a two-way head means "supported", read by exact name and never by position."""

from __future__ import annotations

from collections.abc import Mapping

from gvqa_core.errors import ComponentError

SUPPORTING = frozenset(
    ("supported", "support", "supports", "entailment", "entailed", "consistent", "factual", "yes")
)
OPPOSING = frozenset(
    (
        "unsupported",
        "not_supported",
        "not supported",
        "refuted",
        "refutes",
        "not_entailment",
        "non_entailment",
        "not entailment",
        "inconsistent",
        "hallucinated",
        "no",
    )
)
"""Every spelling that is understood, in lower case. Any other name must be stated."""


def supported_column(id2label: Mapping[int, str], stated: str, model: str) -> int:
    """Find the logit that means "supported".

    Args:
        id2label: The head's labels as its configuration states them.
        stated: Name or column number that the user gave; empty reads the names.
        model: Name of the model, for the message.

    Raises:
        ComponentError: The head has not two labels, or it is not plain which supports.
    """
    names = {int(key): str(name).strip().lower() for key, name in id2label.items()}
    if sorted(names) != [0, 1]:
        raise ComponentError(
            f"Expected a head with two labels, but {model} has {len(names)}: "
            f"{', '.join(names.values())}. A three-way model goes with the verifier `nli`."
        )
    wanted = stated.strip().lower()
    found = [
        column
        for column, name in names.items()
        if (wanted in (name, str(column)) if wanted else name in SUPPORTING)
    ]
    other_opposes = wanted or any(name in OPPOSING for name in names.values())
    if len(found) == 1 and other_opposes:
        return found[0]
    raise ComponentError(
        f"Expected to know which of {dict(sorted(names.items()))} of {model} means supported. Say "
        f'it with the option `supported`, by name or column, for example supported = "1".'
    )
