"""Scene graphs as the comparisons see them: nodes with names and values, edges with predicates.

Nodes are merged by category (all dogs are one node with all their attributes, as in
the reference implementation) or kept by instance. An edge is an ordered pair of nodes
with all its predicates, or one edge for each triple.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Literal

import networkx as nx
from attrs import frozen

from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.wordnet import wordnet

Merge = Literal["category", "instance"]
EdgeUnit = Literal["pair", "triple"]


@frozen
class Node:
    """A node of a merged graph.

    Attributes:
        name: Base form of the objects' name.
        values: Their attribute values.
        ids: The objects merged into it.
    """

    name: str
    values: frozenset[str] = frozenset()
    ids: tuple[str, ...] = ()


@frozen
class Edge:
    """A directed edge, from node to node by their places in `MergedGraph.nodes`."""

    tail: int
    head: int
    predicates: frozenset[str]


@frozen
class MergedGraph:
    """A graph ready to be compared.

    Attributes:
        nodes: Sorted by name, values and ids.
        edges: Sorted.
        unit: Whether an edge is an ordered pair of nodes, or a triple.
    """

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    unit: EdgeUnit = "pair"

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def size(self) -> int:
        """Nodes + attribute values + edges: what it costs to delete or insert it all."""
        return len(self.nodes) + sum(len(n.values) for n in self.nodes) + len(self.edges)

    def to_networkx(self) -> nx.DiGraph[int]:
        """The graph as networkx has it; edges of one pair of nodes share their predicates."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        for index, node in enumerate(self.nodes):
            graph.add_node(index, name=node.name, values=node.values)
        for edge in self.edges:
            if graph.has_edge(edge.tail, edge.head):
                graph.edges[edge.tail, edge.head]["predicates"] |= edge.predicates
            else:
                graph.add_edge(edge.tail, edge.head, predicates=edge.predicates)
        return graph


def merge(
    graph: SceneGraph,
    by: Merge = "category",
    unit: EdgeUnit = "pair",
    *,
    lemma: Callable[[str], str] | None = None,
) -> MergedGraph:
    """Prepare a scene graph for comparison.

    Args:
        graph: The scene graph.
        by: `category` merges objects of one base name, `instance` keeps them apart.
        unit: `pair` makes one edge of all relations from one node to another,
            `triple` keeps one edge for each predicate.
        lemma: Folds names; WordNet's base form where left out.
    """
    fold = lemma or wordnet().lemma
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for place, each in enumerate(graph.objects):
        name = fold(each.name)
        groups[name, "" if by == "category" else each.id].append(place)
    nodes = sorted(
        (
            Node(
                name=name,
                values=frozenset[str]().union(*(graph.objects[p].values for p in places)),
                ids=tuple(graph.objects[p].id for p in places),
            )
            for (name, _), places in groups.items()
        ),
        key=lambda node: (node.name, sorted(node.values), node.ids),
    )
    place_of = {identifier: place for place, node in enumerate(nodes) for identifier in node.ids}
    triples = {(place_of[r.subject], place_of[r.object], r.predicate) for r in graph.relations}
    return MergedGraph(tuple(nodes), tuple(_edges(triples, unit)), unit)


def _edges(triples: Iterable[tuple[int, int, str]], unit: EdgeUnit) -> list[Edge]:
    if unit == "triple":
        return [Edge(tail, head, frozenset((p,))) for tail, head, p in sorted(triples)]
    pairs: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for tail, head, predicate in triples:
        pairs[tail, head].add(predicate)
    return [Edge(tail, head, frozenset(pairs[tail, head])) for tail, head in sorted(pairs)]
