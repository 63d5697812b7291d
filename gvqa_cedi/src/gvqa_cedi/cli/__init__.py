"""`gvqa cedi …`: each command is a file; imported when used."""

from __future__ import annotations

import typer

from gvqa_cedi.cli import (
    agreement,
    annotate,
    compare,
    grade,
    questions,
    reask,
    report,
    run,
    synthetic,
)

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Interview a vision-language model about pictures whose content is known, grade what it "
    "made up, and compare runs: run, then grade, then report.",
)
run.add_to(app)
grade.add_to(app)
compare.add_to(app)
report.add_to(app)
questions.add_to(app)
reask.add_to(app)
annotate.add_to(app)
agreement.add_to(app)
synthetic.add_to(app)
