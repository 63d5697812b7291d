"""From files to cases: each transcript beside its scene graph, its responses parsed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.grading.results import Case
from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.parsing.parsed import Exchange
from gvqa_cedi.transcripts import Transcript

if TYPE_CHECKING:
    from gvqa_cedi.protocols import SceneGraphParser


def make_cases(
    transcripts: Sequence[Transcript], graphs: Iterable[SceneGraph], parser: SceneGraphParser
) -> list[Case]:
    """Find each transcript's graph and parse its responses.

    Args:
        transcripts: The transcripts.
        graphs: The scene graphs; those of other pictures are passed over.
        parser: Reads the responses, all in one call.

    Raises:
        TranscriptError: A picture has no scene graph, or more than one.
    """
    found = find_graphs(transcripts, graphs)
    exchanges = [Exchange(turn.text, turn.question) for t in transcripts for turn in t.turns]
    parsed = iter(parser.parse(exchanges))
    return [Case(t, found[t.image], tuple(next(parsed) for _ in t.turns)) for t in transcripts]


def find_graphs(
    transcripts: Sequence[Transcript], graphs: Iterable[SceneGraph]
) -> Mapping[str, SceneGraph]:
    """Find the graph of every picture: by its name, or by the part of it after the last `/`.

    Raises:
        TranscriptError: A picture has no scene graph, or more than one.
    """
    wanted = {transcript.image for transcript in transcripts}
    whole: dict[str, SceneGraph] = {}
    short: dict[str, list[SceneGraph]] = {}
    for graph in graphs:
        tail = graph.image.rpartition("/")[2]
        if graph.image in wanted:
            whole[graph.image] = graph
        elif tail in wanted:
            short.setdefault(tail, []).append(graph)
    found: dict[str, SceneGraph] = {}
    for image in sorted(wanted):
        candidates = [whole[image]] if image in whole else short.get(image, [])
        if len(candidates) == 1:
            found[image] = candidates[0]
        elif candidates:
            names = ", ".join(sorted(graph.image for graph in candidates))
            raise TranscriptError(f"'{image}' may be any of {names}; name it in full.")
    if missing := sorted(wanted - set(found)):
        raise TranscriptError(
            f"There is no scene graph for {len(missing)} of {len(wanted)} pictures, among them "
            f"'{missing[0]}'. Give the file that holds them with --graphs."
        )
    return found
