"""From boxes of recognised text to lines in the order in which a person reads them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median

from attrs import frozen


@frozen
class TextBox:
    """A piece of text and where it stands, in pixels from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """Height of the box, about that of the letters."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Vertical middle."""
        return (self.top + self.bottom) / 2


@frozen
class Line:
    """One line of text.

    Attributes:
        text: The texts of its boxes from left to right, joined by spaces.
        height: Mean height of its boxes in pixels.
    """

    text: str
    height: float


def lines_in_order(boxes: Sequence[TextBox]) -> list[Line]:
    """Group boxes into lines: top to bottom, one column of prose after the other.

    The rows of a table stay whole, so that a label stands beside its value; where
    values stand under their labels, as on a dashboard, each label is read with its own.
    """
    lines: list[Line] = []
    for column in _columns(boxes):
        for group in _cards(_rows(column)):
            lines.append(
                Line(" ".join(box.text for box in group), mean(box.height for box in group))
            )
    return lines


def _cards(rows: Sequence[list[TextBox]]) -> list[list[TextBox]]:
    """Take a row of labels and the row of numbers under it apart into label and number."""
    groups: list[list[TextBox]] = []
    position = 0
    while position < len(rows):
        pair = rows[position : position + 2]
        if len(pair) == 2 and _are_labels_over_numbers(*pair):
            groups += [[label, number] for label, number in zip(*pair, strict=True)]
            position += 2
        else:
            groups.append(rows[position])
            position += 1
    return groups


def _are_labels_over_numbers(labels: Sequence[TextBox], numbers: Sequence[TextBox]) -> bool:
    if len(labels) != len(numbers) or len(labels) < 2:
        return False
    return all(
        not _has_digit(label.text)
        and _has_digit(number.text)
        and label.left < number.right
        and number.left < label.right
        and number.top - label.bottom < 2 * number.height
        for label, number in zip(labels, numbers, strict=True)
    )


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _rows(boxes: Sequence[TextBox]) -> list[list[TextBox]]:
    """Boxes whose middle lies within the height of their neighbours form a row."""
    rows: list[list[TextBox]] = []
    for box in sorted(boxes, key=lambda box: (box.middle, box.left)):
        row = rows[-1] if rows else None
        if row and abs(box.middle - mean(b.middle for b in row)) < 0.5 * min(
            box.height, *(b.height for b in row)
        ):
            row.append(box)
        else:
            rows.append([box])
    return [sorted(row, key=lambda box: (box.left, box.top)) for row in rows]


def _columns(boxes: Sequence[TextBox]) -> list[list[TextBox]]:
    """Cut at an empty vertical strip with prose on both sides; what lies across stays apart."""
    boxes = sorted(boxes, key=lambda box: (box.middle, box.left))
    for gutter in _gutters(boxes):
        across = [b for b in boxes if b.left < gutter < b.right]
        top = max((b.bottom for b in across if _is_above(b, boxes, gutter)), default=None)
        above = [b for b in boxes if top is not None and b.middle < top]
        left = [b for b in boxes if b not in above and b.right <= gutter]
        right = [b for b in boxes if b not in above and b.left >= gutter]
        below = [b for b in boxes if b not in above and b not in left and b not in right]
        if _is_prose(left) and _is_prose(right):
            return [part for part in (above, *_columns(left), *_columns(right), below) if part]
    return [list(boxes)] if boxes else []


def _gutters(boxes: Sequence[TextBox]) -> list[float]:
    """Candidate cuts: in front of each left edge that several boxes share."""
    if len(boxes) < 4:
        return []
    letter = median(box.height for box in boxes)
    cuts: list[float] = []
    for box in boxes:
        cut = box.left - 0.5 * letter
        aligned = sum(abs(other.left - box.left) < letter for other in boxes)
        if aligned >= 2 and cut > min(b.left for b in boxes) + letter:
            cuts.append(cut)
    return sorted(set(cuts))


def _is_above(box: TextBox, boxes: Sequence[TextBox], gutter: float) -> bool:
    beside = [b for b in boxes if not b.left < gutter < b.right]
    return sum(b.middle > box.middle for b in beside) > len(beside) / 2


def _is_prose(boxes: Sequence[TextBox]) -> bool:
    """Two lines or more, of three words or more on average: a column, not cells of a table."""
    return len(boxes) >= 2 and mean(len(box.text.split()) for box in boxes) >= 3
