"""The labelling page in a real browser, used by keyboard as a person would."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.core.evaluation.lab import make_clip, measure, questions

from gvqa_core.evaluation.labelling import label_page
from gvqa_core.evaluation.labels import Labels
from gvqa_core.evaluation.questions import GivenClaim
from gvqa_core.labelling import Choice, Item, Page, Span, serve

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
HOSTILE = "<script>window.pwned=1</script> \u202egnp.exe"


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
def visit(browser) -> Iterator[Any]:
    """Opens a served page; the test fails if it complained or fetched from elsewhere."""
    trouble: list[str] = []
    context = browser.new_context()

    def go(server: Any) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((server.url, "data:"))
                else trouble.append(request.url)
            ),
        )
        page.goto(server.url)
        page.get_by_role("article").wait_for()
        return page

    yield go
    context.close()
    assert trouble == []


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    clip = make_clip(folder / "greys.mkv")
    asked = questions(clip)
    made = attrs.evolve(asked.questions[2], claims=(GivenClaim(HOSTILE, 4.0), GivenClaim("B.", 9)))
    measure(
        folder / "run",
        clip,
        folder / "cache",
        "seeing",
        asked=attrs.evolve(asked, questions=(asked.questions[0], made)),
    )
    return folder / "run"


def test_claims_are_labelled_by_keyboard(run, visit):
    with serve(label_page(run)) as server:
        page = visit(server)
        status = page.get_by_role("status")
        assert page.get_by_text("0 of 4 labelled").is_visible()
        assert "How grey?" in page.locator("#context").inner_text()
        picture = page.get_by_role("img")
        assert picture.evaluate("i => i.decode().then(() => i.naturalWidth)") == 64
        page.keyboard.press("t")
        page.get_by_text("1 of 4 labelled").wait_for()
        assert page.get_by_role("heading", level=2).inner_text() == "2 of 4"
        page.keyboard.press("u")
        page.get_by_text("2 of 4 labelled").wait_for()
        assert Labels(run).read() == {"f 1/1": "true", "f 1/2": "unsure"}
        assert page.locator("#text").inner_text() == HOSTILE.replace("\u202e", "\\u202e")
        page.keyboard.press("f")
        page.get_by_text("3 of 4 labelled").wait_for()
        page.keyboard.press("ArrowLeft")
        assert page.get_by_role("button", name="False (f)").get_attribute("aria-pressed") == "true"
        page.keyboard.press("Backspace")
        page.get_by_text("2 of 4 labelled").wait_for()
        page.get_by_role("button", name="False (f)").click()
        page.get_by_text("3 of 4 labelled").wait_for()
        page.keyboard.press("f")
        page.get_by_text("4 of 4 labelled").wait_for()
        page.get_by_text("Everything is labelled.").wait_for()
        assert status.get_attribute("class") in (None, "")
        assert page.evaluate("window.pwned") is None
    assert Labels(run).truths() == {"f 1/1": True, "a/1/1": False, "a/1/2": False}


def test_a_person_goes_on_where_they_stopped(run, visit):
    Labels(run).set("f 1/1", "true")
    with serve(label_page(run)) as server:
        page = visit(server)
        begun = len(Labels(run).read())
        assert page.get_by_text(f"{begun} of 4 labelled").is_visible()


def test_a_lost_connection_is_said_and_nothing_pretended(run, visit):
    with serve(label_page(run)) as server:
        page = visit(server)
        before = page.locator("#count").inner_text()
    page.keyboard.press("t")
    page.get_by_text("Not saved: the command is no longer running.").wait_for()
    assert page.locator("#count").inner_text() == before


def test_parts_of_a_text_are_marked(visit):
    kept: dict[str, Any] = {}
    spans = Page(
        title="Spans",
        guide="",
        items=(Item("x", "🐻 sees a red dog."),),
        choices=(Choice("object", "Object", "o"),),
        read=lambda: kept,
        save=kept.__setitem__,
        kind="spans",
    )
    with serve(spans) as server:
        page = visit(server)
        page.get_by_text("sees a red dog").wait_for()  # keys count once the item is there
        page.keyboard.press("o")
        page.get_by_text("Select a part of the text first.").wait_for()
        page.evaluate(
            "() => { const t = document.getElementById('text').firstChild;"
            " const r = document.createRange(); r.setStart(t, t.data.indexOf('red'));"
            " r.setEnd(t, t.data.indexOf('red') + 7);"
            " getSelection().removeAllRanges(); getSelection().addRange(r); }"
        )
        page.get_by_role("button", name="Object (o)").click()
        page.get_by_text("Object: “red dog”").wait_for()
        assert kept == {"x": (Span(9, 16, "object"),)}
        page.get_by_role("button", name="Remove").click()
        page.get_by_text("Object: “red dog”").wait_for(state="detached")
        assert kept == {"x": ()}
