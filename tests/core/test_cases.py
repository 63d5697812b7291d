"""The ledger of public faults: each is covered by a test that bears its id, or says why not.

The ids are those of `CASES`; a test claims one with `@pytest.mark.case("A09")`. The claims
are found in the source of the tests, so that the ledger also holds where a part of the tests
cannot run.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

CASES = {
    "A01": "reply in a code fence",
    "A02": "prose with brackets behind the JSON",
    "A03": "draft inside a thinking block",
    "A05": "times as text",
    "A06": "valid JSON of the wrong shape",
    "A08": "array cut off by the token limit",
    "A09": "time at or past the end",
    "A11": "BGR handed to an RGB consumer",
    "A12": "order of NLI labels",
    "A14": "k larger than the captions, empty lists",
    "A15": "changed settings reuse the cache",
    "A17": "plugin that fails to import",
    "A19": "pictures of extreme size, out of memory",
    "A20": "CHAIR: plurals, compounds, synonyms",
    "B01": "citation in front of the claims",
    "B03": "closing think tag only; tags as content",
    "B04": "backticks inside a claim",
    "B05": "odd quotation marks and raw line breaks",
    "B06": "NaN, Infinity and true as times",
    "B08": "curly quotation marks as delimiters",
    "B09": "ranges, lists and units in the time field",
    "B11": "variable frame rate",
    "B13": "stills, odd rates, names like protocols",
    "B15": "NaN logits, raw logits, lists sorted by score",
    "B16": "evidence past the token limit",
    "B18": "identity of a file by its name",
    "B20": "empty or refused captions stored as done",
    "B21": "two distributions with one name",
    "B23": "Unicode paths, narrow encodings",
    "B25": "sampling by default, odd return types",
    "B26": "memory that grows with the video",
    "B27": "POPE: reading yes and no",
    "B29": "graph edit distance",
    "B30": "Visual Genome's two spellings",
}

WAITING: dict[str, str] = {}
"""Id → the later work that it waits for."""


def claims_in(source: str) -> set[str]:
    """The ids that a test file claims with `pytest.mark.case(...)`."""
    return {
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.case"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }


def claimed() -> dict[str, list[str]]:
    """Id → the test files that claim it."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for case in claims_in(file.read_text(encoding="utf-8")):
            found.setdefault(case, []).append(file.name)
    return found


def test_every_case_is_claimed_by_a_test_or_waits_for_named_work():
    missing = set(CASES) - set(claimed()) - set(WAITING)
    assert not missing, f"no test bears {sorted(missing)} and WAITING does not say why"


def test_no_case_is_claimed_and_waiting_at_once():
    assert not set(claimed()) & set(WAITING)


def test_no_test_claims_an_unknown_case():
    unknown = {case: files for case, files in claimed().items() if case not in CASES}
    assert not unknown


def test_what_waits_is_a_known_case_and_names_its_work():
    assert set(WAITING) <= set(CASES)
    assert all(work.strip() for work in WAITING.values())


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('@pytest.mark.case("A01")\ndef test_a(): ...', {"A01"}),
        ('@pytest.mark.case("A01", "B02")\ndef test_a(): ...', {"A01", "B02"}),
        ('p = pytest.param(1, marks=pytest.mark.case("B03"))', {"B03"}),
        ('"""pytest.mark.case("A01") in a text claims nothing."""', set()),
        ('# @pytest.mark.case("A01")', set()),
    ],
)
def test_only_marks_in_code_claim_a_case(source, found):
    assert claims_in(source) == found
