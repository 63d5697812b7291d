"""Cases in short: what is there, what was said."""

from __future__ import annotations

from gvqa_cedi.grading.results import Case
from gvqa_cedi.graph import SceneGraph, SceneObject
from gvqa_cedi.parsing import Exchange
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions
from gvqa_cedi.transcripts import Transcript, Turn


def named(names) -> SceneGraph:
    """A graph of objects alone."""
    return SceneGraph("i", [SceneObject(str(n), name) for n, name in enumerate(names)])


def case(graph, *turns: Turn | str) -> Case:
    """A conversation beside its graph; a plain text is a response without a question."""
    said = tuple(t if isinstance(t, Turn) else Turn("", t) for t in turns)
    parsed = Lexicon(LexiconOptions()).parse([Exchange(t.text, t.question) for t in said])
    truth = graph if isinstance(graph, SceneGraph) else named(graph)
    return Case(Transcript("i", said), truth, tuple(parsed))
