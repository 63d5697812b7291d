"""The page and the notebook cell as text: nothing in them can act, and they stay small."""

from __future__ import annotations

import base64
import hashlib
import re

import attrs
import pytest
from tests.core.report.answers import claim, look, many_claims, talk

from gvqa_core.report.html import report_html
from gvqa_core.report.notebook import notebook_html
from gvqa_core.types import (
    Answer,
    AnswerStatus,
    Caption,
    Draft,
    Hit,
    NLILabel,
)

HOSTILE = (
    "<script>window.pwned=1</script>",
    "</style><img src=x onerror=window.pwned=1>",
    '" onmouseover="window.pwned=1',
    "javascript:window.pwned=1",
    "{{ 7*7 }}{% raw %}",
    "]]><!--",
)


def hostile_answer() -> Answer:
    """Every text that a video, a model or a file system can bring is hostile."""
    text = " ".join(HOSTILE)
    base = talk()
    return attrs.evolve(
        base,
        question=text,
        claims=(
            claim(text, 5.0, (look(5.0, text),)),
            claim("The name is \u202egnp.exe", 6.0, (look(6.0, "x" * 10_000),)),
        ),
        hits=(Hit(Caption(5.0, text, 5.0), 0.5, 0),),
        draft=Draft(raw=(text,), error=text),
        video=attrs.evolve(base.video, path=f"/videos/{text}.mp4", warnings=(text,)),
        warnings=(text, "\x1b[2J\x00"),
        provenance={text: {text: text}},
    )


def test_hostile_text_is_written_out_as_text():
    page = report_html(hostile_answer())
    assert page.count("<script") == 1
    assert page.count("</style>") == 1
    assert "<img src=x" not in page
    assert 'onmouseover="' not in page
    assert "&lt;script&gt;window.pwned=1&lt;/script&gt;" in page
    assert "{{ 7*7 }}{% raw %}" in page
    assert "\u202e" not in page
    assert "\\u202egnp.exe" in page
    assert "\x1b" not in page
    assert "\\x1b[2J\\x00" in page
    assert "show all 10000 characters" in page


def test_the_notebook_cell_is_as_safe_and_has_no_script():
    cell = notebook_html(hostile_answer())
    assert "<script" not in cell
    assert "<img src=x" not in cell
    assert "&lt;script&gt;" in cell
    assert "\\u202egnp.exe" in cell
    assert len(cell) < 40_000


def test_the_notebook_cell_says_what_the_answer_is():
    cell = talk()._repr_html_()
    assert "2 of 3 claims are Unverified." in cell
    assert "✕ Unverified" in cell
    assert "The tallest bar of the chart is red." in cell
    assert cell.count('<img src="data:image/jpeg;base64,') == 2


def test_the_policy_allows_only_the_page_s_own_style_and_script():
    page = report_html(talk())
    for tag, name in (("style", "style-src"), ("script", "script-src")):
        content = re.search(f"<{tag}>(.*?)</{tag}>", page, re.S).group(1)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in page.replace("&#43;", "+").replace("&#39;", "'")
    assert "default-src 'none'" in page
    assert not re.search(r"(src|href)=\"(?!data:|#)", page)


def test_pictures_are_small_jpegs():
    page = report_html(talk())
    uris = re.findall(r'src="(data:[^"]+)"', page)
    assert len(uris) == 4
    assert all(uri.startswith("data:image/jpeg;base64,/9j/") for uri in uris)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"claims": (), "status": AnswerStatus.NOTHING_FOUND, "message": "nothing answers that"},
            "Nothing answers that.",
        ),
        (
            {"claims": (), "status": AnswerStatus.DRAFT_FAILED},
            "No answer could be drafted.",
        ),
        ({"claims": talk().claims[:1]}, "The one claim is Grounded."),
        ({"claims": talk().claims[1:]}, "All 2 claims are Unverified."),
        ({}, "2 of 3 claims are Unverified."),
    ],
)
def test_the_result_in_one_sentence(changes, said):
    page = report_html(attrs.evolve(talk(), **changes))
    assert said in page


def test_200_claims_with_600_pictures_stay_below_30_megabytes():
    page = report_html(many_claims())
    assert page.count("<article") == 200
    assert len(re.findall(r'src="data:image/jpeg', page)) == 600
    assert len(page.encode()) < 30_000_000


def test_a_picture_is_in_the_page_once_however_often_it_is_shown():
    looks = (
        look(5.0, "A slide."),
        look(0.0, "A slide.", offset=-1),
        look(9.0, "A slide.", offset=1),
    )
    one = attrs.evolve(talk(), claims=(claim("First.", 5.0, looks),))
    many = attrs.evolve(one, claims=one.claims * 50)
    assert report_html(one).count("data:image/jpeg") == 1
    page = report_html(many)
    assert page.count("data:image/jpeg") == 1
    assert page.count("data-same=") == 149
    assert "Described in the same words." in page


def test_components_that_were_passed_over_are_told_apart_from_what_matters():
    passed = "verifier nli was passed over: its weights are not here"
    base = talk()
    verifier = {"name": "nli-mini", "why": "…", "skipped": {"nli": "its weights are not here"}}
    answer = attrs.evolve(
        base,
        warnings=(passed, *base.warnings),
        provenance={**base.provenance, "components": {"verifier": verifier}},
    )
    head, _, rest = report_html(answer).partition("Before you trust this")
    assert "Judged by nli-mini" in head
    assert "1 other component was passed over" in head
    warnings, _, rest = rest.partition("</section>")
    assert "The captioner used to verify is the one used at ingest." in warnings
    assert "passed over" not in warnings
    assert "Verifier nli was passed over: its weights are not here." in rest


def test_a_time_at_which_a_claim_would_hold_is_offered_beside_its_verdict():
    base = talk()
    offer = look(40.0, "A red bar is tallest.", NLILabel.ENTAILMENT, colour=(200, 0, 0))
    wrong = attrs.evolve(base.claims[1], entailed_at=offer)
    page = report_html(attrs.evolve(base, claims=(wrong,)))
    card = page.partition("<article")[2].partition("</article>")[0]
    assert "Unverified" in card
    assert '<b>0:40</b> another time, where it would hold: <b class="yes">entailment</b>' in card
    assert "A red bar is tallest." in card
