"""A comparison as one self-contained page: nothing is fetched, and no text in it can act."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources
from importlib.metadata import version
from typing import Any

from attrs import frozen

from gvqa_cedi.report.charts import HEIGHT, WIDTH, Chart
from gvqa_cedi.report.intervals import DRAWS
from gvqa_cedi.report.runs import Run
from gvqa_cedi.report.tables import Table
from gvqa_core.text import visible

EXAMPLES = 5
"""Answers shown of each run: those with the largest share of made-up objects."""


@frozen
class Example:
    """An answer that went wrong.

    Attributes:
        image: The picture.
        kind: Type of the question.
        question: What was asked.
        response: What was answered.
        share: 1 − VALOR faithfulness of the answer.
    """

    image: str
    kind: str
    question: str
    response: str
    share: float


def page_html(
    runs: Sequence[Run], tables: Sequence[Table], charts: Sequence[Chart], *, seed: int
) -> str:
    """Render the page; it has no script, and its policy allows only its own style.

    Args:
        runs: What is compared.
        tables: Of figures.
        charts: Each is drawn beside its table.
        seed: Of the intervals, for the record.

    Returns:
        A whole HTML document, encodable as UTF-8.
    """
    import jinja2
    import markupsafe

    environment = jinja2.Environment(
        autoescape=True,
        finalize=_written_out,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = _template("page.css")
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode()
    return environment.from_string(_template("page.html.j2")).render(
        runs=runs,
        tables=tables,
        charts=charts,
        examples=[(run.label, found) for run in runs if (found := examples(run))],
        images=len({image for run in runs for image in run.images}),
        width=WIDTH,
        height=HEIGHT,
        draws=DRAWS,
        seed=seed,
        style=markupsafe.Markup(style),  # noqa: S704 - a file of this package
        style_hash=f"sha256-{digest}",
        generator=f"gvqa-cedi {version('gvqa-cedi')}",
    )


def examples(run: Run) -> list[Example]:
    """The answers of a run with the largest share of made-up objects; the first of equals."""
    found = [
        Example(said.image, turn.kind, turn.question, turn.text, share)
        for said, graded in zip(run.said, run.conversations, strict=False)
        for turn, values in zip(said.turns, graded["turns"], strict=False)
        if (share := values["values"].get("valor_unfaith"))
    ]
    return sorted(found, key=lambda each: -each.share)[:EXAMPLES]


def _written_out(value: Any) -> Any:
    """Applied to everything the template prints, before it is escaped."""
    return visible(value) if type(value) is str else value


def _template(name: str) -> str:
    folder = resources.files("gvqa_cedi.report") / "templates"
    return (folder / name).read_text(encoding="utf-8")
