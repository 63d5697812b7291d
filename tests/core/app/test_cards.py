"""The cards of an answer: verdicts by name, text of videos and models shown as text."""

from __future__ import annotations

import shutil

import attrs
import pytest
from tests.core.report.answers import talk

from gvqa_core.app.cards import SCRIPT, answer_html

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
HOSTILE = "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">"


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_unsupported_sentence_is_found_by_role_and_name_and_nothing_hostile_runs(tmp_path):
    answer = talk()
    first = answer.claims[0]
    hostile = attrs.evolve(first, claim=attrs.evolve(first.claim, text=HOSTILE), reason=HOSTILE)
    answer = attrs.evolve(answer, claims=(*answer.claims, hostile), question=HOSTILE)
    file = tmp_path / "cards.html"
    file.write_text(f"<title>cards</title>{SCRIPT}{answer_html(answer)}", encoding="utf-8")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page()
        page.goto(file.as_uri())
        wrong = page.get_by_role("article", name="Unverified: The tallest bar of the chart is red.")
        assert "contradicts" in wrong.inner_text()
        assert wrong.get_by_role("button", name="go to 0:35").count() == 1
        assert page.get_by_role("article").count() == 4
        assert HOSTILE in page.get_by_role("article").last.inner_text()
        assert page.title() == "cards"
        browser.close()
