"""The page in a real browser, found as a reader or a screen reader finds it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.core.report.answers import claim, heard, look, many_claims, talk
from tests.core.report.test_html import hostile_answer

from gvqa_core.report import save
from gvqa_core.report.html import report_html
from gvqa_core.types import NLILabel

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here; on Debian: apt-get install chromium")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield running
        running.close()


@pytest.fixture
def open_page(browser, tmp_path) -> Iterator[Any]:
    """Opens a saved answer; the test fails if the page complained or fetched anything."""
    trouble: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 900})

    def go(answer: Any) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda message: trouble.append(message.text))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith(("file:", "data:")) else trouble.append(request.url)
            ),
        )
        page.goto(Path(save(answer, tmp_path / "answer")).as_uri())
        return page

    yield go
    context.close()
    assert trouble == []


def test_the_unsupported_sentence_is_found_by_role_and_name(open_page):
    page = open_page(talk())
    assert page.get_by_role("status").inner_text() == "2 of 3 claims are Unverified."
    card = page.get_by_role(
        "article", name=re.compile("Unverified.*tallest bar of the chart is red")
    )
    assert card.count() == 1
    text = card.inner_text()
    assert "Why not: What is seen at the cited time contradicts it." in text
    assert "Looked at 0:30 and 0:40 as well: none supports it." in text
    assert "A bar chart on a white background; the tallest bar is blue." in text
    frame = card.get_by_role("img", name=re.compile("Frame at 0:35: A bar chart"))
    assert frame.evaluate("image => image.decode().then(() => image.naturalWidth)") == 640
    assert card.get_by_role("img", name="Frame at 0:30").count() == 1
    grounded = page.get_by_role("article", name=re.compile("Grounded"))
    assert grounded.count() == 1
    assert "Frames are sampled every 5 seconds." in grounded.inner_text()


def test_both_answers_stand_beside_each_other(open_page):
    page = open_page(talk())
    compare = page.get_by_role("region", name="The answer without and with verification")
    assert compare.get_by_role("heading", name="Without verification").count() == 1
    items = compare.get_by_role("listitem")
    assert items.count() == 3
    assert "Unverified" not in items.nth(0).inner_text()
    assert "Unverified" in items.nth(1).inner_text()


def test_keys_move_from_claim_to_claim(open_page):
    page = open_page(talk())
    focused = "document.activeElement.id"
    page.keyboard.press("j")
    assert page.evaluate(focused) == "claim-1"
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate(focused) == "claim-3"
    page.keyboard.press("k")
    assert page.evaluate(focused) == "claim-2"
    page.keyboard.press("k")
    page.keyboard.press("u")
    assert page.evaluate(focused) == "claim-2"


def test_the_filter_shows_one_kind(open_page):
    page = open_page(talk())
    page.get_by_role("button", name="Unverified 2").click()
    assert page.get_by_role("article").count() == 2
    assert page.get_by_role("button", name="Unverified 2").get_attribute("aria-pressed") == "true"
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "claim-2"
    page.get_by_role("link", name="Claim 1, Grounded, at 0:05").click()
    assert page.get_by_role("article").count() == 3
    assert page.evaluate("document.activeElement.id") == "claim-1"


def test_an_empty_kind_says_so(open_page):
    page = open_page(attrs.evolve(talk(), claims=talk().claims[:1]))
    page.get_by_role("button", name="Unverified 0").click()
    assert page.get_by_text("No claim of this kind.").is_visible()


def test_hostile_text_runs_no_script_and_is_read_as_text(open_page):
    page = open_page(hostile_answer())
    page.mouse.move(600, 300)
    assert page.evaluate("window.pwned") is None
    assert page.evaluate("document.scripts.length") == 1
    assert "<script>window.pwned=1</script>" in page.get_by_role("heading", level=1).inner_text()
    assert page.get_by_role("article", name=re.compile(r"\\u202egnp\.exe")).count() == 1


def test_nothing_is_wider_than_a_phone(open_page):
    page = open_page(hostile_answer())
    page.set_viewport_size({"width": 375, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_arrows_move_too_and_the_links_lead_to_the_folded_parts(open_page):
    page = open_page(with_choices())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "claim-2"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == "claim-1"
    reason = page.get_by_text("Verifier nli was passed over: no weights.")
    assert not reason.is_visible()
    page.get_by_role("link", name="1 other component was passed over").click()
    assert reason.is_visible()


def with_choices() -> Any:
    base = talk()
    verifier = {"name": "nli-mini", "why": "highest priority", "skipped": {"nli": "no weights"}}
    warnings = (*base.warnings, "verifier nli was passed over: no weights")
    provenance = {**base.provenance, "components": {"verifier": verifier}}
    offer = look(20.0, "It would hold here.", NLILabel.ENTAILMENT)
    claims = (base.claims[0], attrs.evolve(base.claims[1], entailed_at=offer), base.claims[2])
    return attrs.evolve(base, warnings=warnings, provenance=provenance, claims=claims)


def test_a_picture_that_returns_is_shown_again(open_page):
    """It is in the page once; the second card and its neighbours show it all the same."""
    looks = (look(5.0, "A slide."), look(0.0, "A slide.", offset=-1))
    page = open_page(attrs.evolve(talk(), claims=(claim("One.", 5.0, looks),) * 2))
    images = page.get_by_role("img", name=re.compile("Frame at"))
    assert images.count() == 4
    for number in range(4):
        width = "image => image.decode().then(() => image.naturalWidth)"
        assert images.nth(number).evaluate(width) == 640


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 375])
def test_axe_finds_nothing_serious(browser, tmp_path, scheme, width):
    """The accessibility rules of axe-core, on pages with everything in them unfolded."""
    axe = pytest.importorskip("axe_playwright_python", reason="it brings axe-core")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    nothing = attrs.evolve(with_choices(), claims=(), message="nothing answers that")
    for number, answer in enumerate((with_choices(), heard(), hostile_answer(), nothing)):
        path = save(answer, tmp_path / str(number))
        context = browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
        )
        page = context.new_page()
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        page.evaluate(script)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        context.close()
        assert [(v["id"], v["impact"], v["nodes"][0]["html"]) for v in found] == []


def test_it_prints_unfolded_on_white_with_its_pictures(browser, tmp_path):
    """Also from a dark screen; what the print would show is asked of the page itself."""
    path = save(talk(), tmp_path / "answer")
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    ground = "getComputedStyle(document.body).backgroundColor"
    ink = "getComputedStyle(document.querySelector('h3')).color"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    assert page.evaluate(ink) == "rgb(28, 30, 33)"
    assert not page.get_by_role("group", name="Show claims").is_visible()
    assert page.get_by_text("video SHA-256").is_visible()
    assert page.pdf().count(b"/Subtype /Image") >= 2
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert not page.get_by_text("video SHA-256").is_visible()
    context.close()


def test_200_claims_open_in_two_seconds(browser, tmp_path):
    """With 600 pictures that hardly compress; the page's own CPU time, whoever else computes."""
    path = tmp_path / "report.html"
    path.write_text(report_html(many_claims()), encoding="utf-8")
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(path.as_uri())
    metrics = session.send("Performance.getMetrics")["metrics"]
    assert {each["name"]: each["value"] for each in metrics}["TaskDuration"] < 2
    assert page.locator("article").count() == 200
    page.close()


def test_contrast_is_readable_in_both_schemes(browser, tmp_path):
    """Every text against the ground it stands on: at least 4.5 to 1, as WCAG AA asks."""
    page_path = save(talk(), tmp_path / "answer")
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(page_path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        poor = page.evaluate(CONTRAST)
        context.close()
        assert poor == [], scheme


CONTRAST = """
() => {
  const rgb = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => {
    v /= 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.99) { return colour; }
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg,script,.sr,.skip")) { continue; }
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) { poor.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim()}`); }
  }
  return poor;
}
"""
