"""Reading claims: shapes beyond the public cases, and the claims' preparation."""

from __future__ import annotations

import json
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gvqa_core.claims import Reading, prepare, read_claims
from gvqa_core.types import Caption, Claim, Hit

A = '{"claim": "A train arrives.", "timestamp": 8.0}'
B = '{"claim": "Doors open.", "timestamp": 9.0}'
READ_A = ("A train arrives.", 8.0)
READ_B = ("Doors open.", 9.0)


def pairs(reading: Reading) -> list[tuple[str, float]]:
    return [(claim.text, claim.timestamp) for claim in reading.claims]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "```json\n[]\n```",
        "The captions do not answer that. []",
        '{"claims": []}',
        "<think>nothing fits</think>\n\n[]",
        "[ ]\n",
        "[[]]",
    ],
)
def test_an_empty_array_is_an_honest_nothing(text):
    assert read_claims(text) == Reading(raw=text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "I cannot answer that.",
        "{}",
        "null",
        "[12.0, 14.0]",
        "See [1], [end] and {name}.",
        '{"answer": "nothing found"}',
        '{"claims": null}',
        '{"claims": "none"}',
        "[",
        "[{",
        '["',
        "[}",
        "]",
        "<think>[]",
        "[]</think>",
        "Timestamp 5: a dog barks.",
        "1. A dog barks (5.0)\n2. A cat sleeps (10.0)",
    ],
)
def test_no_array_is_an_error_and_never_nothing_found(text):
    reading = read_claims(text)
    assert reading.claims == ()
    assert reading.error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # wrappers
        (f'{{"answer": {{"claims": [{A}, {B}]}}}}', [READ_A, READ_B]),
        (f'{{"result": [{A}], "claims": [{B}]}}', [READ_B]),
        (f'{{"reasoning": "It is 9 o\'clock [sic].", "claims": [{A}]}}', [READ_A]),
        (f'{{"1": {A}, "2": {B}}}', [READ_A, READ_B]),
        (f'{{"claims": {A}}}', [READ_A]),
        (f'[{{"claims": [{A}]}}, {B}]', [READ_A, READ_B]),
        (
            f'<tool_call>{{"name": "answer", "arguments": {{"claims": [{A}]}}}}</tool_call>',
            [READ_A],
        ),
        # several values
        (f"{A}\n{B}", [READ_A, READ_B]),
        (f"{A}, {B}", [READ_A, READ_B]),
        (f"- {A}\n- {B}", [READ_A, READ_B]),
        (f"First: {A} and then: {B}", [READ_A, READ_B]),
        (f"[{A}]\n[{B}]", [READ_A, READ_B]),
        (f"[{A}],\n{B}", [READ_A, READ_B]),
        (f"```json\n[{A}]\n```\n```json\n[{B}]\n```", [READ_A, READ_B]),
        (f"[{A}, {A}, {A}]", [READ_A]),
        # slips of syntax that change nothing
        (f"[{A}, {B},]", [READ_A, READ_B]),
        (f"[{A}\n {B}]", [READ_A, READ_B]),
        (f"[,{A}]", [READ_A]),
        (f"[{A}}}, {B}}}]", [READ_A, READ_B]),
        ('[{"claim": "A train arrives.", "timestamp": 8.0]', [READ_A]),
        ('[{"claim": "A train arrives.", "timestamp": 8.0,}]', [READ_A]),
        ('[{claim: "A train arrives.", timestamp: 8.0}]', [READ_A]),
        ("[{'claim': 'A train arrives.', 'timestamp': 8.0}]", [READ_A]),
        ('[{"Claim": "A train arrives.", "TIMESTAMP": "8.0"}]', [READ_A]),
        ('[{"claim": "A train arrives." // seen\n, "timestamp": 8.0 /* s */}]', [READ_A]),
        ('[{"claim": "A train arrives."\n  "timestamp": 8.0}]', [READ_A]),
        ('[{"claim"："A train arrives."，"timestamp"：8.0}]', [READ_A]),
        ('[{"claim": "A train arrives.", "timestamp": 00:08}]', [READ_A]),
        ('[{"claim": "A train arrives.", "timestamp": 8.0 seconds}]', [READ_A]),
        ('[{"claim": "A train arrives.", "timestamp": 8s}]', [READ_A]),
        ('[{"timestamp": 8.0, "claim": "A train arrives."}]', [READ_A]),
        ('[{"claim": "A train arrives.", "timestamp": 8.0, "confidence": 0.9}]', [READ_A]),
        ('[{"claim": "A train arrives.", "claim": "A train arrives.", "timestamp": 8}]', [READ_A]),
        ('"[{\\"claim\\": \\"A train arrives.\\", \\"timestamp\\": 8.0}]"', [READ_A]),
        ('[{\\"claim\\": \\"A train arrives.\\", \\"timestamp\\": 8.0}]', [READ_A]),
        # reasoning in other dialects
        (f"<reasoning>[{B}]</reasoning>[{A}]", [READ_A]),
        (f"◁think▷[{B}]◁/think▷[{A}]", [READ_A]),
        (f"[THINK][{B}][/THINK][{A}]", [READ_A]),
        (f"<|channel|>analysis<|message|>[{B}]<|channel|>final<|message|>[{A}]", [READ_A]),
        (f"analysisWe need [{B}]assistantfinal[{A}]", [READ_A]),
        (f"<think>a</think> [{B}] b</think>[{A}]", [READ_A]),
        (f"[{A}]\n<think>[{B}]", [READ_A]),
        # an invented next turn, as small models write
        (f"[{A}]\n\nQuestion: And then?\nJSON array: [{B}]", [READ_A]),
        (f"[{A}]<|im_end|>\n<|im_start|>user\n[{B}]", [READ_A]),
        (f"[{A}]</s>[{B}]", [READ_A]),
        # a later version
        (f"Draft: [{A}]\nBetter: [{B}]", [READ_B]),
        (f"[{A}]\nNothing else was found: []", [READ_A]),
    ],
)
def test_shapes_that_can_be_read_in_one_way(text, expected):
    assert pairs(read_claims(text)) == expected


