"""What models really write: public faults, each with its expected reading."""

from __future__ import annotations

import json

import pytest

from gvqa_core.claims import Reading, read_claims


def pairs(reading: Reading) -> list[tuple[str, float]]:
    return [(claim.text, claim.timestamp) for claim in reading.claims]


@pytest.mark.case("A01")
@pytest.mark.parametrize(
    "text",
    [
        '```JSON\r\n[{"claim": "A cyclist passes the bakery.", "timestamp": 14.0}]\r\n```',
        '\ufeff~~~\n[{"claim": "A cyclist passes the bakery.", "timestamp": 14}]\n~~~\n',
    ],
)
def test_code_fences_are_no_obstacle(text):
    reading = read_claims(text)
    assert pairs(reading) == [("A cyclist passes the bakery.", 14.0)]
    assert reading.error is None
    assert not reading.rejected


@pytest.mark.case("A02")
def test_brackets_in_prose_after_the_array_are_prose():
    reading = read_claims(
        'Here are the claims:\n[{"claim": "A man opens the gate.", "timestamp": 3.0}]\n'
        "Replace {name} later; see notes [2] and [end]."
    )
    assert pairs(reading) == [("A man opens the gate.", 3.0)]


@pytest.mark.case("A03")
def test_a_draft_inside_thinking_is_not_the_answer():
    reading = read_claims(
        '<think>Maybe [{"claim": "A dog sleeps.", "timestamp": 1.0}]? No, the caption says cat.'
        '</think>\n[{"claim": "A cat sleeps on the sofa.", "timestamp": 1.0}]'
    )
    assert pairs(reading) == [("A cat sleeps on the sofa.", 1.0)]


@pytest.mark.case("A03")
def test_thinking_never_closed_is_an_error_that_keeps_the_text():
    text = '<THINK lang="en">\n[1, 2]\n'
    reading = read_claims(text)
    assert reading.claims == ()
    assert reading.error == "the reply holds only thinking, no JSON array of claims"
    assert reading.raw == text


@pytest.mark.case("A05")
def test_times_written_as_text():
    reading = read_claims(
        '[{"claim": "a", "timestamp": "01:23"}, {"claim": "b", "timestamp": "12s"}, '
        '{"claim": "c", "timestamp": "1:02:03"}, {"claim": "d", "timestamp": " 83.5 "}, '
        '{"claim": "e", "timestamp": "00:01:02.250"}, {"claim": "f", "timestamp": "1m 5s"}, '
        '{"claim": "g", "timestamp": "soon"}]',
        duration=7200.0,
    )
    assert pairs(reading) == [
        ("a", 83.0),
        ("b", 12.0),
        ("c", 3723.0),
        ("d", 83.5),
        ("e", 62.25),
        ("f", 65.0),
    ]
    (rejected,) = reading.rejected
    assert rejected.text == "g"
    assert rejected.reason.startswith("timestamp not understood")


@pytest.mark.case("A06")
@pytest.mark.parametrize(
    "text",
    [
        '{"claims": [{"claim": "A bird lands.", "timestamp": 2}]}',
        '{"claim": "A bird lands.", "timestamp": 2}',
        '[[{"claim": "A bird lands.", "timestamp": 2}]]',
    ],
)
def test_other_shapes_of_the_same_claim(text):
    assert pairs(read_claims(text)) == [("A bird lands.", 2.0)]


@pytest.mark.case("A06")
def test_items_of_the_wrong_shape_are_rejected_one_by_one():
    reading = read_claims(
        '["A bird lands.", 7, null, {"claim": "", "timestamp": 1}, {"claim": "A bird lands."}, '
        '{"claim": {"text": "x"}, "timestamp": 1}]'
    )
    assert reading.claims == ()
    assert len(reading.rejected) == 6
    assert all(item.reason for item in reading.rejected)
    assert reading.error is not None
    assert reading.error.startswith("none of the 6 items is a usable claim")


@pytest.mark.case("A08")
@pytest.mark.parametrize(
    "tail",
    ['{"claim": "A gull lands on the ra', '{"claim": "A gull lands.", "timestamp": 4'],
)
def test_a_claim_that_was_cut_off_is_not_kept(tail):
    whole = '{"claim": "Two boats leave the harbour.", "timestamp": 31.0}'
    reading = read_claims(f"[{whole}, {tail}")
    assert pairs(reading) == [("Two boats leave the harbour.", 31.0)]
    assert reading.truncated
    assert reading.error is None


@pytest.mark.case("B01")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Based on captions [1] and [3], here you go: "
            '[{"claim": "A train arrives.", "timestamp": 8.0}]',
            [("A train arrives.", 8.0)],
        ),
        (
            'Frames used: [12.0, 14.0]\n\n{"claim": "A train arrives.", "timestamp": 8.0}\n'
            '{"claim": "Doors open.", "timestamp": 9.0}',
            [("A train arrives.", 8.0), ("Doors open.", 9.0)],
        ),
        (
            '[] is what I would say, but: [{"claim": "A train arrives.", "timestamp": 8.0}]',
            [("A train arrives.", 8.0)],
        ),
    ],
)
def test_citations_and_lead_ins_are_not_the_answer(text, expected):
    assert pairs(read_claims(text)) == expected


