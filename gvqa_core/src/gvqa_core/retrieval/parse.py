"""What a question says about time, as data."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

Place = Literal["start", "end", "middle", "first half", "second half"]
Side = Literal["before", "after"]
Order = Literal["first", "last"]


@frozen
class Anchor:
    """An event that a question orders something by.

    Attributes:
        side: Whether what is asked for comes before or after it.
        text: The event in the question's words ("the logo appears").
    """

    side: Side
    text: str


@frozen
class Span:
    """A stretch of the video that a question names in numbers.

    Attributes:
        start: Seconds from the start; negative counts from the end of the video.
        end: Likewise; None means the end of the video. Equal to `start` for one moment.
    """

    start: float
    end: float | None


@frozen
class Parse:
    """A question taken apart into what is asked and when.

    Attributes:
        question: As asked.
        content: What is left to search for when the time language is taken out; may
            be empty.
        places: Plain places in the video.
        spans: Times in numbers.
        anchors: Events to find first.
        order: Whether the first or the last of several is wanted.
        every: Whether all occurrences are wanted ("how many times").
    """

    question: str
    content: str
    places: tuple[Place, ...] = ()
    spans: tuple[Span, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    order: Order | None = None
    every: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def timeless(self) -> bool:
        """Whether the question says nothing about time."""
        return not (self.places or self.spans or self.anchors or self.order)

    def as_data(self) -> dict[str, Any]:
        """The parse in JSON-able values, without what it does not hold."""
        found: dict[str, Any] = {"content": self.content}
        if self.places:
            found["places"] = list(self.places)
        if self.spans:
            found["spans"] = [[span.start, span.end] for span in self.spans]
        if self.anchors:
            found["anchors"] = [[anchor.side, anchor.text] for anchor in self.anchors]
        if self.order:
            found["order"] = self.order
        if self.every:
            found["every"] = True
        return found