def test_an_array_replaced_by_a_later_one_is_reported():
    reading = read_claims(f"Draft: [{A}]\nBetter: [{B}]")
    assert [(item.text, item.reason) for item in reading.rejected] == [
        ("A train arrives.", "stands outside the array that is the answer")
    ]


def test_a_second_version_cut_before_its_first_claim_leaves_the_first():
    reading = read_claims(f'Draft: [{A}]\nBetter: [{{"claim": "Doo')
    assert pairs(reading) == [READ_A]
    assert reading.truncated


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ('The sign says "Open".', 'The sign says "Open".'),
        ('"Open" is written on the door.', '"Open" is written on the door.'),
        ('The sign says "Open"', 'The sign says "Open"'),
        ('A 27" monitor shows "A", "B" and "C".', 'A 27" monitor shows "A", "B" and "C".'),
        ('The code shows {"a": "x", "b": "y"} on screen.',) * 2,
        ('The list is ["a", "b"] here.',) * 2,
    ],
)
def test_quotation_marks_that_were_not_escaped_stay_in_the_sentence(text, claim):
    for item in (
        f'{{"claim": "{text}", "timestamp": 3.0}}',
        f'{{"timestamp": 3.0, "claim": "{text}"}}',
    ):
        assert pairs(read_claims(f"[{item}]")) == [(claim, 3.0)]


@pytest.mark.parametrize(
    "text",
    [
        # a mark without a partner: where the sentence ends is not sure
        '[{"claim": "He says "yes, "timestamp": 5.0}]',
        '[{"claim": "He says "yes"and leaves", "note": "x", "timestamp": 5.0}]',
        # half of a sentence must never become a claim
        "[{'claim': 'It''s a dog', 'timestamp': 5.0}]",
        '[{"claim": "The screen shows {"claim": "x", "timestamp": 3} here", "timestamp": 5}]',
        '[{"claim": "A" "B", "timestamp": 5.0}]',
        # two claims run together
        '[{"claim": "a", "timestamp": 1, "claim": "b", "timestamp": 2}]',
        '[{"claim": "a", "timestamp": 12,5}]',
        '[{"claim": "a", "timestamp": 1.2.3}]',
        '[{"claim": "a", "timestamp": 60 + 5}]',
        '[{"claim": ["a", "b"], "timestamp": 1}]',
        '[{"claim": A dog barks., "timestamp": 1}]',
        '[{"claim": "...", "timestamp": 1}]',
        '[{"claim": "string", "timestamp": number}]',
        '[{"claim": "a", "timestamps": [1]}]',
        '[{"claim": "a", "frame": 30}]',
        '{"claims": ["a", "b"], "timestamps": [1, 2]}',
        '{"claim": "a", "timestamp": 12,5}',
    ],
)
def test_what_could_mean_two_things_is_rejected(text):
    reading = read_claims(text)
    assert reading.claims == ()
    assert reading.rejected
    assert reading.error


