"""Boxes of text become lines in the order in which a person reads them."""

from __future__ import annotations

import random

import pytest

from gvqa_core.builtin.code import is_code_line, looks_like_code
from gvqa_core.builtin.reading_order import TextBox, lines_in_order


def box(text: str, left: float, top: float, height: float = 20) -> TextBox:
    return TextBox(text, left, top, left + 10 * len(text), top + height)


def read(*boxes: TextBox) -> list[str]:
    shuffled = list(boxes)
    random.Random(1).shuffle(shuffled)
    return [line.text for line in lines_in_order(shuffled)]


def test_lines_are_read_from_top_to_bottom():
    assert read(box("Title", 10, 10, 40), box("first", 10, 80), box("second", 10, 120)) == [
        "Title",
        "first",
        "second",
    ]


def test_the_rows_of_a_table_stay_whole():
    rows = [("North", "12"), ("South", "9"), ("East", "4")]
    boxes = [
        cell
        for number, (site, count) in enumerate(rows)
        for cell in (box(site, 10, 50 * number), box(count, 300, 50 * number + 3))
    ]
    assert read(*boxes) == ["North 12", "South 9", "East 4"]


def test_values_under_their_labels_are_read_with_them():
    cards = [("Revenue", "$4.2M"), ("Users", "18,304"), ("Churn", "2.1%")]
    boxes = [
        cell
        for number, (label, value) in enumerate(cards)
        for cell in (box(label, 300 * number, 100), box(value, 300 * number, 140, 35))
    ]
    title = box("Dashboard", 0, 20, 30)
    assert read(title, *boxes) == ["Dashboard", "Revenue $4.2M", "Users 18,304", "Churn 2.1%"]


def test_a_table_of_two_rows_is_not_turned():
    cells = [("North", "12", 0), ("South", "9", 40)]
    boxes = [b for name, n, top in cells for b in (box(name, 0, top), box(n, 300, top))]
    assert read(*boxes) == ["North 12", "South 9"]


def test_columns_of_prose_are_read_one_after_the_other():
    left = [box("the first column goes", 10, 100 + 30 * n) for n in range(3)]
    right = [box("and here is the second", 400, 100 + 30 * n) for n in range(3)]
    heading = box("A heading across both of the columns here", 100, 20, 30)
    foot = box("A footnote across both of the columns too", 100, 400)
    found = read(heading, *left, *right, foot)
    assert found == [heading.text, *(b.text for b in left), *(b.text for b in right), foot.text]


def test_a_line_slightly_askew_is_one_line():
    assert read(box("power", 10, 100), box("in", 80, 104), box("2025", 120, 97)) == [
        "power in 2025"
    ]


def test_the_height_of_a_line_is_that_of_its_letters():
    (line,) = lines_in_order([box("a", 0, 0, 30), box("b", 50, 2, 20)])
    assert line.height == 25


def test_no_text_no_lines():
    assert lines_in_order([]) == []


@pytest.mark.parametrize(
    "line",
    [
        "def power(speed):",
        "return area * speed",
        "import numpy as np",
        "area = 4.5",
        "x += 1",
        "print(result)",
        "for (int i = 0; i < n; i++) {",
        "const total = a + b;",
        "// a comment",
        "$ pip install gvqa",
        "}",
    ],
)
def test_lines_of_code(line):
    assert is_code_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "Turbines built",
        "North site 12 turbines",
        "Questions are welcome",
        "Output by month",
        "50 %",
    ],
)
def test_lines_of_slides_are_no_code(line):
    assert not is_code_line(line)


def test_a_screen_is_code_when_most_of_three_lines_are():
    code = ["def f(x):", "y = 2", "return y"]
    assert looks_like_code(code)
    assert not looks_like_code(code[:2])
    assert not looks_like_code(["Agenda", "Results", "Thanks", *code[:2]])
