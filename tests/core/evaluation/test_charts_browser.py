"""The report page in a real browser: charts are found by role and name, nothing is fetched."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gvqa_core.evaluation.reporting import run_tables
from gvqa_core.evaluation.tables import html

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_charts_are_images_with_names(tmp_path):
    page_file = tmp_path / "report.html"
    tables = run_tables(Path("benchmarks/evaluation/sample-talk"))
    page_file.write_text(html(tables, "Talk"), encoding="utf-8")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 420, "height": 900})
        faults, asked = [], []
        page.on("console", lambda message: faults.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        chart = page.get_by_role("img", name="Claims caught by verification")
        assert chart.is_visible()
        assert "10 of 11" in chart.text_content()
        assert page.get_by_role("img").count() == 4
        # The page itself does not scroll sideways on a phone; a chart does, in its figure.
        assert page.evaluate("document.documentElement.scrollWidth") <= 420
        assert faults == []
        assert asked == [page_file.as_uri()]
        browser.close()
