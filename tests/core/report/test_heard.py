"""What is said, and what is beside the point, on the page, in the notebook and on the terminal."""

from __future__ import annotations

import re

import attrs
import pytest
from tests.core.report.answers import heard, talk

from gvqa_core.cli.printing import print_answer
from gvqa_core.report.html import report_html
from gvqa_core.report.notebook import notebook_html
from gvqa_core.report.serialise import from_json, to_json
from gvqa_core.report.view import headline, in_order

HEADLINE = "2 of 4 claims are Unverified. 1 does not answer the question."


def test_the_headline_counts_what_does_not_answer():
    answer = heard()
    assert headline(answer) == HEADLINE
    alone = attrs.evolve(answer, claims=answer.claims[:1])
    assert headline(alone) == "The one claim is Grounded. It does not answer the question."
    both = attrs.evolve(answer, claims=answer.claims[:1] * 2)
    assert headline(both) == "All 2 claims are Grounded. None answers the question."


def test_what_does_not_answer_comes_last_with_its_number():
    assert [number for number, _ in in_order(heard())] == [2, 3, 4, 1]
    page = report_html(heard())
    assert re.findall(r'id="claim-(\d)"', page) == ["2", "3", "4", "1"]
    assert 'class="card grounded is-aside"' in page
    assert "Does not answer the question: it is about something else." in page
    written = page.partition("Without verification</h2>")[2].partition("</div>")[0]
    assert written.index("Frames are sampled") < written.index("tallest bar")


def test_speech_stands_in_the_place_of_the_frame_and_cannot_act():
    page = report_html(heard())
    card = page.partition('<article id="claim-4"')[2].partition("</article>")[0]
    assert "0:12 – 0:17 <bdi>Anna</bdi>" in card
    assert "We lost &lt;b&gt;forty&lt;/b&gt; thousand euros." in card
    assert "<img" not in card
    offered = page.partition('<article id="claim-2"')[2].partition("</article>")[0]
    assert "said there, not seen" in offered
    assert "Captions and speech retrieved for the question (3)" in page
    assert "held against the transcript instead" in page


def test_a_page_without_speech_says_nothing_of_it():
    page = report_html(talk())
    assert "speech" not in page.partition("<body>")[2]
    assert "transcript" not in page.partition("<body>")[2]
    assert "does not answer" not in page


def test_the_notebook_tells_it_too():
    cell = notebook_html(heard())
    assert (
        "<i>Said there:</i> <bdi>“We lost &lt;b&gt;forty&lt;/b&gt; thousand euros.”</bdi>" in cell
    )
    assert "Does not answer the question: it is about something else." in cell


def test_the_terminal_tells_it_too(capsys: pytest.CaptureFixture[str]):
    print_answer(heard())
    out = capsys.readouterr().out
    assert HEADLINE in out
    assert "0:12 (said) supports: “We lost <b>forty</b> thousand euros.”" in out
    assert "Does not answer the question: it is about something else." in out
    assert out.index("forty thousand") < out.index("Frames are sampled every 5 seconds.\n")


def test_it_is_saved_and_read_back_whole():
    plain = to_json(heard())
    assert to_json(from_json(plain)) == plain
    assert plain["claims"][0]["relevance"] == {
        "answers": False,
        "reason": "it is about something else",
    }
    assert plain["claims"][3]["evidence"]["spoken"][0]["speaker"] == "Anna"
    older = to_json(talk())
    for claim in older["claims"]:
        del claim["relevance"]
        del claim["claim"]["channel"]
        for look in (claim["evidence"], *claim["looked_at"]):
            del look["spoken"]
    assert to_json(from_json(older)) == to_json(talk())
