"""An answer as one self-contained page: nothing is fetched, and no text in it can act."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, cast

import attrs

from gvqa_core.report.origin import made_by, passed_over
from gvqa_core.report.pages import csp_hash, environment, template, trusted
from gvqa_core.report.pictures import Embedder
from gvqa_core.report.serialise import to_json
from gvqa_core.report.timeline import MARGIN, WIDTH, timeline
from gvqa_core.report.view import Card, cards, headline, is_heard, premises, sentence
from gvqa_core.text import clock, shortened

if TYPE_CHECKING:
    from gvqa_core.types import Answer

_PACKAGE = "gvqa_core.report"

_SIZES = ((640, 82), (640, 65), (480, 55), (320, 45))
"""Widths in pixels and JPEG qualities, tried in turn until the pictures fit."""

_MOST_BYTES = 12_000_000
"""Room for all pictures of a page, so that it opens in a second or two."""


_SAMPLE = 16
"""Claims whose pictures are made to see whether a size fits."""


def report_html(answer: Answer) -> str:
    """Render the report page.

    The page's content security policy allows only its own style and script, by
    their hashes, and pictures that are part of it.

    Args:
        answer: What to show.

    Returns:
        A whole HTML document, encodable as UTF-8.
    """
    page = environment()
    filters = cast("dict[str, Any]", page.filters)
    filters.update(clock=clock, shortened=shortened)
    style, script = template(_PACKAGE, "report.css"), template(_PACKAGE, "report.js")
    source = template(_PACKAGE, "report.html.j2")
    plain = to_json(answer)
    warnings = tuple(dict.fromkeys((*answer.warnings, *answer.video.warnings)))
    passed = passed_over(answer)
    return page.from_string(source).render(
        answer=answer,
        cards=_fitting_cards(answer),
        premises=premises(answer, Embedder()),
        headline=headline(answer),
        heard=is_heard(answer),
        made_by=made_by(answer),
        warnings=[sentence(text) for text in warnings if text not in passed],
        passed=[sentence(text) for text in warnings if text in passed],
        timeline=timeline(answer, _interval(plain["provenance"])),
        timeline_width=WIDTH,
        timeline_margin=MARGIN,
        provenance=_rows(plain["provenance"]),
        generator=f"gvqa {version('gvqa-core')} {csp_hash(style + script + source)[7:15]}",
        file_name=answer.video.path.replace("\\", "/").rsplit("/", 1)[-1],
        style=trusted(style),
        script=trusted(script),
        style_hash=csp_hash(style),
        script_hash=csp_hash(script),
    )


def _fitting_cards(answer: Answer) -> tuple[Card, ...]:
    """The claims with the largest pictures that leave the page light enough to open at once.

    For many claims a size is first tried on a sample, since making pictures takes long.
    """
    step = -(-len(answer.claims) // _SAMPLE) or 1
    sample = attrs.evolve(answer, claims=answer.claims[::step])
    made: tuple[Card, ...] = ()
    for number, (width, quality) in enumerate(_SIZES, start=1):
        if step > 1 and number < len(_SIZES):
            tried = Embedder(quality=quality, most_width=width)
            cards(sample, tried)
            if tried.size * step > _MOST_BYTES:
                continue
        embedder = Embedder(quality=quality, most_width=width)
        made = cards(answer, embedder)
        if embedder.size <= _MOST_BYTES:
            break
    return made


def _interval(provenance: Mapping[str, Any]) -> float:
    """Δt as the answer records it; a second where it does not."""
    value = provenance.get("interval")
    return float(value) if isinstance(value, int | float) and value > 0 else 1.0


def _rows(value: Any, prefix: str = "") -> list[tuple[str, str]]:
    """Flatten nested provenance into (dotted name, text) rows."""
    if isinstance(value, Mapping) and value:
        rows: list[tuple[str, str]] = []
        for name, item in value.items():
            rows += _rows(item, f"{prefix}.{name}" if prefix else str(name))
        return rows
    return [(prefix, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))]
