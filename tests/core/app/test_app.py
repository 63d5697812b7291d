"""`gvqa app` in a real browser: upload, ask, follow up, seek; nothing leaves this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from tests.core.speech.clips import write_clip

from gvqa_core.testing.clips import colour_clip

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("gradio", reason="the app needs gvqa-core[app]")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    """Fifteen seconds that browsers play: red, blue, green."""
    path = tmp_path_factory.mktemp("clips") / "colours <b>bold.mp4"
    rgb = [(200, 20, 20), (20, 20, 200), (20, 150, 20)]
    times = [n / 4 for n in range(60)]
    colour_clip(path, times=times, colours=[rgb[n // 20] for n in range(60)], codec="libx264")
    return path


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("app")
    environ = {
        **{k: v for k, v in os.environ.items() if not k.startswith("GVQA_")},
        "GVQA_CACHE_DIR": str(folder / "cache"),
        "HF_HUB_OFFLINE": "1",
        "PYTHONUNBUFFERED": "1",
    }
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "gvqa_core.cli", "app", "--no-browser", "--port", "0",
             "--backend", "embedded"],
            cwd=folder, env=environ, stdout=out, stderr=out,
        )  # fmt: skip
    try:
        end = time.monotonic() + 120
        while not (found := re.search(r"http://127\.0\.0\.1:\d+/", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.2)
        yield found[0], folder / "cache"
    finally:
        process.send_signal(2)
        process.wait(30)
    # What users uploaded, and the reports, are gone when it ends; captions are kept.
    assert list((folder / "cache").glob("app-*")) == []


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM)
        yield opened
        opened.close()


@pytest.fixture
def page(app, browser):
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    made = context.new_page()
    made.outside = []
    made.on("request", lambda request: _note(request.url, app[0], made.outside))
    made.goto(app[0])
    made.get_by_role("button", name="Describe the video").wait_for()
    yield made
    assert made.outside == []
    context.close()


def _note(url, address, outside):
    if not url.startswith((address, "blob:", "data:")):
        outside.append(url)


def status_of(page):
    status = page.get_by_label("Status")
    page.wait_for_function(
        "() => [...document.querySelectorAll('textarea')]"
        ".some(each => /described|Could not|first/.test(each.value))",
        timeout=90_000,
    )
    return status.input_value()


def describe(page, clip):
    page.locator("input[type=file]").set_input_files(clip)
    page.locator("#gvqa-video video").wait_for()
    page.get_by_role("button", name="Describe the video").click()
    return status_of(page)


def ask(page, question):
    page.get_by_label("Question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()
    heading = page.get_by_role("heading", name=question)
    heading.wait_for(timeout=60_000)


def test_ask_see_the_frame_and_go_to_the_moment(page, clip):
    assert describe(page, clip) == "3 frames described. Ask away."
    ask(page, "What colour is the picture at the end?")
    answer = page.get_by_role("region", name="Answer")
    assert answer.get_by_role("status").inner_text().endswith("Grounded.")
    claim = page.get_by_role("article", name=re.compile("^Grounded: .*green"))
    assert claim.get_by_role("img", name="Frame at 0:10").is_visible()
    claim.get_by_role("button", name="go to 0:10").click()
    page.wait_for_function("() => document.querySelector('#gvqa-video video').currentTime == 10")
    ask(page, "And what else is it?")
    understood = "Understood as: And what else is it? (What colour is the picture at the end?)"
    assert understood in answer.inner_text()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the report page").click()
    report = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "And what else is it?" in report


def test_what_is_said_stands_in_the_place_of_the_frame(page, tmp_path):
    cue = (2.0, 5.0, "The bakery opened in <Bergen>.")
    clip = write_clip(tmp_path / "talk.mp4", [("mov_text", "eng", [cue])])
    assert describe(page, clip).startswith("3 frames described, and 1 passage of speech.")
    ask(page, "What is said about the bakery?")
    claim = page.get_by_role("article", name=re.compile("^Grounded: It is said"))
    assert "Said there: “The bakery opened in .”" in claim.inner_text()
    assert claim.get_by_role("img").count() == 0
    assert claim.get_by_role("button", name="go to 0:02").is_visible()


def test_two_users_do_not_see_each_other(page, clip, app, browser):
    describe(page, clip)
    other = browser.new_context().new_page()
    other.goto(app[0])
    other.get_by_label("Question").fill("What colour is it?")
    other.get_by_role("button", name="Ask", exact=True).click()
    alert = other.get_by_role("alert").filter(has_text="There is no video yet")
    alert.wait_for(timeout=30_000)
    assert "colours" not in other.content()
    other.context.close()


def test_what_is_no_video_is_told_in_words(page, tmp_path):
    text = tmp_path / "notes.mp4"
    text.write_text("no video at all")
    page.locator("input[type=file]").set_input_files(text)
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Describe the video").click()
    said = status_of(page)
    assert said.startswith("Could not: ")
    assert "Traceback" not in page.content()


def test_the_cache_is_not_served(app):
    address, cache = app
    for path in (cache / "store.sqlite3", Path("/etc/hostname")):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{address}gradio_api/file={path}", timeout=10)
        assert caught.value.code in (403, 404)
