"""Charts of the report page: drawn where there are values, in words as well, and harmless."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gvqa_core.evaluation.charts import LABELS, WIDTH, charts
from gvqa_core.evaluation.reporting import run_tables
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.tables import Number, Table, html

TALK = Path("benchmarks/evaluation/sample-talk")
HOSTILE = "<script>alert(1)</script>\u202e"


def outcomes(*rows):
    columns = ("category", "verifier", "Grounded or shown", "caught", "verifier failed")
    return Table("outcomes", "Outcomes", columns, rows)


def test_the_sample_talk_has_every_chart():
    found = {chart.name: chart for chart in charts(run_tables(TALK))}
    assert list(found) == ["outcomes", "labels", "reliability", "work"]
    caught = next(row for row in found["outcomes"].rows if row.label == "adversarial · nli-mini")
    assert caught.text == "10 of 11"
    scale = WIDTH - LABELS - 90
    assert caught.parts[0].width == pytest.approx(10 / 11 * scale, abs=0.1)
    assert found["work"].rows[0].label == "drafting"
    low, high = caught.whisker
    assert (low - LABELS) / scale == pytest.approx(0.623, abs=0.001)
    assert (high - LABELS) / scale == pytest.approx(0.984, abs=0.001)


def test_what_there_is_nothing_of_is_not_drawn():
    assert charts([]) == []
    assert charts([outcomes()]) == []
    assert charts([outcomes(("factual", "nli", Rate(0, 0), Rate(0, 0), 0))]) == []
    reliability = Table("reliability", "R", ("verifier", "score", "mean score", "true"),
                        (("nli", "0.0-0.1", Number(None), Rate(0, 0)),))  # fmt: skip
    assert charts([reliability]) == []
    work = Table("work", "W", ("work", "n", "judgements", "time", "for each claim"),
                 (("drafting", 0, None, Number(None), None),))  # fmt: skip
    assert charts([work]) == []


def test_one_category_and_hostile_names_do_no_harm():
    page = html([outcomes((HOSTILE, "nli", Rate(1, 2), Rate(1, 2), 0))], HOSTILE)
    assert "<script" not in page
    assert "\u202e" not in page
    assert "&lt;script&gt;" in page


def test_every_chart_has_its_name_and_says_what_it_shows():
    page = html(run_tables(TALK), "Talk")
    figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(figures) == 4
    for figure in figures:
        name = re.search(r'<figcaption id="(.+?)">', figure)[1]
        assert f'role="img" aria-labelledby="{name}" aria-describedby="{name}-says"' in figure
