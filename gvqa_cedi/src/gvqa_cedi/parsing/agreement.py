"""How well a parser reads: precision, recall and F1 on responses labelled by people.

The set ships with this package: 54 responses as models write them (captions, answers,
lists, denials, doubts), each with the objects, attributes and relations it asserts,
labelled by us. The paper reports 0.882 / 0.879 / 0.881 for its parser on a set of its
own, so the figures are not comparable one to one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from attrs import frozen

from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.parsing.aggregation import predicted_graph
from gvqa_cedi.parsing.parsed import Exchange, ParsedResponse
from gvqa_cedi.text.verbs import fold_predicate
from gvqa_cedi.wordnet import wordnet

Element = tuple[str, ...]
KINDS = ("objects", "attributes", "relations")


@frozen
class Labelled:
    """A response and what it asserts.

    Attributes:
        exchange: The response, with its question.
        elements: Kind → elements: `(name,)`, `(name, value)`, `(subject, predicate, object)`.
    """

    exchange: Exchange
    elements: Mapping[str, frozenset[Element]]


@frozen
class Agreement:
    """Precision, recall and F1, all in [0, 1]; higher is better.

    Attributes:
        right: Elements found that are labelled.
        found: Elements found.
        labelled: Elements labelled.
    """

    right: int
    found: int
    labelled: int

    @property
    def precision(self) -> float:
        """Share of what was found that is labelled; 1.0 when nothing was found."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Share of what is labelled that was found; 1.0 when nothing is labelled."""
        return self.right / self.labelled if self.labelled else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.found + self.labelled
        return 2 * self.right / total if total else 1.0


def labelled_responses() -> list[Labelled]:
    """The shipped set."""
    text = files("gvqa_cedi.parsing").joinpath("data/parser_set.json").read_text(encoding="utf-8")
    return [_labelled(record) for record in json.loads(text)]


def measure(
    parse: Callable[[Sequence[Exchange]], Sequence[ParsedResponse]],
    labelled: Sequence[Labelled] | None = None,
) -> dict[str, Agreement]:
    """Hold a parser against labels.

    Args:
        parse: For example `Lexicon(LexiconOptions()).parse`.
        labelled: The labels; the shipped set where left out.

    Returns:
        The agreement for each kind of element, and for `all`.
    """
    truth = labelled_responses() if labelled is None else labelled
    counts = {kind: [0, 0, 0] for kind in KINDS}
    for parsed, label in zip(parse([each.exchange for each in truth]), truth, strict=True):
        found = elements(predicted_graph("", [parsed]))
        for kind in KINDS:
            mine, theirs = found[kind], label.elements[kind]
            for place, number in enumerate((len(mine & theirs), len(mine), len(theirs))):
                counts[kind][place] += number
    counts["all"] = [sum(counts[kind][place] for kind in KINDS) for place in range(3)]
    return {kind: Agreement(*numbers) for kind, numbers in counts.items()}


def elements(graph: SceneGraph) -> dict[str, frozenset[Element]]:
    """The distinct elements of a graph, by category, names and predicates folded."""
    names = {each.id: wordnet().lemma(each.name) for each in graph.objects}
    return {
        "objects": frozenset((name,) for name in names.values()),
        "attributes": frozenset((names[o.id], value) for o in graph.objects for value in o.values),
        "relations": frozenset(
            (names[r.subject], fold_predicate(r.predicate), names[r.object])
            for r in graph.relations
        ),
    }


def _labelled(record: Mapping[str, Any]) -> Labelled:
    objects: dict[str, list[str]] = record["objects"]
    fold = wordnet().lemma
    return Labelled(
        Exchange(record["response"], record["question"]),
        {
            "objects": frozenset((fold(name),) for name in objects),
            "attributes": frozenset(
                (fold(name), value) for name, values in objects.items() for value in values
            ),
            "relations": frozenset(
                (fold(s), fold_predicate(p), fold(o)) for s, p, o in record["relations"]
            ),
        },
    )
