"""Intervals resample images, not conversations."""

from __future__ import annotations

import pytest

from gvqa_cedi.report.intervals import estimate


def test_the_mean_and_its_interval():
    found = estimate([(str(n), float(n % 2)) for n in range(100)])
    assert found.value == 0.5
    assert found.images == found.count == 100
    # The normal approximation: 0.5 ± 1.96 · √(0.25 / 100).
    assert found.low == pytest.approx(0.402, abs=0.015)
    assert found.high == pytest.approx(0.598, abs=0.015)


def test_repeating_the_conversations_of_an_image_makes_nothing_surer():
    once = [(str(n), float(n % 3)) for n in range(30)]
    assert estimate(once * 5).low == estimate(once).low
    assert estimate(once * 5).high == estimate(once).high


def test_a_seed_decides():
    values = [(str(n), n / 7) for n in range(9)]
    assert estimate(values, seed=1) == estimate(values, seed=1)
    assert estimate(values, seed=1) != estimate(values, seed=2)


def test_too_little_for_an_interval():
    assert estimate([("a", None)]).value is None
    one = estimate([("a", 1.0), ("a", 2.0), ("b", None)])
    assert (one.value, one.low, one.images, one.count) == (1.5, None, 1, 2)
