"""Making the scenes of the set, repeatably: what stands where, and so what is true."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gvqa_cedi.graph import Attribute, Box, Relation, SceneGraph, SceneObject
from gvqa_cedi.synthetic.drawing import COLOURS

SIDE = 112
EACH = 24
"""Scenes in each series."""

SEED = 7
_THINGS = ("ball", "square", "cone", "cup", "hat")
_PLAIN = ("red", "green", "blue", "yellow", "white", "black")
_FLOOR = 100


def make_scenes() -> list[SceneGraph]:
    """All scenes, in order."""
    makers = (_one_square, _row, _on_a_table, _outdoors)
    return [maker(series * EACH + n, n) for series, maker in enumerate(makers) for n in range(EACH)]


def _random(number: int) -> random.Random:
    return random.Random(f"{SEED}/{number}")  # noqa: S311


def _thing(
    number: int, name: str, colour: str, box: tuple[int, int, int, int], size: str = ""
) -> SceneObject:
    attributes = [Attribute(colour, "colour")]
    if size:
        attributes.append(Attribute(size, "size"))
    return SceneObject(str(number), name, tuple(attributes), Box(*map(float, box)))


def _graph(
    number: int, objects: Sequence[SceneObject], relations: Sequence[Relation] = ()
) -> SceneGraph:
    return SceneGraph(
        image=f"synthetic/{number:03d}",
        objects=tuple(objects),
        relations=tuple(relations),
        source="synthetic",
        width=SIDE,
        height=SIDE,
    )


def _beside(objects: Sequence[SceneObject]) -> list[Relation]:
    """Left to right: each is left of all after it, and next to its neighbours."""
    found: list[Relation] = []
    for place, left in enumerate(objects):
        for right in objects[place + 1 :]:
            found += [
                Relation(left.id, "left of", right.id),
                Relation(right.id, "right of", left.id),
            ]
        for right in objects[place + 1 : place + 2]:
            found += [
                Relation(left.id, "next to", right.id),
                Relation(right.id, "next to", left.id),
            ]
    return found


def _one_square(number: int, n: int) -> SceneGraph:
    rng = _random(number)
    half = rng.randint(20, 39)
    x, y = rng.randint(half, SIDE - half), rng.randint(half, SIDE - half)
    # Twelve of each background, each colour four times.
    colour = _PLAIN[n // 2 % len(_PLAIN)]
    return _graph(
        number, [_thing(1, "square", colour, (x - half, y - half, 2 * half + 1, 2 * half + 1))]
    )


def _line(
    rng: random.Random, count: int, floor: int, first: int, room: tuple[int, int]
) -> list[SceneObject]:
    """Things side by side on a floor, of two sizes, no two of one name and colour."""
    start, width = room
    step = width // count
    made: list[SceneObject] = []
    taken: set[tuple[str, str]] = set()
    while len(made) < count:
        name, colour = rng.choice(_THINGS), rng.choice(list(COLOURS))
        if (name, colour) in taken:
            continue
        taken.add((name, colour))
        large = rng.random() < 0.5
        side = max(9, int(step * (0.86 if large else 0.5)))
        left = start + step * len(made) + (step - side) // 2
        made.append(
            _thing(
                first + len(made),
                name,
                colour,
                (left, floor - side, side, side),
                "large" if large else "small",
            )
        )
    return made


def _row(number: int, n: int) -> SceneGraph:
    rng = _random(number)
    objects = _line(rng, 2 + n % 3, _FLOOR, 1, (4, SIDE - 8))
    return _graph(number, objects, _beside(objects))


def _on_a_table(number: int, n: int) -> SceneGraph:
    rng = _random(number)
    table = _thing(1, "table", rng.choice(("brown", "white", "black")), (10, 62, 92, 44))
    things = _line(rng, 1 + n % 3, 62, 2, (14, 84))
    relations = [Relation(each.id, "on", table.id) for each in things]
    objects = [table, *things]
    if n % 2:
        below = _thing(9, "ball", rng.choice(_PLAIN[:4]), (44, 86, 20, 20), "small")
        objects.append(below)
        relations.append(Relation(below.id, "under", table.id))
    return _graph(number, objects, [*relations, *_beside(things)])


def _outdoors(number: int, n: int) -> SceneGraph:
    rng = _random(number)
    places = [(4, 34), (40, 34), (76, 34)]
    names = rng.sample(("house", "tree", "car", "boat"), 2 + n % 2)
    colours = {
        "house": ("white", "yellow", "red", "blue"),
        "tree": ("green", "yellow", "orange"),
        "car": ("red", "blue", "black", "white", "yellow"),
        "boat": ("red", "blue", "green", "brown"),
    }
    heights = {"house": 40, "tree": 52, "car": 20, "boat": 26}
    objects = [
        _thing(
            place + 1,
            name,
            rng.choice(colours[name]),
            (places[place][0], _FLOOR - heights[name], places[place][1], heights[name]),
        )
        for place, name in enumerate(names)
    ]
    relations = _beside(objects)
    if n % 3:
        sun = _thing(8, "sun", "yellow", (84, 6, 20, 20))
        relations += [Relation(sun.id, "above", each.id) for each in objects]
        objects.append(sun)
    return _graph(number, objects, relations)
