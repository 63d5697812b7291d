"""The scene-graph grader: GED, GED_hal, GED_cov and SG DeltaCon of what was said and what is there.

Nodes are merged by category, as in the reference implementation, and kept by
instance; both are given. GED is exact or says how far from proven it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from attrs import asdict, evolve, field, frozen, validators

from gvqa_cedi.comparison.alignment import align, overlap
from gvqa_cedi.comparison.deltacon import sg_deltacon
from gvqa_cedi.comparison.distance import edit_distance
from gvqa_cedi.comparison.exact import TIME_LIMIT
from gvqa_cedi.comparison.merging import EdgeUnit, Merge, merge
from gvqa_cedi.grading.results import Case, Grading, Metric, Values, answered, mean, unread
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.parsing.aggregation import predicted_graph
from gvqa_cedi.text.verbs import fold_predicate
from gvqa_cedi.wordnet.sameness import Matching, same_thing, shares_synset
from gvqa_core.component import BaseComponent

MERGES: tuple[Merge, ...] = ("category", "instance")
METRICS = (
    "ged", "ged_lower_bound", "ged_hal", "ged_miss", "ged_cov", "hal_objects", "hal_attributes",
    "hal_relations", "sg_deltacon", "deltacon", "attribute_distance",
)  # fmt: skip


@frozen(kw_only=True)
class SceneGraphOptions:
    """Options of the grader `scene-graph`.

    Attributes:
        edges: One edge for an ordered `pair` of nodes with all its predicates (the
            reference implementation), or one for each `triple`.
        label: Price of renaming a node across labels: 1 as in the reference
            implementation, 2 forbids it.
        weight: λ of SG DeltaCon; the paper does not give it.
        matching: When two names are one thing: a common WordNet `synset` (the paper),
            or also by our `alias` table.
        predicates: Compare them `folded` ("is sitting on" = "sits on") or as written (`exact`).
        time_limit: Seconds for one exact distance; then the bracket is given.
        exact: False takes the quick bounds only.
    """

    edges: EdgeUnit = "pair"
    label: float = field(default=1.0, validator=validators.ge(0))
    weight: float = field(default=1.0, validator=validators.ge(0))
    matching: Matching = "synset"
    predicates: Literal["folded", "exact"] = "folded"
    time_limit: float = field(default=TIME_LIMIT, validator=validators.gt(0))
    exact: bool = True


class SceneGraphGrader(BaseComponent[SceneGraphOptions]):
    """Compares the graph that a conversation asserts with the true one."""

    def grade(self, cases: Sequence[Case]) -> Grading:
        """Grade transcripts; one without any readable response has no value."""
        samples = [self._sample(case) for case in cases]
        missing = unread(cases)
        return Grading(
            grader="scene-graph",
            metrics=tuple(
                Metric(
                    name,
                    mean(values),
                    sum(value is not None for value in values),
                    missing,
                    note=_proven(samples, by) if name == "ged" else "",
                    variant=f"by {by}",
                )
                for by in MERGES
                for name in METRICS
                for values in [[sample.get(_key(name, by)) for sample in samples]]
            ),
            samples=tuple(samples),
            settings=asdict(self.options),
        )

    def compare(self, predicted: SceneGraph, true: SceneGraph, by: Merge) -> Mapping[str, float]:
        """Compare two scene graphs.

        Args:
            predicted: What was said.
            true: What is there.
            by: Merge nodes by `category`, or keep them by `instance`.

        Returns:
            A value for each of `METRICS`, and `ged_optimal`: 1.0 when GED is proven.
        """
        options = self.options
        same = shares_synset if options.matching == "synset" else same_thing
        said, there = (merge(self._prepared(g), by, options.edges) for g in (predicted, true))
        distance = edit_distance(
            said,
            there,
            same=same,
            label=options.label,
            time_limit=options.time_limit,
            exact=options.exact,
        )
        alignment = align(said, there, same=same, time_limit=options.time_limit)
        counts = overlap(said, there, alignment)
        affinity = sg_deltacon(said, there, alignment, weight=options.weight)
        return {
            "ged": distance.value,
            "ged_lower_bound": distance.lower_bound,
            "ged_optimal": float(distance.optimal),
            "ged_hal": float(counts.ged_hal),
            "ged_miss": float(counts.ged_miss),
            "ged_cov": float(counts.ged_cov),
            "hal_objects": float(counts.hallucinated.nodes),
            "hal_attributes": float(counts.hallucinated.values),
            "hal_relations": float(counts.hallucinated.edges),
            "sg_deltacon": affinity.value,
            "deltacon": affinity.topology,
            "attribute_distance": affinity.attributes,
        }

    def _sample(self, case: Case) -> Values:
        responses = answered(case)
        sentences = [sentence for each in responses for sentence in each.sentences]
        if not responses or (sentences and all(sentence.error for sentence in sentences)):
            return {}
        predicted = predicted_graph(case.transcript.image, responses)
        found: dict[str, float] = {}
        for by in MERGES:
            values = self.compare(predicted, case.graph, by)
            found |= {_key(name, by): value for name, value in values.items()}
        return found

    def _prepared(self, graph: SceneGraph) -> SceneGraph:
        if self.options.predicates == "exact":
            return graph
        relations: Any = tuple(
            evolve(each, predicate=fold_predicate(each.predicate)) for each in graph.relations
        )
        return evolve(graph, relations=relations)


def _key(name: str, by: Merge) -> str:
    return name if by == "category" else f"{name}@{by}"


def _proven(samples: Sequence[Values], by: Merge) -> str:
    optimal = [sample.get(_key("ged_optimal", by)) for sample in samples]
    scored = [value for value in optimal if value is not None]
    return f"{sum(value == 1 for value in scored)} of {len(scored)} proven optimal"
