"""A comparison as one self-contained page: nothing is fetched, and no text in it can act."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from attrs import frozen

from gvqa_cedi.report.charts import HEIGHT, WIDTH, Chart
from gvqa_cedi.report.intervals import DRAWS
from gvqa_cedi.report.runs import Run
from gvqa_cedi.report.tables import Table
from gvqa_core.report.pages import csp_hash, environment, template, trusted

_PACKAGE = "gvqa_cedi.report"

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
    style = template(_PACKAGE, "page.css")
    return (
        environment()
        .from_string(template(_PACKAGE, "page.html.j2"))
        .render(
            runs=runs,
            tables=tables,
            charts=charts,
            examples=[(run.label, found) for run in runs if (found := examples(run))],
            images=len({image for run in runs for image in run.images}),
            width=WIDTH,
            height=HEIGHT,
            draws=DRAWS,
            seed=seed,
            style=trusted(style),
            style_hash=csp_hash(style),
            generator=f"gvqa-cedi {version('gvqa-cedi')}",
        )
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
