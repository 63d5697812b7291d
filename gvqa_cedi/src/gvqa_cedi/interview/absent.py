"""Plausible things that are not there: what adversarial and unanswerable questions make up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection

from gvqa_cedi.graph import SceneGraph, SceneObject
from gvqa_cedi.interview.state import Interview
from gvqa_cedi.wordnet.physical import is_physical
from gvqa_cedi.wordnet.sameness import is_broader, same_thing

# For pictures of which nothing else is known.
_COMMON = ("dog", "cat", "chair", "bicycle", "bottle", "umbrella", "clock", "bird", "book", "lamp")
_COLOURS = ("red", "green", "blue", "yellow", "white", "black", "orange", "brown")
_OPPOSITES = {"large": "small", "small": "large", "big": "small", "tall": "short", "short": "tall",
              "open": "closed", "closed": "open", "old": "new", "new": "old"}  # fmt: skip
_WRONG = ("on", "under", "behind", "above", "left of", "right of", "in front of")
# What these say can hold together with what is there, or is said from the other side.
_COMPATIBLE = {
    "next to": {"left of", "right of", "in front of", "behind", "near", "on", "with"},
    "near": {"left of", "right of", "in front of", "behind", "next to", "on", "with", "under"},
}


def absent_object(interview: Interview, node: SceneObject, rng: random.Random) -> str:
    """A name of something that is not there: often seen with the node, or common.

    Not a synonym, a kind or a broader name of anything that is there.
    """
    there = {each.name for each in interview.graph.objects}
    seen_with = Counter(interview.cooccurrence.get(node.name, {}))
    for name in there:
        seen_with.update(interview.cooccurrence.get(name, {}))
    likely = [name for name, _ in sorted(seen_with.items(), key=lambda item: (-item[1], item[0]))]
    candidates = [name for name in likely if is_absent(name, there)][:6]
    candidates = candidates or [name for name in _COMMON if is_absent(name, there)]
    return rng.choice(candidates) if candidates else "unicorn"


def wrong_value(node: SceneObject, rng: random.Random) -> tuple[str, str] | None:
    """(true value, wrong value) of one of the node's attributes; None when none can be told."""
    options: list[tuple[str, str]] = []
    colours = [a.value for a in node.attributes if a.value in _COLOURS or a.name == "colour"]
    if len(colours) == 1:
        options += [(colours[0], other) for other in _COLOURS if other not in colours[0]]
    options += [(a.value, _OPPOSITES[a.value]) for a in node.attributes if a.value in _OPPOSITES]
    return rng.choice(options) if options else None


def wrong_predicate(graph: SceneGraph, subject: str, target: str, rng: random.Random) -> str | None:
    """A predicate that does not hold between two objects; None when none is safe."""
    between = {r.predicate for r in graph.relations if {r.subject, r.object} == {subject, target}}
    ruled_out = set(between)
    for predicate in between:
        ruled_out |= _COMPATIBLE.get(predicate, set())
    options = [predicate for predicate in _WRONG if predicate not in ruled_out]
    return rng.choice(options) if options else None


def is_absent(name: str, there: Collection[str]) -> bool:
    """Whether a visible thing is none of what is there: no synonym, kind or broader name."""
    if not is_physical(name):
        return False
    return not any(
        same_thing(name, each) or is_broader(name, each) or is_broader(each, name) for each in there
    )
