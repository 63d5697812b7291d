"""`gvqa eval`: measure answers and verifiers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

if TYPE_CHECKING:
    from gvqa_core.evaluation.corruption import CorruptionRun
    from gvqa_core.evaluation.oracle_run import OracleRun
    from gvqa_core.evaluation.pairs_run import PairsRun
    from gvqa_core.evaluation.tables import Table

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Measure answers and verifiers, with intervals, on your own videos or pairs.",
)

Verifiers = Annotated[
    str,
    typer.Option(
        "--verifiers",
        metavar="NAME,NAME@paper,…",
        help="Which to compare; NAME@paper is the paper's procedure. "
        "Default: the chosen one under both profiles, and lexical.",
    ),
]
FalseAccepts = Annotated[
    float,
    typer.Option(
        min=0.0, max=1.0, help="Untrue claims that the calibrated threshold may accept, a share."
    ),
]


@app.command(cls=OptionsCommand)
@pipeline_options
def run(
    questions: Annotated[
        str,
        typer.Argument(
            metavar="QUESTIONS", help="A .toml or .json file, big-buck-bunny or sample-talk."
        ),
    ],
    verifiers: Verifiers = "",
    video: Annotated[
        str | None, typer.Option(metavar="FILE", help="Ask this video, whatever the set names.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="DIR", help="Where records are kept.")
    ] = None,
    *,
    chosen: Chosen,
) -> None:
    """Draft every question once and let every verifier check the same claims.

    A run that was interrupted goes on where it was when it is started again.
    """
    from gvqa_core.cli.session import plugins, tell_choices, video_qa
    from gvqa_core.evaluation.questions import read_questions
    from gvqa_core.evaluation.questions_run import QuestionsRun
    from gvqa_core.evaluation.systems import read_systems

    asked = read_questions(questions)
    if video is not None:
        asked = asked.with_video(video)
    if lost := [q.id for q in asked.questions if not q.video]:
        raise typer.BadParameter(
            f"the question '{lost[0]}' names no video: give one with --video",
            param_hint="QUESTIONS",
        )
    target = (folder or Path(f"eval-{Path(questions).stem}")).expanduser()
    with video_qa(chosen) as qa:
        systems = read_systems(verifiers, qa.settings, plugins())
        used = ("sampler", "captioner", "verify.captioner", "retriever", "drafter")
        tell_choices({role: choice for role, choice in qa.choices.items() if role in used})
        QuestionsRun(
            folder=target, questions=asked, qa=qa, systems=systems, progress=tell_progress
        ).run()
    finish(target)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    false_accepts: FalseAccepts = 0.05,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Markdown on stdout; nothing is written.")
    ] = False,
) -> None:
    """Rebuild all tables of a run from its raw records."""
    finish(folder.expanduser(), false_accepts, as_markdown=markdown)


@app.command()
def label(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page at once.")
    ] = True,
) -> None:
    """Say of each claim whether it is true, on a page of this machine.

    Labels are saved as they are made. Stop with Ctrl-C.
    """
    from gvqa_core.evaluation.labelling import label_page
    from gvqa_core.labelling import serve

    with serve(label_page(folder.expanduser()), port=port) as server:
        console.line(f"label at {server.url}")
        console.note("Ctrl-C ends; every label is already saved")
        if browser:
            typer.launch(server.url)
        server.wait()


@app.command(cls=OptionsCommand)
@pipeline_options
def pairs(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help=".jsonl, .tsv or .csv: premise, hypothesis, label."),
    ],
    verifiers: Verifiers = "",
    sample: Annotated[
        int | None, typer.Option(min=1, help="Draw this many pairs; default: all.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 0,
    first: Annotated[
        int | None, typer.Option(min=1, help="Take only the first pairs of the file.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="DIR", help="Where records are kept.")
    ] = None,
    text: Annotated[
        bool, typer.Option("--text/--no-text", help="Keep the pairs' texts with the records.")
    ] = True,
    video: Annotated[
        bool,
        typer.Option(
            "--video", help="Render premises as slides of a video, and judge what is read there."
        ),
    ] = False,
    *,
    chosen: Chosen,
) -> None:
    """Let verifiers judge labelled premise/hypothesis pairs.

    SNLI (jsonl, tsv), SICK and LLM-AggreFact files are read as they are.
    """
    from gvqa_core.evaluation.oracle_run import OracleRun
    from gvqa_core.evaluation.pairs import PairFile, read_pairs
    from gvqa_core.evaluation.pairs_run import PairsRun

    found = read_pairs(file.expanduser())
    if found.skipped:
        console.note(f"{found.skipped} lines carry no agreed label and are left out")
    taken = PairFile(found.pairs[:first])
    one = PairsRun(
        folder=(folder or Path(f"eval-{file.stem}")).expanduser(),
        source=file.name,
        pairs=taken.sample(sample, seed),
        keep_text=text,
    )
    _measure(OracleRun(pairs=one) if video else one, verifiers, chosen)
    finish(one.folder)


@app.command(cls=OptionsCommand)
@pipeline_options
def corrupt(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Pairs; contradictions among them are the lies.")
    ],
    verifiers: Verifiers = "",
    slides: Annotated[int, typer.Option(min=1, help="Slides of the video.")] = 200,
    share: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Slides about which the captioner lies.")
    ] = 0.5,
    seed: Annotated[int, typer.Option(help="Chooses slides and lies.")] = 0,
    text: Annotated[
        bool, typer.Option("--text/--no-text", help="Keep the slides' texts with the records.")
    ] = True,
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="DIR", help="Where records are kept.")
    ] = None,
    *,
    chosen: Chosen,
) -> None:
    """See what verification catches of a captioner's lies, told once or told twice."""
    from gvqa_core.evaluation.corruption import CorruptionRun
    from gvqa_core.evaluation.pairs import read_pairs

    one = CorruptionRun(
        folder=(folder or Path(f"eval-corrupt-{file.stem}")).expanduser(),
        source=file.name,
        pairs=read_pairs(file.expanduser()).pairs,
        count=slides,
        share=share,
        seed=seed,
        keep_text=text,
    )
    _measure(one, verifiers, chosen)
    finish(one.folder)


