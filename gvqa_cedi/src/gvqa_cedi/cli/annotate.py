"""`gvqa cedi annotate`, `labels` and `stability`: what people say, and how graders compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gvqa_core.cli import console

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gvqa_cedi.annotation.labels import Labels
    from gvqa_cedi.transcripts import Transcript

WHAT = ("spans", "relevance", "realism")

Said = Annotated[Path, typer.Argument(metavar="TRANSCRIPTS", help="The transcripts.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("annotate")(annotate)
    app.command("labels")(labels)
    app.command("stability")(stability)


def annotate(
    transcripts: Said,
    labels: Annotated[
        Path, typer.Option(metavar="FILE", help="Where labels are kept; made if absent.")
    ],
    what: Annotated[str, typer.Option(help="spans, relevance or realism.")] = "spans",
    images: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The pictures, named IMAGE.png or IMAGE.jpg."),
    ] = None,
    port: Annotated[int, typer.Option(help="On the loopback address; 0 takes a free one.")] = 0,
) -> None:
    """Label transcripts on a page of this machine; Ctrl-C ends, all is saved as it is made."""
    from gvqa_cedi.annotation.pages import make_page
    from gvqa_cedi.annotation.pictures import picture_files
    from gvqa_cedi.transcripts import load_transcripts
    from gvqa_core.labelling import serve

    if what not in WHAT:
        raise typer.BadParameter(f"expected one of {', '.join(WHAT)}, found {what!r}")
    said = load_transcripts(transcripts)
    with picture_files(images) as picture:
        page = make_page(said, labels, what, picture)
        with serve(page, port=port) as server:
            console.line(f"{len(page.items)} to label. Open {server.url}")
            console.note(("Ctrl-C ends; every label is saved as it is made.", "dim"))
            server.wait()


def labels(
    transcripts: Said,
    labels: Annotated[Path, typer.Option(metavar="FILE", help="The labels.")],
    grades: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What `gvqa cedi grade --out` wrote, to correlate with."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Print the six statistics of labelled transcripts, and each grader's correlation with them."""
    from gvqa_cedi.annotation.labels import read_labels
    from gvqa_cedi.transcripts import load_transcripts

    said = load_transcripts(transcripts)
    found = read_labels(labels, said)
    data = _labels_json(said, found, read_grades(grades) if grades else None)
    if json:
        console.print_json(data)
        return
    for title, rows in data.items():
        if rows:
            table = console.table(title.replace("_", " "), "")
            for name, value in rows.items():
                shown = "–" if value is None else f"{value:.4g}"
                table.add_row(console.cell(name), console.cell(shown))
            console.show(table)


def stability(
    grades: Annotated[
        list[Path], typer.Argument(metavar="GRADES...", help="Files of `gvqa cedi grade --out`.")
    ],
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Compare the metrics of repeated runs: mean, standard deviation, least, most."""
    from attrs import asdict

    from gvqa_cedi.annotation.correlation import stability as compared

    runs = [metrics_of(read_grades(path)) for path in grades]
    found = compared(runs)
    if json:
        console.print_json({name: asdict(each) for name, each in found.items()})
        return
    table = console.table("metric", "runs", "mean", "std", "least", "most")
    for name, each in found.items():
        deviation = "–" if each.deviation is None else f"{each.deviation:.4g}"
        cells = (name, each.runs, f"{each.mean:.4g}", deviation, f"{each.least:.4g}",
                 f"{each.most:.4g}")  # fmt: skip
        table.add_row(*map(console.cell, cells))
    console.show(table)


def _labels_json(
    said: list[Transcript], found: Labels, grades: Mapping[str, Any] | None
) -> dict[str, dict[str, float | None]]:
    from attrs import asdict

    from gvqa_cedi.annotation.correlation import correlations
    from gvqa_cedi.annotation.ranking import mean_ranks, relevance
    from gvqa_cedi.annotation.statistics import by_family, counts_of_conversations, six_statistics

    data: dict[str, dict[str, float | None]] = {
        "six_statistics": asdict(six_statistics(said, found)),
        "error_families": dict(by_family(found)),
        "share_of_relevant_questions": relevance(said, found),
        "mean_rank_of_realism": mean_ranks(said, found),
    }
    if grades is not None:
        values = [each["values"] for each in grades["conversations"]]
        counts = counts_of_conversations(said, found)
        data["correlation_with_marked_hallucinations"] = {
            name: each.r for name, each in correlations(values, counts).items()
        }
    return data


def read_grades(path: Path) -> Mapping[str, Any]:
    """Read what `gvqa cedi grade --out` wrote.

    Raises:
        LabelError: The file is something else.
    """
    import json

    from gvqa_cedi.errors import LabelError

    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if "graders" in data and "conversations" in data:
            return data
    except (OSError, ValueError, TypeError) as error:
        raise LabelError(f"'{path}' cannot be read as grades ({error}).") from error
    raise LabelError(f"'{path}' was not written by `gvqa cedi grade --out`.")


def metrics_of(grades: Mapping[str, Any]) -> dict[str, float | None]:
    """Metric, with its variant, → value."""
    return {
        " ".join(filter(None, (metric["name"], metric["variant"]))): metric["value"]
        for grader in grades["graders"]
        for metric in grader["metrics"]
    }
