"""Make `report.png`: the page of a real check of claims about the sample talk, in a real browser.

    python docs/images/make_report_png.py

Needs gvqa-core[ocr], playwright and a Chromium on the path (`apt-get install chromium`).
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from gvqa_core import VideoQA

ROOT = Path(__file__).parents[2]
TALK = ROOT / "examples" / "sample_talk.mp4"
CLAIMS = ROOT / "examples" / "claims.json"
KINDS = ("wrong number", "true", "true", "wrong time")
"""One claim of each, in this order."""

WIDTH, HEIGHT, MOST_BYTES = 1120, 1180, 300_000


def chosen_claims() -> list[dict[str, object]]:
    """Take the first unused claim of each wanted kind."""
    left = json.loads(CLAIMS.read_text(encoding="utf-8"))["claims"]
    taken = []
    for kind in KINDS:
        claim = next(claim for claim in left if claim["kind"] == kind)
        left.remove(claim)
        taken.append(claim)
    return taken


def main() -> None:
    """Check the claims, save the answer, and take the picture of its page."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"backend": "embedded", "retriever": "bm25", "verifier": "lexical"}
        with VideoQA.from_config(**settings, cache_dir=folder) as qa:
            page_path = qa.verify(TALK, chosen_claims()).save(Path(folder) / "audit")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(page_path.as_uri())
            page.wait_for_load_state("networkidle")
            target = Path(__file__).with_name("report.png")
            page.screenshot(path=target)
            browser.close()
    size = target.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"{target.name} has {size} bytes; at most {MOST_BYTES} are wanted")
    print(f"{target.name}: {size} bytes")


if __name__ == "__main__":
    main()
