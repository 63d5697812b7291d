"""The page in a real browser: hostile text is text, and every chart can be read without sight."""

from __future__ import annotations

import pytest
from tests.cedi.report.runs import EVIL, hostile, simulated
from tests.core.report.test_browser import browser as browser

from gvqa_core.cli.run import run


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    base = tmp_path_factory.mktemp("page")
    folders = [
        hostile(base / "evil"),
        simulated(base / "liar", "--contexts", "2", "-o", "evaluatee.simulated.object", "0.6"),
    ]
    assert run(["cedi", "report", *map(str, folders), "--html", str(base / "report.html")]) == 0
    return base / "report.html"


@pytest.fixture(params=[("light", 1200), ("dark", 400)], ids=["light-wide", "dark-narrow"])
def page(request, browser, page_file):
    scheme, width = request.param
    trouble: list[str] = []
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=True
    )
    opened = context.new_page()
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("console", lambda message: trouble.append(message.text))
    opened.on("request", lambda asked: asked.url.startswith("file:") or trouble.append(asked.url))
    opened.goto(page_file.as_uri())
    yield opened
    context.close()
    assert trouble == []


def test_hostile_text_shows_as_text(page):
    assert page.title() == "CEDI: 2 runs compared"
    assert page.locator("script, img, iframe").count() == 0
    assert page.get_by_text(f"There is a cat. {EVIL}", exact=True).count() == 2
    assert page.get_by_role("row", name=f"evil: {EVIL} asked by {EVIL}").count() >= 4


def test_every_chart_has_a_name_and_a_table(page):
    for title in ("Hallucination by turn", "Contexts for each image", "Radar"):
        region = page.get_by_role("region", name=title)
        assert title.split()[0] in region.get_by_role("img").first.evaluate(
            "svg => svg.querySelector('title').textContent"
        )
        assert region.get_by_role("img", name=title.split()[0]).count() == 1
        assert region.get_by_role("table").get_by_role("row").count() == 3


def test_nothing_runs_off_the_page(page):
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
