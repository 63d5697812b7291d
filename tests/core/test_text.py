"""Text and times as people see them."""

import pytest

from gvqa_core.text import clock


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0, "0:00"),
        (83.04, "1:23"),
        (83.26, "1:23.3"),
        (3723.0, "1:02:03"),
        (-5.0, "-0:05"),
        (1e308, "1e+308"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
    ],
)
def test_a_time_is_written_for_people_however_large(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown
