"""Cuts a sentence into its clauses: who does what, one statement at a time."""

from __future__ import annotations

import re

from gvqa_core.builtin.sentences import quotations
from gvqa_verifiers.compound import is_clause, with_subject
from gvqa_verifiers.language.phrases import phrases
from gvqa_verifiers.language.words import words

_JOINT = re.compile(
    r"\s*(?:;|,?\s+(?:and|while|but|whereas|as|although|though|because|so))\s+|,\s+", re.IGNORECASE
)
_RELATIVE = re.compile(r",?\s+(?:who|which|that)\s+", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:he|she|it|they|this|that|these|those)\b", re.IGNORECASE)


def clauses(sentence: str) -> list[str]:
    """Cut a sentence into statements that can be read by themselves.

    Args:
        sentence: One sentence.

    Returns:
        The statements in order; `[sentence]` when there is one, or when a later one
        begins with a pronoun, which only the earlier ones explain, or when text is quoted.
    """
    if quotations(sentence):
        return [sentence]
    parts = _cut(sentence.strip().rstrip("."))
    if any(_PRONOUN.match(part) for part in parts[1:]):
        return [sentence]
    return [f"{part[:1].upper()}{part[1:]}." for part in parts] if len(parts) > 1 else [sentence]


def _cut(text: str) -> list[str]:
    for joint in _JOINT.finditer(text):
        left, right = text[: joint.start()].strip(), text[joint.end() :].strip()
        if is_clause(left) and is_clause(right):
            return [*_cut(left), *_cut(right)]
        shared = with_subject(left, right)
        if shared:
            return [*_cut(left), *_cut(shared)]
    return _relative(text)


def _relative(text: str) -> list[str]:
    """Cut "a nurse talks to a patient who smiles" into "… a patient", "a patient smiles"."""
    joint = _RELATIVE.search(text)
    if joint is None:
        return [text]
    left = text[: joint.start()]
    tokens = words(left)
    things = phrases(tokens)
    if not things or things[-1].stop != len(tokens):
        return [text]
    described = left.split()[-(things[-1].stop - things[-1].start) :]
    relative, _, rest = text[joint.end() :].partition(",")
    main = f"{left} {rest.strip()}".strip()
    return [main, *_cut(f"{' '.join(described)} {relative.strip()}")]
