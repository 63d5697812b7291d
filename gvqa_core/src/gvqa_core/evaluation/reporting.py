"""All tables of a run, whichever kind it is, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gvqa_core.errors import StoreError
from gvqa_core.evaluation.corruption import corruption_tables
from gvqa_core.evaluation.pairs_report import pair_tables
from gvqa_core.evaluation.questions_report import question_tables
from gvqa_core.evaluation.records import read_manifest, write_bytes
from gvqa_core.evaluation.tables import Table, as_csv, html, markdown


def run_tables(folder: Path, false_accepts: float = 0.05) -> list[Table]:
    """Rebuild a run's tables from its raw records alone.

    Args:
        folder: The run.
        false_accepts: The share of untrue claims that a threshold may accept, 0 to 1.

    Raises:
        StoreError: This is no run, or none of its verifiers has finished.
    """
    kind = read_manifest(folder).get("kind")
    if kind == "questions":
        return question_tables(folder, false_accepts)
    if kind == "pairs":
        return pair_tables(folder, false_accepts)
    if kind == "corruption":
        return corruption_tables(folder)
    raise StoreError(f"{folder} holds a run of unknown kind '{kind}'")


def write_tables(folder: Path, tables: Sequence[Table]) -> Path:
    """Write `report.md`, `report.html` and `tables/*.csv` into a run.

    Returns:
        The path of `report.html`.
    """
    manifest = read_manifest(folder)
    title = str(manifest.get("title") or manifest.get("source") or folder.name)
    write_bytes(folder / "report.md", markdown(tables).encode())
    for table in tables:
        write_bytes(folder / "tables" / f"{table.name}.csv", as_csv(table).encode())
    write_bytes(folder / "report.html", html(tables, title).encode())
    return folder / "report.html"
