"""Verb forms, predicates, noun phrases and polarity."""

from __future__ import annotations

import pytest

from gvqa_cedi.text.phrases import phrase_from
from gvqa_cedi.text.polarity import Polarity, polarities
from gvqa_cedi.text.tokens import tokenize
from gvqa_cedi.text.verbs import fold_predicate, verb_base


def words(text: str) -> list[str]:
    return [token.word for token in tokenize(text)]


@pytest.mark.parametrize(
    ("word", "base"),
    [("sitting", "sit"), ("wears", "wear"), ("carried", "carry"), ("riding", "ride"),
     ("worn", "wear"), ("buildings", None), ("cookies", None), ("dog", None)],
)  # fmt: skip
def test_verb_base(word, base):
    assert verb_base(word) == base


@pytest.mark.parametrize(
    ("written", "folded"),
    [("ON", "on"), ("is sitting on", "sit on"), ("on top of", "on"), ("sits on top of", "sit on"),
     ("to the left of", "left of"), ("beside", "next to"), ("has", "have"), ("wears a", "wear"),
     ("of", "of"), ("köln", "köln")],
)  # fmt: skip
def test_fold_predicate(written, folded):
    assert fold_predicate(written) == folded


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("a small, brown and white dog", "dog", ["small", "brown", "white"]),
        ("the wooden dining tables", "dining table", ["wooden"]),
        ("very large red double-decker bus", "double-decker bus", ["large", "red"]),
        ("a light blue shirt", "shirt", ["light blue"]),
        ("orange juice", "orange juice", []),
        ("the orange", "orange", []),
        ("a smiling woman", "woman", ["smiling"]),
        ("wine glasses", "wine glass", []),
        ("glasses", "glasses", []),
        ("a large building", "building", ["large"]),
    ],
)
def test_phrases(text, name, values):
    found = phrase_from(words(text), 0)
    assert found is not None
    assert found.name == name
    assert [value for _, value, _ in found.values] == values


@pytest.mark.parametrize("text", ["is red", "sitting on", "", "very", "of the"])
def test_no_phrase(text):
    assert phrase_from(words(text), 0) is None


@pytest.mark.parametrize(
    ("text", "word", "polarity"),
    [
        ("There is no cat, dog or bird.", "bird", Polarity.NEGATED),
        ("No, there is a cat.", "cat", Polarity.ASSERTED),
        ("A dog is not visible in the image.", "dog", Polarity.NEGATED),
        ("The man is not wearing a hat, but he holds a cup.", "cup", Polarity.ASSERTED),
        ("The man is not wearing a hat, but he holds a cup.", "hat", Polarity.NEGATED),
        ("The man is not wearing a hat, but he holds a cup.", "man", Polarity.ASSERTED),
        ("A man without a hat is riding a horse.", "horse", Polarity.ASSERTED),
        ("It might be a cat or a dog.", "dog", Polarity.HEDGED),
        ("A cat or a dog is asleep.", "cat", Polarity.HEDGED),
        ("He isn't there, and a dog is barking.", "dog", Polarity.ASSERTED),
        ("Not only a cat is here.", "cat", Polarity.ASSERTED),
    ],
)
def test_polarity(text, word, polarity):
    tokens = words(text)
    assert polarities(tokens)[tokens.index(word)] is polarity
