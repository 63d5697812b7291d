"""The text of a reply, whatever a library calls a reply."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from gvqa_core.reading.replies import completion_ids, text_of


@pytest.mark.case("B25")
@pytest.mark.parametrize(
    "result",
    [
        "A cat.",
        ("A cat.", {"tokens": 3}),
        SimpleNamespace(text="A cat.", tokens=3),
        [SimpleNamespace(text="A cat.")],
        {"text": "A cat."},
        [{"generated_text": "A cat."}],
        SimpleNamespace(content="A cat."),
        b"A cat.",
    ],
)
def test_every_kind_of_reply_has_its_text(result):
    assert text_of(result) == "A cat."


@pytest.mark.parametrize("result", [None, (), [], {}, 7, object(), [[[[[["deep"]]]]]]])
def test_what_has_no_text_is_empty(result):
    assert text_of(result) == ""


@pytest.mark.case("B25")
def test_the_prompt_that_comes_with_the_reply_is_taken_off():
    assert text_of("Describe.A cat.", prompt="Describe.") == "A cat."
    assert text_of("A cat.", prompt="Describe.") == "A cat."
    assert completion_ids([1, 2, 3, 4, 5], [1, 2, 3]) == [4, 5]
    assert completion_ids([4, 5], [1, 2, 3]) == [4, 5]
    assert completion_ids([4, 5], []) == [4, 5]
