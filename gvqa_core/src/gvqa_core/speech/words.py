"""What words alone decide: whether a quotation, or a thing that is named, is in a passage."""

from __future__ import annotations

from gvqa_core.builtin.words import STOPWORDS, stems, tokens


def quotes(passage: str, quotation: str) -> bool:
    """Whether a quotation stands in a passage word for word, case and marks aside."""
    wanted, words = tokens(quotation), tokens(passage)
    spans = range(len(words) - len(wanted) + 1)
    return bool(wanted) and any(words[at : at + len(wanted)] == wanted for at in spans)


def names(passage: str, topic: str) -> bool:
    """Whether a passage has every content word of a topic, inflection aside."""
    wanted = set(stems(topic)) - STOPWORDS
    return bool(wanted) and wanted <= set(stems(passage))
