"""An answer in a notebook cell: a table of claims beside small evidence frames, no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gvqa_core.report.pictures import Embedder
from gvqa_core.report.view import Card, basis, cards, headline
from gvqa_core.text import shortened, visible

if TYPE_CHECKING:
    from gvqa_core.types import Answer

MOST_CLAIMS = 20
"""More than these are counted, not shown: a notebook keeps its outputs in its file."""

_TEXT, _CAPTION, _WIDTH = 500, 300, 320


def notebook_html(answer: Answer) -> str:
    """Render an answer as an HTML fragment for Jupyter.

    Every text is escaped, every style is inline, there is no script and no link;
    colours are chosen to read on light and on dark.

    Args:
        answer: What to show; its first `MOST_CLAIMS` claims are.
    """
    embed = Embedder(quality=75, most_width=_WIDTH)
    rows = "".join(_row(card) for card in cards(answer, embed, most=MOST_CLAIMS))
    left = len(answer.claims) - MOST_CLAIMS
    more = f"<p>{left} more claims: save the answer to see them.</p>" if left > 0 else ""
    warnings = "".join(f"<li>{_safe(text, _TEXT)}</li>" for text in answer.warnings)
    return (
        '<div style="font-family:system-ui,sans-serif;max-width:900px">'
        f"<p><b>{_safe(answer.question or 'Claims checked against the video', _TEXT)}</b><br>"
        f"{_safe(headline(answer), _TEXT)}</p>"
        + (f"<ul>{warnings}</ul>" if warnings else "")
        + f'<table style="border-collapse:collapse;text-align:left">{rows}</table>{more}</div>'
    )


def _row(card: Card) -> str:
    colour, mark = ("#1a7f37", "✓") if card.grounded else ("#cf222e", "✕")
    look = card.deciding
    image = (
        f'<img src="{look.image.uri}" alt="Frame at {escape(look.when)}" style="width:200px">'
        if look.image
        else ("speech" if look.spoken else "no frame")
    )
    kind, text = basis(look)
    caption = f"<br><i>{kind}:</i> {_safe(text, _CAPTION)}" if text else ""
    caption += f"<br>{_safe(card.aside, _TEXT)}" if card.aside else ""
    return (
        f'<tr><td style="vertical-align:top;padding:6px;width:210px">{image}</td>'
        '<td style="vertical-align:top;padding:6px;text-align:left">'
        f'<b style="color:{colour}">{mark} {escape(card.verdict)}</b> {escape(card.when)}<br>'
        f"<b>{_safe(card.text, _TEXT)}</b><br>{_safe(card.why, _TEXT)}{caption}</td></tr>"
    )


def _safe(text: str, most: int) -> str:
    return f"<bdi>{escape(visible(shortened(text, most)))}</bdi>"
