"""What a question takes for granted, on the page."""

from __future__ import annotations

import attrs
from tests.core.report.answers import look, talk

from gvqa_core.report.html import report_html
from gvqa_core.types import PremiseCheck


def test_what_the_question_takes_for_granted_is_shown_with_what_came_closest():
    closest = attrs.evolve(look(25.0, "A code editor."), judgement=None)
    checks = (
        PremiseCheck("<b>violin</b>", "There is a violin.", False, 8, 2, closest),
        PremiseCheck("chart", "There is a chart.", True, 3),
    )
    page = report_html(attrs.evolve(talk(), premises=checks))
    section = page.partition("takes for granted</h2>")[2].partition("</section>")[0]
    assert "✕ Not seen:</b> <bdi>&lt;b&gt;violin&lt;/b&gt;</bdi>" in section
    assert "Looked for in 8 descriptions and 2 fresh frames. Closest is 0:25:" in section
    assert "A code editor." in section
    assert "✓ Seen:</b> <bdi>chart</bdi>" in section
    assert section.count("<img") == 1
    assert "takes for granted" not in report_html(talk())
