"""Parsers: from what a model wrote about a picture to the scene graph it asserts."""

from gvqa_cedi.parsing.aggregation import predicted_graph
from gvqa_cedi.parsing.parsed import Exchange, Mention, ParsedResponse, ParsedSentence, Stated

__all__ = [
    "Exchange",
    "Mention",
    "ParsedResponse",
    "ParsedSentence",
    "Stated",
    "predicted_graph",
]
