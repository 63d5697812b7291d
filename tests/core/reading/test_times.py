"""Times as models write them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gvqa_core.reading.times import read_span, read_time


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        (12, 12.0),
        (12.5, 12.5),
        (0, 0.0),
        (-0.0, 0.0),
        ("12", 12.0),
        ("12.50", 12.5),
        (".5", 0.5),
        ("012.0", 12.0),
        ("12,5", 12.5),
        ("12s", 12.0),
        ("12 s", 12.0),
        ("12 sec.", 12.0),
        ("12 seconds", 12.0),
        ("5-second", 5.0),
        ("1.5 min", 90.0),
        ("2 minutes", 120.0),
        ("1m5s", 65.0),
        ("1 minute and 5 seconds", 65.0),
        ("1h 2m 3s", 3723.0),
        ("7500 ms", 7.5),
        ("250ms", 0.25),
        ("0:05", 5.0),
        ("75:30", 4530.0),
        ("01:23.5", 83.5),
        ("00:00:12,500", 12.5),
        ("10:00:00", 36000.0),
        ("[12.0]", 12.0),
        ("(00:05)", 5.0),
        ("t=12.0", 12.0),
        ("~12s", 12.0),
        ("at 00:12", 12.0),
        ("around 12 seconds", 12.0),
        ("timestamp: 12", 12.0),
        ("１２", 12.0),
        ("00：12", 12.0),
        ("12 - 15", 12.0),
        ("12 to 15", 12.0),
        ("from 12 to 15", 12.0),
        ("between 12 and 15", 12.0),
        ("00:00:12,500 --> 00:00:15,000", 12.5),
        ("1-2 min", 60.0),
        ("7500-9000 ms", 7.5),
        ("5-10s", 5.0),
        ("12, 15", 12.0),
        ("12..15", 12.0),
        ([12], 12.0),
        ([12, 15], 12.0),
        (["00:12", "00:15"], 12.0),
        ((12, 15), 12.0),
        ({"start": 12, "end": 15}, 12.0),
        ({"Start": "0:12"}, 12.0),
    ],
)
def test_times_that_mean_one_thing(written, seconds):
    assert read_time(written) == seconds


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        "soon",
        "nan",
        "inf",
        "Infinity",
        "None",
        "true",
        "frame 30",
        "#30",
        "30%",
        "30 fps",
        "30 frames",
        "caption 3",
        "1,234",
        "1,234.5",
        "1_000",
        "0x10",
        "1e3",
        "00:75",
        "1:75:00",
        "01:02:03:04",
        "1:2:3:4",
        "12:",
        ":12",
        "1.2.3",
        "10:30 am",
        "5 pm",
        "2024-05-01",
        "15-12",
        "00:15-00:12",
        "5-10:00",
        "5-10-15",
        "60 + 5",
        "5 and 10 and 15",
        "-3",
        "−3",
        "-3 to 5",
        "9" * 400,
        "1:" * 5000,
        -1,
        -0.001,
        math.nan,
        math.inf,
        -math.inf,
        10**400,
        True,
        False,
        None,
        [],
        [1, 2, 3],
        [None],
        [[1]],
        [15, 12],
        [True],
        {},
        {"end": 15},
        {"start": None, "end": 5},
        {"start": 15, "end": 12},
        {"start": [1]},
        object(),
        b"12",
    ],
)
def test_what_is_no_time_or_could_mean_two_things_is_refused(written):
    with pytest.raises(ValueError, match=r"^timestamp") as refused:
        read_time(written)
    assert len(str(refused.value)) < 200


def test_a_range_keeps_its_end():
    assert read_span("00:05 - 00:10") == (5.0, 10.0)
    assert read_span({"start": 5, "end": 10}) == (5.0, 10.0)
    assert read_span([5, 10]) == (5.0, 10.0)
    assert read_span("5 s") == (5.0, 5.0)


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59))
def test_every_clock_time_is_its_seconds(hours, minutes, seconds):
    assert read_time(f"{hours}:{minutes:02}:{seconds:02}") == hours * 3600 + minutes * 60 + seconds
    assert read_time(f"{minutes:02}:{seconds:02}") == minutes * 60 + seconds


@given(st.floats(0, 1e7))
def test_numbers_are_themselves(seconds):
    assert read_time(seconds) == seconds


@given(st.text(max_size=100))
def test_any_text_is_a_time_or_refused(written):
    try:
        seconds = read_time(written)
    except ValueError as refused:
        assert str(refused).startswith("timestamp")  # noqa: PT017
    else:
        assert math.isfinite(seconds)
        assert seconds >= 0