def _measure(what: PairsRun | OracleRun | CorruptionRun, verifiers: str, chosen: Chosen) -> None:
    """Run what needs no video of the user's."""
    from gvqa_core.cli.session import plugins, settings_of
    from gvqa_core.crew import Crew
    from gvqa_core.evaluation.systems import read_systems

    settings = settings_of(chosen)
    crew = Crew(settings, plugins())
    try:
        systems = read_systems(verifiers, settings, plugins())
        what.run(systems, settings, plugins(), crew, tell_progress)
    finally:
        crew.close()


def finish(folder: Path, false_accepts: float = 0.05, *, as_markdown: bool = False) -> None:
    """Show a run's tables, and write them beside its records."""
    from gvqa_core.evaluation.reporting import run_tables, write_tables
    from gvqa_core.evaluation.tables import markdown

    tables = run_tables(folder, false_accepts)
    if as_markdown:
        typer.echo(markdown(tables), nl=False)
        return
    show_tables(tables)
    console.note(f"saved: {write_tables(folder, tables)}, report.md and tables/*.csv beside it")


def show_tables(tables: Sequence[Table]) -> None:
    """Print tables on the terminal."""
    from gvqa_core.evaluation.tables import shown

    for table in tables:
        console.line((table.title, "bold"))
        if table.note:
            console.line((table.note, "dim"))
        grid = console.table(*table.columns)
        for row in table.rows:
            grid.add_row(*(console.cell(shown(cell)) for cell in row))
        console.show(grid)
        console.line("")


def tell_progress(what: str, done: int, of: int) -> None:
    """Say on stderr how far the work is; on a terminal in one line."""
    if console.stderr().is_terminal:
        console.stderr().print(f"\r{what}: {done} of {of}   ", end="\n" if done == of else "")
    elif done in (0, of):
        console.note(f"{what}: {done} of {of}")
