"""From the parsed responses of a conversation to the one graph they assert."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gvqa_cedi.graph import Attribute, Relation, SceneGraph, SceneObject
from gvqa_cedi.parsing.parsed import Mention, ParsedResponse
from gvqa_cedi.text.polarity import Polarity
from gvqa_cedi.wordnet import wordnet
from gvqa_cedi.wordnet.physical import is_physical

MOST_COPIES = 12
"""A mention of "fifty birds" becomes no more instances than this."""


def predicted_graph(
    image: str, responses: Sequence[ParsedResponse], *, physical_only: bool = True
) -> SceneGraph:
    """Gather what the responses of a conversation assert.

    Negated and hedged statements are left out, and with them the relations of what
    they speak of. A name mentioned again is the same thing, unless "another" says that
    it is not; "two men" are two instances.

    Args:
        image: Names the picture.
        responses: Parsed responses to one picture, in order.
        physical_only: Keep only names of visible things.
    """
    gathering = _Gathering(physical_only)
    for response in responses:
        gathering.take(response)
    return gathering.graph(image)


class _Gathering:
    def __init__(self, physical_only: bool) -> None:
        self.physical_only = physical_only
        self.names: list[str] = []
        self.values: defaultdict[int, dict[Attribute, None]] = defaultdict(dict)
        self.latest: dict[str, tuple[int, ...]] = {}
        self.relations: dict[Relation, None] = {}

    def take(self, response: ParsedResponse) -> None:
        places: dict[str, tuple[int, ...]] = {}
        for sentence in response.sentences:
            for mention in sentence.mentions:
                if mention.asserted and (found := places.get(mention.id) or self._place(mention)):
                    places[mention.id] = found
                    self._describe(found, mention)
            for stated in sentence.relations:
                if stated.polarity is Polarity.ASSERTED:
                    self._relate(
                        places.get(stated.subject, ()),
                        stated.predicate,
                        places.get(stated.object, ()),
                    )

    def _place(self, mention: Mention) -> tuple[int, ...]:
        name = wordnet().lemma(mention.name)
        if not name or (self.physical_only and not is_physical(name)):
            return ()
        copies = max(1, min(mention.count, MOST_COPIES))
        known = self.latest.get(name, ())
        if mention.another:
            known = ()
        if len(known) < copies:
            fresh = range(len(self.names), len(self.names) + copies - len(known))
            self.names += [name] * len(fresh)
            known = (*known, *fresh)
        self.latest[name] = known
        return known[:copies] if copies > 1 else known

    def _describe(self, places: tuple[int, ...], mention: Mention) -> None:
        for each in mention.properties:
            if each.polarity is Polarity.ASSERTED and each.attribute.value:
                for place in places:
                    self.values[place][each.attribute] = None

    def _relate(self, subjects: tuple[int, ...], predicate: str, objects: tuple[int, ...]) -> None:
        if not predicate or not subjects or not objects:
            return
        # "Two men on two horses" are two pairs; "two men on a bench" share the bench.
        for index in range(max(len(subjects), len(objects))):
            subject = subjects[min(index, len(subjects) - 1)]
            target = objects[min(index, len(objects) - 1)]
            if subject != target:
                self.relations[Relation(str(subject), predicate, str(target))] = None

    def graph(self, image: str) -> SceneGraph:
        return SceneGraph(
            image=image,
            objects=tuple(
                SceneObject(str(place), name, tuple(self.values[place]))
                for place, name in enumerate(self.names)
            ),
            relations=tuple(self.relations),
            source="predicted",
        )
