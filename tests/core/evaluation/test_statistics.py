"""Statistics against worked examples, scipy, and cases small enough to do by hand."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from gvqa_core.evaluation.scoring import (
    Confusion,
    balanced_interval,
    expected_calibration_error,
    reliability,
    threshold_for,
)
from gvqa_core.evaluation.statistics import (
    Rate,
    agreement,
    cluster_bootstrap,
    mcnemar,
    ratio,
    wilson,
)

stats = pytest.importorskip("scipy.stats", reason="scipy is the measure here")


def test_wilson_of_the_papers_eleven_of_fourteen():
    low, high = wilson(11, 14)
    assert (round(100 * low, 1), round(100 * high, 1)) == (52.4, 92.4)


@pytest.mark.parametrize("of", [1, 2, 14, 40, 1000])
def test_wilson_is_scipys_for_every_count(of):
    for count in range(0, of + 1, max(1, of // 40)):
        theirs = stats.binomtest(count, of).proportion_ci(method="wilson")
        assert wilson(count, of) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
        wide = stats.binomtest(count, of).proportion_ci(0.99, method="wilson")
        assert wilson(count, of, 0.99) == pytest.approx((wide.low, wide.high), abs=1e-12)


def test_a_rate_of_nothing_is_no_rate():
    assert Rate(0, 0).value is None
    assert Rate(0, 0).interval is None
    assert Rate(0, 5).interval == (0.0, pytest.approx(0.4345, abs=1e-4))
    with pytest.raises(ValueError, match="from 0 to 3, got 4"):
        Rate(4, 3)
    with pytest.raises(ValueError, match="of >= 1"):
        wilson(0, 0)


def test_mcnemar_worked_by_hand():
    # 1 against 6: 2 · (C(7,0) + C(7,1)) / 2^7 = 16/128
    assert mcnemar(1, 6) == 0.125
    assert mcnemar(6, 1) == 0.125
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(5, 5) == 1.0
    assert mcnemar(0, 10) == pytest.approx(2 / 1024)


def test_mcnemar_is_the_binomial_test_of_scipy():
    for first, second in [(0, 1), (3, 9), (20, 41), (150, 210), (900, 800), (3000, 2000)]:
        theirs = stats.binomtest(min(first, second), first + second, 0.5).pvalue
        assert mcnemar(first, second) == pytest.approx(theirs, rel=1e-9, abs=1e-300)


def test_the_bootstrap_of_lone_observations_is_scipys():
    values = np.random.default_rng(1).normal(size=60)
    ours = cluster_bootstrap([(value, 1) for value in values], ratio)
    theirs = stats.bootstrap((values,), np.mean, method="percentile", rng=0).confidence_interval
    assert ours == pytest.approx(tuple(theirs), abs=0.02)


def test_claims_of_one_question_do_not_count_as_independent():
    """Ten questions of ten equal claims know as much as ten claims, not as a hundred."""
    clusters = [(10 * (n % 2), 10) for n in range(10)]
    low, high = cluster_bootstrap(clusters, ratio)
    assert (low, high) == cluster_bootstrap([(n % 2, 1) for n in range(10)], ratio)
    alone = cluster_bootstrap([(n % 2, 1) for n in range(100)], ratio)
    assert high - low > 2.5 * (alone[1] - alone[0])


def test_the_bootstrap_repeats_and_knows_when_it_cannot():
    clusters = [(1, 2), (2, 2), (0, 3)]
    assert cluster_bootstrap(clusters, ratio) == cluster_bootstrap(clusters, ratio)
    assert cluster_bootstrap([(1, 2)], ratio) is None
    assert cluster_bootstrap([], ratio) is None
    assert cluster_bootstrap([(0, 0), (0, 0)], ratio) is None
    # Resamples without a single observation are left out, not counted as 0.
    assert cluster_bootstrap([(1, 1), (0, 0)], ratio) == (1.0, 1.0)


def test_kappa_of_the_textbook():
    """Cohen's table 20, 5, 10, 15: agreement .70, chance .50, kappa .40."""
    first = [True] * 25 + [False] * 25
    second = [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    found = agreement(first, second)
    assert found.same == Rate(35, 50)
    assert found.kappa == pytest.approx(0.4)


def test_kappa_is_undefined_where_chance_explains_all():
    assert agreement([True] * 4, [True] * 4).kappa is None
    assert agreement([], []).kappa is None
    assert agreement([True] * 4, [False] * 4).kappa == 0
    assert agreement([True, False], [False, True]).kappa == -1
    with pytest.raises(ValueError):
        agreement([True], [])


def test_confusion_and_balanced_accuracy():
    accepted = [True] * 8 + [False] * 2 + [True] * 3 + [False] * 7
    found = Confusion.of(accepted, [True] * 10 + [False] * 10)
    assert found.row == (8, 3, 2, 7)
    assert (found.precision, found.recall) == (Rate(8, 11), Rate(8, 10))
    assert (found.specificity, found.accuracy) == (Rate(7, 10), Rate(15, 20))
    assert found.balanced_accuracy == pytest.approx(0.75)
    assert Confusion.of([True], [True]).balanced_accuracy is None
    assert Confusion.of([], []).precision.value is None


def test_the_interval_of_the_balanced_accuracy_holds_it():
    rng = random.Random(3)
    clusters = []
    for _ in range(60):
        truths = [rng.random() < 0.5 for _ in range(4)]
        clusters.append(Confusion.of([t if rng.random() < 0.8 else not t for t in truths], truths))
    low, high = balanced_interval(clusters)
    assert low < 0.8 < high
    assert 0.05 < high - low < 0.15
    assert balanced_interval([Confusion(1, 0, 0, 0), Confusion(2, 0, 0, 0)]) is None


def test_reliability_and_ece_by_hand():
    scores = [0.05, 0.15, 0.15, 0.95, 1.0]
    bins = reliability(scores, [False, False, True, True, True])
    assert [each.true for each in bins if each.true.of] == [Rate(0, 1), Rate(1, 2), Rate(2, 2)]
    assert bins[9].mean_score == pytest.approx(0.975)
    # (1 · .05 + 2 · .35 + 2 · .025) / 5
    assert expected_calibration_error(bins) == pytest.approx(0.16)
    assert expected_calibration_error(reliability([], [])) is None
    with pytest.raises(ValueError, match="probability"):
        reliability([math.nan], [True])


def test_the_lowest_threshold_that_keeps_a_promise():
    scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
    truths = [True, True, False, True, False, False]
    none = threshold_for(scores, truths, 0.0)
    assert (none.value, none.false_accepts, none.recall) == (0.8, Rate(0, 3), Rate(2, 3))
    third = threshold_for(scores, truths, 1 / 3)
    assert (third.value, third.false_accepts, third.recall) == (0.6, Rate(1, 3), Rate(3, 3))
    assert threshold_for([0.9, 0.9], [True, False], 0.5) is None
    assert threshold_for([0.9], [True], 0.5) is None
    assert threshold_for([0.2], [False], 0.5) is None
