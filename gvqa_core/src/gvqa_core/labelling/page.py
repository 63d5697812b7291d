"""What is to be labelled, and what labels there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from attrs import asdict, frozen


@frozen
class Choice:
    """One label.

    Attributes:
        value: What is kept.
        name: What the button says.
        key: The key that gives it: one character, lower case.
    """

    value: str
    name: str
    key: str


@frozen
class Item:
    """One thing to label.

    Attributes:
        id: What its label is kept under.
        text: What is judged; shown as it is, whatever it holds.
        context: What a person must know beside it, for example the question.
        picture: A PNG or JPEG file; None when there is none.
        alt: What the picture is, for those who cannot see it.
    """

    id: str
    text: str
    context: str = ""
    picture: Path | None = None
    alt: str = ""


@frozen
class Span:
    """A labelled part of an item's text.

    Attributes:
        start: Its first character, counted from 0 in Unicode characters.
        end: The character after its last one.
        value: Its label.
    """

    start: int
    end: int
    value: str


Label: TypeAlias = str | tuple[Span, ...]


@frozen(kw_only=True)
class Page:
    """What the page shows and where labels go.

    Attributes:
        title: Its heading.
        guide: How to decide, in a sentence or two.
        items: What is to be labelled, in order.
        choices: The labels.
        read: Gives the labels kept so far, by item.
        save: Keeps one label; None takes it back. Called for each as it is made.
        kind: `choice` for one label to an item, `spans` for labelled parts of its text.
    """

    title: str
    guide: str
    items: tuple[Item, ...]
    choices: tuple[Choice, ...]
    read: Callable[[], Mapping[str, Label]]
    save: Callable[[str, Label | None], None]
    kind: Literal["choice", "spans"] = "choice"

    def state(self) -> dict[str, Any]:
        """All that the page needs, as plain data."""
        return {
            "title": self.title,
            "guide": self.guide,
            "kind": self.kind,
            "choices": [asdict(choice) for choice in self.choices],
            "items": [
                {
                    "id": item.id,
                    "text": item.text,
                    "context": item.context,
                    "picture": item.picture is not None,
                    "alt": item.alt,
                }
                for item in self.items
            ],
            "labels": {
                item: label if isinstance(label, str) else [asdict(span) for span in label]
                for item, label in self.read().items()
            },
        }

    def check(self, item_id: Any, label: Any) -> tuple[str, Label | None]:
        """Read a label that a browser sent.

        Raises:
            ValueError: There is no such item or label, or a span lies outside the text.
        """
        item = next((item for item in self.items if item.id == item_id), None)
        if item is None:
            raise ValueError(f"there is no item {item_id!r}")
        if label is None:
            return item.id, None
        values = {choice.value for choice in self.choices}
        if self.kind == "choice":
            if not isinstance(label, str) or label not in values:
                raise ValueError(f"expected one of {sorted(values)}, got {label!r}")
            return item.id, label
        if not isinstance(label, list):
            raise ValueError(f"expected a list of spans, got {label!r}")
        return item.id, tuple(_span(span, item, values) for span in cast("list[Any]", label))


def _span(data: Any, item: Item, values: set[str]) -> Span:
    try:
        span = Span(**data)
    except TypeError as error:
        raise ValueError(f"expected start, end and value: {error}") from None
    ends: tuple[Any, Any] = (span.start, span.end)
    if not all(type(end) is int for end in ends) or not 0 <= span.start < span.end <= len(
        item.text
    ):
        raise ValueError(f"the span {ends} lies outside the text of {len(item.text)} characters")
    if span.value not in values:
        raise ValueError(f"expected one of {sorted(values)}, got {span.value!r}")
    return span
