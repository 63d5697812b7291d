"""How long do the graders of gvqa-cedi take, and how exact is GED?

    python benchmarks/cedi.py [--graphs vg/scene_graphs_100.json] [--pairs 100]
                              [--networkx 5] [--limit 20] [--turns 10000]

Exact GED of Visual Genome graphs against perturbed copies, by category and by instance;
on the first of them networkx's `graph_edit_distance` with a time limit, in the same run.
Without the graphs the shipped synthetic set is used, which is smaller. Then the object
metrics on up to `--turns` turns. Figures go to build/bench/cedi.json.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import networkx as nx
from cedi_parts.perturbing import perturbed
from verify_parts.machine import machine, table, write

from gvqa_cedi.comparison.distance import edit_distance
from gvqa_cedi.comparison.merging import Merge, MergedGraph, merge
from gvqa_cedi.datasets import load_graphs
from gvqa_cedi.grading.chair import Chair, ChairOptions
from gvqa_cedi.grading.results import Case
from gvqa_cedi.grading.valor import Valor, ValorOptions
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.parsing import Exchange
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions
from gvqa_cedi.synthetic import graphs as synthetic_graphs
from gvqa_cedi.transcripts import Transcript, Turn
from gvqa_cedi.verbalising import verbalise
from gvqa_cedi.wordnet.sameness import shares_synset

Pairs = list[tuple[MergedGraph, MergedGraph]]


def exact(pairs: Pairs) -> dict[str, object]:
    """Time exact GED on each pair."""
    seconds, cpu, optimal = [], [], 0
    for predicted, true in pairs:
        start, used = time.perf_counter(), time.process_time()
        found = edit_distance(predicted, true, same=shares_synset, time_limit=30)
        seconds.append(time.perf_counter() - start)
        cpu.append(time.process_time() - used)
        optimal += found.optimal
    return {
        "pairs": len(pairs),
        "nodes": statistics.median(len(true) for _, true in pairs),
        "median_cpu_s": statistics.median(cpu),
        "median_s": statistics.median(seconds),
        "p95_s": sorted(seconds)[int(0.95 * (len(seconds) - 1))],
        "max_s": max(seconds),
        "optimal": optimal,
    }


def of_size(pairs: Pairs, least: int, most: int) -> Pairs:
    return [pair for pair in pairs if least <= len(pair[1]) <= most]


def beside_networkx(pairs: Pairs, limit: float) -> list[dict[str, float]]:
    """networkx on the same graphs and prices, in the time it is given."""
    rows = []
    for predicted, true in pairs:
        start = time.perf_counter()
        ours = edit_distance(predicted, true, same=shares_synset, time_limit=30)
        took = time.perf_counter() - start
        start = time.perf_counter()
        theirs = nx.graph_edit_distance(
            predicted.to_networkx(), true.to_networkx(), timeout=limit, **PRICES
        )
        rows.append(
            {
                "nodes": len(true),
                "ours": ours.value,
                "ours_s": took,
                "optimal": float(ours.optimal),
                "networkx": float("nan") if theirs is None else float(theirs),
                "networkx_s": time.perf_counter() - start,
            }
        )
    return rows


def _size(node: dict) -> int:
    return 1 + len(node["values"])


PRICES = {
    "node_subst_cost": lambda a, b: (
        len(a["values"] ^ b["values"]) + (not shares_synset(a["name"], b["name"]))
    ),
    "node_del_cost": _size,
    "node_ins_cost": _size,
    "edge_subst_cost": lambda a, b: float(not a["predicates"] & b["predicates"]),
    "edge_del_cost": lambda _: 1,
    "edge_ins_cost": lambda _: 1,
}


def turns(graphs: list[SceneGraph], count: int) -> dict[str, float]:
    """Time reading and grading `count` turns of ten to a conversation."""
    said = [" ".join(verbalise(graph)[n : n + 2]) for graph in graphs for n in range(10)]
    parser, chair, valor = Lexicon(LexiconOptions()), Chair(ChairOptions()), Valor(ValorOptions())
    start = time.process_time()
    cases = []
    for first in range(0, count, 10):
        texts = [said[(first + n) % len(said)] for n in range(min(10, count - first))]
        parsed = parser.parse([Exchange(text) for text in texts])
        graph = graphs[first // 10 % len(graphs)]
        transcript = Transcript(graph.image, tuple(Turn("", text) for text in texts))
        cases.append(Case(transcript, graph, tuple(parsed)))
    read = time.process_time() - start
    start = time.process_time()
    chair.grade(cases)
    valor.grade(cases)
    graded = time.process_time() - start
    return {"turns": count, "read_ms": 1e3 * read / count, "grade_ms": 1e3 * graded / count}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--graphs", default="vg/scene_graphs_100.json", type=Path)
    parser.add_argument("--pairs", default=100, type=int)
    parser.add_argument("--networkx", default=5, type=int)
    parser.add_argument("--limit", default=20.0, type=float)
    parser.add_argument("--turns", default=10_000, type=int)
    given = parser.parse_args()
    real = given.graphs.exists()
    graphs = list(load_graphs(given.graphs)) if real else list(synthetic_graphs())
    print(f"{len(graphs)} graphs: {given.graphs if real else 'the shipped synthetic set'}")
    figures: dict[str, object] = {
        "machine": machine("networkx", "scipy", "numpy"),
        "graphs": len(graphs),
        "real": real,
    }

    made: dict[Merge, Pairs] = {
        by: [
            (merge(perturbed(graph, graphs, 1), by), merge(graph, by))
            for graph in graphs[: given.pairs]
        ]
        for by in ("category", "instance")
    }
    rows = []
    for by, pairs in made.items():
        middle = of_size(pairs, 35, 40)
        for title, chosen in ((f"by {by}", pairs), (f"by {by}, 35 to 40 nodes", middle)):
            if chosen:
                found = exact(chosen)
                figures[title] = found
                rows.append([title, *found.values()])
    head = ["graphs", "pairs", "nodes", "median CPU s", "median s", "95 % s", "max s", "optimal"]
    table("Exact GED", head, rows)

    beside = beside_networkx(
        (of_size(made["category"], 25, 40) or made["category"])[: given.networkx], given.limit
    )
    figures["networkx"] = beside
    table(
        f"Beside networkx with {given.limit:g} s a pair",
        ["nodes", "ours", "s", "proven", "networkx", "s", "above the optimum"],
        [[*row.values(), f"{100 * (row['networkx'] / row['ours'] - 1):+.1f} %"] for row in beside],
    )

    counted = [turns(graphs, given.turns // part) for part in (10, 3, 1)]
    figures["turns"] = counted
    table(
        "Object metrics",
        ["turns", "read, CPU ms/turn", "grade, CPU ms/turn"],
        [list(c.values()) for c in counted],
    )
    write("cedi", figures)


if __name__ == "__main__":
    main()