def test_one_bad_item_does_not_cost_the_others():
    reading = read_claims(f'[{A}, {{"claim": "He says "no, "timestamp": 5}}, {{oops}}, {B}]')
    assert pairs(reading) == [READ_A, READ_B]
    assert len(reading.rejected) == 2


@pytest.mark.parametrize("cut", range(1, len(f"[{A}, {B}]")))
def test_a_reply_cut_anywhere_keeps_whole_claims_only(cut):
    reading = read_claims(f"[{A}, {B}]"[:cut])
    whole = [READ_A] if cut > len(A) else []
    whole += [READ_B] if cut > len(A) + len(B) + 2 else []
    assert pairs(reading) == whole
    assert reading.truncated or not whole
    assert (reading.error is None) == bool(whole)


def test_a_time_after_the_end_is_rejected_where_the_length_is_known():
    assert pairs(read_claims(f"[{A}]", duration=8.0)) == [READ_A]
    reading = read_claims(f"[{A}]", duration=7.9)
    assert reading.rejected[0].reason == "timestamp is after the end of the video (7.9 s)"


def test_signs_that_do_not_belong_into_a_sentence_are_dropped():
    text = '[{"claim": "A\\u0000 \\u001b[31mred\\n sign \\ud800.", "timestamp": 1}]'
    assert pairs(read_claims(text)) == [("A [31mred sign \ufffd.", 1.0)]
    assert pairs(read_claims('[{"claim": "A \ud800 sign.", "timestamp": 1}]')) == [
        ("A \ufffd sign.", 1.0)
    ]


def test_a_sentence_as_long_as_a_page_is_rejected():
    reading = read_claims(json.dumps([{"claim": "word " * 300, "timestamp": 1}]))
    assert reading.rejected[0].reason == "the claim is longer than 1000 characters"
    assert len(reading.rejected[0].text) == 200


# -- properties ----------------------------------------------------------------

sentences = st.text(min_size=1, max_size=60).filter(lambda s: any(c.isalnum() for c in s))
times = st.floats(0, 1e6, allow_nan=False).map(lambda t: round(t, 3))
items = st.lists(st.tuples(sentences, times), min_size=1, max_size=5)


def expected_of(written: list[tuple[str, float]]) -> list[tuple[str, float]]:
    readable = []
    for text, seconds in written:
        # Control characters that are no white space have no place in a sentence.
        text = "".join(c for c in text if unicodedata.category(c) != "Cc" or c.isspace())
        text = " ".join(text.replace("\ufeff", "").split())
        if (text, seconds) not in readable and any(c.isalnum() for c in text):
            readable.append((text, seconds))
    return readable


@given(items, st.booleans(), st.sampled_from([None, 2]))
def test_standard_json_is_read_as_json(written, ascii_only, indent):
    objects = [{"claim": text, "timestamp": time} for text, time in written]
    text = json.dumps(objects, ensure_ascii=ascii_only, indent=indent)
    assert pairs(read_claims(text)) == expected_of(written)


@given(items, st.data())
def test_cutting_standard_json_never_changes_a_claim(written, data):
    text = json.dumps([{"claim": text, "timestamp": time} for text, time in written])
    cut = data.draw(st.integers(0, len(text)))
    assert set(pairs(read_claims(text[:cut]))) <= set(expected_of(written))


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_exception(text):
    reading = read_claims(text)
    assert reading.raw == text
    assert reading.claims or reading.error or "[" in text


@given(st.text(alphabet="[]{}\",:'“”\\ \n`<>/thinkclaimtimestamp0123456789.-", max_size=200))
def test_bracket_salad_is_read_without_an_exception(text):
    for claim in read_claims(text).claims:
        assert claim.timestamp >= 0
        assert claim.text.strip()


