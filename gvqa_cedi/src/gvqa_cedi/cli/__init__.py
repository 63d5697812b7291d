"""`gvqa cedi …`: each command is a file; imported when used."""

from __future__ import annotations

import typer

from gvqa_cedi.cli import agreement, annotate, compare, grade, run, synthetic

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Find a vision-language model's hallucinations by interview and grade them.",
)
run.add_to(app)
grade.add_to(app)
compare.add_to(app)
annotate.add_to(app)
agreement.add_to(app)
synthetic.add_to(app)
