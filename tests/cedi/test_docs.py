"""docs/cedi.md defines every metric."""

from __future__ import annotations

import pytest
from tests.shared import ROOT

from gvqa_cedi.annotation.statistics import SixStatistics
from gvqa_cedi.grading.definitions import DEFINITIONS
from gvqa_cedi.parsing.agreement import measure
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions

PAGE = (ROOT / "docs" / "cedi.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in DEFINITIONS if not name.startswith("hal_")])
def test_every_metric_is_there(name):
    title = DEFINITIONS[name].title.split(",")[0]
    assert title in PAGE


def test_the_printed_agreement_is_what_the_parser_does():
    for kind, found in measure(Lexicon(LexiconOptions()).parse).items():
        row = f"| {kind} | {found.precision:.3f} | {found.recall:.3f} | {found.f1:.3f} |"
        assert row in PAGE


def test_six():
    assert len(SixStatistics.__attrs_attrs__) == 6