@given(
    items, st.text(alphabet="abc .,!?\n", max_size=40), st.text(alphabet="abc .,!?\n", max_size=40)
)
def test_prose_around_the_array_changes_nothing(written, before, after):
    array = json.dumps([{"claim": text, "timestamp": time} for text, time in written])
    assert pairs(read_claims(f"{before}\n{array}\n{after}")) == expected_of(written)


# -- time needed ------------------------------------------------------------------


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "[[1],",
        "{",
        '{"a":',
        '["',
        "[“",
        "['",
        '[{"claim": "a", "timestamp": 1}, x y ',
        '{"claim": "a" "',
        '{"claim": "',
        '"a", "b": ',
        "[1, ",
        "// ",
        '["a" // ',
        "/* ",
        "<think>",
        "</think>[",
        "babble and more babble ",
        '[{"claim": "27" ',
        "\\",
        '[{"claim": "a", "timestamp": 1}]\n',
        "{'claim': 'it's ",
    ],
)
def test_time_grows_no_faster_than_the_text(unit):
    def seconds(size: int) -> float:
        text = (unit * (size // len(unit) + 1))[:size]
        begun = time.process_time()
        reading = read_claims(text)
        needed = time.process_time() - begun
        assert reading.claims or reading.error
        return needed

    # Eight times the text: about 8 when proportional, 64 when it grows with the square.
    assert (
        min(seconds(16_000) for _ in range(2)) < 24 * min(seconds(2_000) for _ in range(3)) + 0.02
    )


def test_ten_thousand_brackets_around_a_claim():
    reading = read_claims("[" * 10_000 + A + "]" * 10_000)
    assert pairs(reading) == [READ_A]


def test_a_megabyte_of_babble_before_the_answer():
    babble = "I see a \"dog\" [maybe] and {something}: it's 5' away, isn't it? " * 16_000
    assert pairs(read_claims(f"{babble}\n[{A}]")) == [READ_A]


# -- preparation -------------------------------------------------------------------


def hits(*times: float) -> list[Hit]:
    return [Hit(Caption(time, "A caption.", time), 1.0, rank) for rank, time in enumerate(times)]


@pytest.mark.parametrize(
    ("cited", "timestamp", "unretrieved"),
    [
        (10.0, 10.0, False),
        (12.5, 10.0, False),  # exactly Δt/2, and as near to 15: the earlier one
        (12.6, 15.0, False),
        (7.5, 10.0, False),
        (7.4, 7.4, True),
        (40.0, 40.0, True),
    ],
)
def test_citations_are_snapped_within_half_an_interval(cited, timestamp, unretrieved):
    (claim,) = prepare([Claim("A dog barks.", cited)], hits(15.0, 10.0), 5.0)
    assert claim.timestamp == timestamp
    assert claim.cited == cited
    assert claim.cites_unretrieved is unretrieved


def test_claims_of_another_tool_are_left_where_they_are():
    (claim,) = prepare([Claim("A dog barks at 00:07.", 7.0)], (), 5.0)
    assert claim == Claim("A dog barks at 00:07.", 7.0, hypothesis="A dog barks.", cited=7.0)
    assert not claim.cites_unretrieved


def test_preparing_twice_changes_nothing():
    claims = [Claim("A dog barks (12s)", 11.0), Claim("A cat sleeps at 00:50.", 11.0)]
    once = prepare(claims, hits(10.0), 5.0)
    assert prepare(once, hits(10.0), 5.0) == once


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("A dog barks at 00:05.", None),
        ("A dog barks at 00:10.", None),  # within Δt of 5.0
        ("A dog barks at 00:11.", 11.0),
        ("A dog barks at 45 seconds.", 45.0),
        ("A dog barks [01:10]", 70.0),
        ("A dog barks from 00:00 to 00:40.", None),
        ("A dog barks from 00:20 to 00:40.", 20.0),
        ("The clock shows 10:30.", None),
        ("The train leaves at 10:30.", None),
    ],
)
def test_a_stated_time_that_contradicts_the_citation_is_flagged(text, stated):
    (claim,) = prepare([Claim(text, 5.0)], hits(5.0), 5.0)
    assert claim.stated_time == stated
