"""VALOR: golden rows, the reference's faults, the per-turn signal."""

from __future__ import annotations

import pytest
from tests.cedi.cases import case
from tests.cedi.golden import GOLDEN

from gvqa_cedi.grading.valor import Objects, Valor, ValorOptions

ROWS = GOLDEN["valor_reference"]["rows"]
OVERALL = GOLDEN["valor_reference"]["reference_overall_micro"]
FOUND = [Objects(r["gen"], r["matched"], r["broader"], r["gt"]) for r in ROWS]


@pytest.mark.parametrize("place", range(4))
def test_golden_rows(place):
    row, found = ROWS[place], FOUND[place]
    wanted = row.get("faith_i", row.get("faith_i_correct", row.get("faith_i_recommended")))
    assert found.faithfulness == wanted
    assert found.coverage == row["cov_i"]


def test_golden_overall_of_the_reference_and_what_is_right():
    generated = sum(len(f.generated) for f in FOUND)
    counted_twice = sum(len(f.matched) + len(f.broader) for f in FOUND)
    assert counted_twice / generated == OVERALL["faithfulness_i"]
    assert sum(f.faithful for f in FOUND) / generated == 0.75
    assert (
        sum(f.covered for f in FOUND) / sum(len(f.truth) for f in FOUND) == (OVERALL["coverage_i"])
    )
    whole = [f.coverage == 1 for f in FOUND]
    assert sum(whole) / len(whole) == OVERALL["coverage_s"]
    # Its per-sample share takes the empty row and the row counted twice as faithful.
    faithful = [r.get("faith_i_reference_double_count_bug", f.faithfulness) for r, f in
                zip(ROWS, FOUND, strict=True)]  # fmt: skip
    assert sum(value in (1.0, None) for value in faithful) / 4 == OVERALL["faithfulness_s"]


def grade(*cases, **options):
    return Valor(ValorOptions(**options)).grade(cases)


def test_matching_by_wordnet():
    found = grade(case(["bench", "man", "hat", "tree"], "A person on a bench, a dog and a plant."))
    assert found.details[0]["matched"] == {"bench": "bench"}
    assert found.details[0]["broader"] == {"person": "man", "plant": "tree"}
    assert found["valor_faith"].value == 0.75
    assert found["valor_cov"].value == 0.25


def test_the_signal_of_a_turn_is_one_minus_its_faithfulness():
    found = grade(case(["dog"], "A dog and a cat.", "A dog.", "Yes."))
    assert [turn["valor_unfaith"] for turn in found.turns[0]] == [0.5, 0.0, None]
    assert found["valor_faith"].value == 0.5


def test_averages():
    cases = (case(["dog"], "A dog."), case(["dog"], "A dog, a cat, a bird and a car."))
    assert grade(*cases)["valor_faith"].value == pytest.approx((1 + 0.25) / 2)
    assert grade(*cases, average="micro")["valor_faith"].value == pytest.approx(2 / 5)


def test_objects_of_all_turns_count():
    found = grade(case(["dog"], "A dog.", "A cat.", "It is big."))
    assert found["valor_faith"].value == 0.5
    assert [turn["valor_unfaith"] for turn in found.turns[0]] == [0.0, 1.0, None]