@pytest.mark.case("B03")
@pytest.mark.parametrize(
    "before",
    ['Draft: [{"claim": "A dog barks.", "timestamp": 1.0}] - no, wrong frame.\n</think>\n', ""],
)
def test_thinking_tags_inside_a_claim_are_content(before):
    text = before + '[{"claim": "The slide shows <think>big</think> in bold.", "timestamp": 2.0}]'
    assert pairs(read_claims(text)) == [("The slide shows <think>big</think> in bold.", 2.0)]


@pytest.mark.case("B04")
@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            '[{"claim": "The terminal shows ```npm run build``` in green.", "timestamp": 19.0}]',
            "The terminal shows ```npm run build``` in green.",
        ),
        (
            '```json\n[{"claim": "The terminal shows ``` and ends in ].", "timestamp": 19.0}]\n'
            "```\nUse `jq` to read it.",
            "The terminal shows ``` and ends in ].",
        ),
    ],
)
def test_backticks_inside_a_claim_are_content(text, claim):
    assert pairs(read_claims(text)) == [(claim, 19.0)]


@pytest.mark.case("B05")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'The 5" pipe is visible. [{"claim": "A pipe rests on the bench.", "timestamp": 6.0}]',
            [("A pipe rests on the bench.", 6.0)],
        ),
        (
            '[{"claim": "A 27" monitor, black, stands on the desk.", "timestamp": 3.0}]',
            [('A 27" monitor, black, stands on the desk.', 3.0)],
        ),
        (
            '[{"claim": "Line one\nline two\tend", "timestamp": 3.0}]',
            [("Line one line two end", 3.0)],
        ),
    ],
)
def test_stray_quotation_marks_and_raw_line_breaks(text, expected):
    reading = read_claims(text)
    assert pairs(reading) == expected
    assert not reading.rejected


@pytest.mark.case("B06")
def test_values_that_are_no_times_are_rejected_with_reasons():
    reading = read_claims(
        '[{"claim": "a", "timestamp": NaN}, {"claim": "b", "timestamp": 1e999}, '
        '{"claim": "c", "timestamp": -3}, {"claim": "d", "timestamp": true}, '
        '{"claim": "e", "timestamp": null}, {"claim": "f", "timestamp": "nan"}, '
        '{"claim": "g", "timestamp": 5}]',
        duration=10.0,
    )
    assert pairs(reading) == [("g", 5.0)]
    assert [item.text for item in reading.rejected] == ["a", "b", "c", "d", "e", "f"]
    assert all(item.reason for item in reading.rejected)
    json.dumps([(c.text, c.timestamp, c.cited) for c in reading.claims], allow_nan=False)


@pytest.mark.case("B08")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[{“claim”: “A chef lifts the lid.”, “timestamp”: 4.0}]",
            [("A chef lifts the lid.", 4.0)],
        ),
        (
            '[{"claim": "The sign reads “Open”, 50 €, café 😀.", "timestamp": 5.0}]',
            [("The sign reads “Open”, 50 €, café 😀.", 5.0)],
        ),
        (
            '[{"claim": "\\u65e5\\u672c \\ud83d\\ude00", "timestamp": 5.0}]',
            [("日本 😀", 5.0)],
        ),
        (
            "[{'claim': '\\u65e5\\u672c \\ud83d\\ude00', 'timestamp': 5.0}]",
            [("日本 😀", 5.0)],
        ),
    ],
)
def test_quotation_marks_and_escapes_of_all_kinds(text, expected):
    reading = read_claims(text)
    assert pairs(reading) == expected
    for claim in reading.claims:
        claim.text.encode("utf-8")


@pytest.mark.case("B09")
def test_ranges_lists_milliseconds_and_decimal_commas():
    reading = read_claims(
        '[{"claim": "a", "timestamp": "00:12-00:15"}, {"claim": "b", "timestamp": '
        '"0:0:0 - 0:0:30"}, {"claim": "c", "timestamp": "12.5–14.0"}, {"claim": "d", '
        '"timestamp": [12, 15]}, {"claim": "e", "timestamp": {"start": 12, "end": 15}}, '
        '{"claim": "f", "timestamp": "12,5"}, {"claim": "g", "timestamp": "7500 ms"}, '
        '{"claim": "h", "timestamp": "frame 30"}]',
        duration=60.0,
    )
    assert pairs(reading) == [
        ("a", 12.0),
        ("b", 0.0),
        ("c", 12.5),
        ("d", 12.0),
        ("e", 12.0),
        ("f", 12.5),
        ("g", 7.5),
    ]
    assert [item.text for item in reading.rejected] == ["h"]
