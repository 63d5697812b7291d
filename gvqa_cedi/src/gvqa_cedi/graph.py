"""Scene graphs: what is in a picture, as object instances, their attributes and relations.

Names, values and predicates are kept as they were written, save for Unicode
form, case and spaces (`clean`): folding of plurals and synonyms is the graders' matter.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TypeVar

from attrs import field, frozen

from gvqa_cedi.errors import GraphError

ItemT = TypeVar("ItemT")


def clean(text: str) -> str:
    """Fold a name: Unicode NFC, lower case, `_` as a space, single spaces.

    >>> clean("  Traffic_Light ")
    'traffic light'
    """
    return " ".join(unicodedata.normalize("NFC", text).lower().replace("_", " ").split())


def _clean_or_none(text: str | None) -> str | None:
    return clean(text) or None if text else None


def _unique(items: tuple[ItemT, ...] | list[ItemT]) -> tuple[ItemT, ...]:
    return tuple(dict.fromkeys(items))


@frozen
class Attribute:
    """A property of an object.

    Attributes:
        value: For example `red`.
        name: Which attribute it is a value of, for example `colour`; None when unknown.
    """

    value: str = field(converter=clean)
    name: str | None = field(default=None, converter=_clean_or_none)


@frozen
class Box:
    """Where an object is: its upper left corner and its size, pixels."""

    x: float
    y: float
    width: float
    height: float


@frozen
class SceneObject:
    """One object instance; two men are two of these.

    Attributes:
        id: Names it within its graph.
        name: What it is, for example `traffic light`.
        attributes: Its properties; repeats are merged.
        box: Where it is; None when unknown.
    """

    id: str
    name: str = field(converter=clean)
    attributes: tuple[Attribute, ...] = field(default=(), converter=_unique)
    box: Box | None = None

    @property
    def values(self) -> frozenset[str]:
        """The attribute values alone: what graphs are compared by."""
        return frozenset(attribute.value for attribute in self.attributes)


@frozen
class Relation:
    """A directed, typed relation between two object instances: subject → object.

    Attributes:
        subject: Id of the object it starts from.
        predicate: For example `next to`.
        object: Id of the object it ends at; may be the subject itself.
    """

    subject: str
    predicate: str = field(converter=clean)
    object: str


@frozen
class SceneGraph:
    """The objects of one picture and their relations.

    Attributes:
        image: Names the picture, for example `vg/2407890`.
        objects: Instances with distinct ids.
        relations: Between those ids; repeats are merged.
        source: Data set it came from, for example `visual-genome`; empty when unknown.
        width: Of the picture, pixels; None when unknown.
        height: Of the picture, pixels; None when unknown.

    Raises:
        GraphError: Two objects have one id, a name or value is empty, or a relation
            names an object that is not there.
    """

    image: str
    objects: tuple[SceneObject, ...] = field(default=(), converter=tuple[SceneObject, ...])
    relations: tuple[Relation, ...] = field(default=(), converter=_unique)
    source: str = ""
    width: int | None = None
    height: int | None = None

    def __attrs_post_init__(self) -> None:
        for problem in self._problems():
            raise GraphError(f"Scene graph of image '{self.image}': {problem}.")

    def __len__(self) -> int:
        return len(self.objects)

    @property
    def by_id(self) -> dict[str, SceneObject]:
        """The objects by their ids."""
        return {each.id: each for each in self.objects}

    @property
    def triples(self) -> tuple[tuple[str, str, str], ...]:
        """The relations with object names in place of ids."""
        names = {each.id: each.name for each in self.objects}
        return tuple((names[r.subject], r.predicate, names[r.object]) for r in self.relations)

    def _problems(self) -> list[str]:
        counts = Counter(each.id for each in self.objects)
        problems = [
            f"{count} objects have the id '{i}'" for i, count in counts.items() if count > 1
        ]
        for each in self.objects:
            if not each.name:
                problems.append(f"object '{each.id}' has no name")
            if any(not attribute.value for attribute in each.attributes):
                problems.append(f"object '{each.id}' has an empty attribute")
        for relation in self.relations:
            if not relation.predicate:
                problems.append(f"a relation of '{relation.subject}' has no predicate")
            problems += [
                f"the relation '{relation.predicate}' names the unknown object '{i}'"
                for i in (relation.subject, relation.object)
                if i not in counts
            ]
        return problems
