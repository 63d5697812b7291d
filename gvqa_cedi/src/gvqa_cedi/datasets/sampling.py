"""Drawing image sets, repeatably: so many of each source, the draw fixed by a seed."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping

from gvqa_cedi.errors import GraphError
from gvqa_cedi.graph import SceneGraph

PAPER_PLANS: Mapping[str, Mapping[str, int]] = {
    "visual-genome": {"visual-genome": 100},
    "svg": {"svg-vg": 100, "svg-ade20k": 200, "svg-coco": 200},
}
"""How many images of each source the paper draws; which source of SVG gives 100 is our reading."""


def draw(
    graphs: Iterable[SceneGraph], plan: Mapping[str, int], *, seed: int, least_objects: int = 1
) -> list[SceneGraph]:
    """Draw images without replacement.

    The same graphs, plan and seed give the same images whatever order they come in,
    and the draw from one source does not depend on the others.

    Args:
        graphs: What to draw from.
        plan: Source → how many.
        seed: Decides the draw.
        least_objects: Graphs with fewer objects are not drawn.

    Returns:
        The drawn graphs, by source as in the plan, within it by image.

    Raises:
        GraphError: A source has fewer images than asked for.
    """
    pools: defaultdict[str, dict[str, SceneGraph]] = defaultdict(dict)
    for graph in graphs:
        if graph.source in plan and len(graph) >= least_objects:
            pools[graph.source].setdefault(graph.image, graph)
    drawn: list[SceneGraph] = []
    for source, count in plan.items():
        pool = pools[source]
        if len(pool) < count:
            raise GraphError(
                f"Expected at least {count} images of '{source}' with {least_objects} or more "
                f"objects, found {len(pool)}. Give more graphs or ask for fewer."
            )
        generator = random.Random(f"{seed}/{source}")  # noqa: S311
        images = generator.sample(sorted(pool), count)
        drawn += [pool[image] for image in sorted(images)]
    return drawn
