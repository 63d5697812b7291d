"""The six statistics, correlation and stability: values worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gvqa_cedi.annotation.correlation import correlations, pearson, stability
from gvqa_cedi.annotation.labels import ErrorSpan, Labels
from gvqa_cedi.annotation.statistics import (
    by_family,
    counts_of_conversations,
    six_statistics,
)
from gvqa_cedi.transcripts import Transcript, Turn

#        0123456789012345678 (19 characters, two sentences)
FIRST = "A red dog. A cat 猫."
SAID = [
    Transcript("1", (Turn("?", FIRST), Turn("?", "Yes."))),
    Transcript("2", (Turn("?", "A bird."),)),
    Transcript("3", (Turn("?", "Not labelled."),)),
]
LABELS = Labels(
    spans={
        (0, 0): (ErrorSpan(2, 5, "attribute"), ErrorSpan(6, 12, "object")),
        (0, 1): (),
        (1, 0): (),
    }
)


def test_by_hand():
    found = six_statistics(SAID, LABELS)
    assert found.samples == 1 / 2
    assert found.sentences == 2 / 4  # the second span runs over two sentences
    assert found.per_sample == 2 / 2
    assert found.per_sentence == 2 / 4
    assert found.per_1000_characters == pytest.approx(2000 / (len(FIRST) + 4 + 7))
    assert found.characters == pytest.approx(9 / (len(FIRST) + 4 + 7))
    assert counts_of_conversations(SAID, LABELS) == {0: 2, 1: 0}
    assert by_family(LABELS) == {"object": 1, "attribute": 1, "relation": 0, "text": 0, "other": 0}


def test_characters_marked_twice_count_once():
    twice = Labels(spans={(1, 0): (ErrorSpan(0, 6, "object"), ErrorSpan(2, 6, "attribute"))})
    assert six_statistics(SAID, twice).characters == pytest.approx(6 / 7)


def test_nothing_labelled():
    assert six_statistics(SAID, Labels()).samples is None
    empty = six_statistics([Transcript("1", (Turn("?", ""),))], Labels(spans={(0, 0): ()}))
    assert (empty.samples, empty.sentences, empty.characters) == (0, None, None)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=3, max_size=20))
def test_pearson_equals_numpy(pairs):
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    found = pearson(a, b)
    if len(set(a)) < 2 or len(set(b)) < 2:
        assert found is None
    else:
        assert found == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-9)
        assert -1 <= found <= 1


def test_correlations_pass_over_what_has_no_value():
    values = [{"ged": 1.0}, {"ged": 2.0}, {"ged": 3.0}, {"ged": None}, {"ged": 99.0}]
    found = correlations(values, {0: 2, 1: 4, 2: 6, 3: 8})["ged"]
    assert (found.r, found.pairs) == (pytest.approx(1.0), 3)
    assert correlations(values, {0: 2, 1: 4})["ged"].r is None


def test_stability():
    found = stability([{"a": 1.0, "b": None}, {"a": 3.0, "b": 2.0}])
    assert (found["a"].mean, found["a"].deviation) == (2.0, pytest.approx(2**0.5))
    assert (found["a"].least, found["a"].most, found["b"].runs) == (1.0, 3.0, 1)
    assert found["b"].deviation is None
