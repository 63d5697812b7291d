"""Write the tables of docs/evaluation.md anew from the raw runs in benchmarks/evaluation.

Run: python benchmarks/evaluation_page.py
"""

from __future__ import annotations

import re
from pathlib import Path

from gvqa_core.evaluation.reporting import run_tables
from gvqa_core.evaluation.tables import markdown

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "evaluation.md"
RUNS = ROOT / "benchmarks" / "evaluation"

BLOCK = re.compile(r"(<!-- tables: (\S+) ([^>]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str) -> str:
    """The page with every block of tables rebuilt from its raw run."""
    return BLOCK.sub(lambda found: found[1] + block(found[2], found[3].split()) + found[4], text)


def block(run: str, names: list[str]) -> str:
    """The wanted tables of one run as Markdown."""
    tables = {table.name: table for table in run_tables(RUNS / run)}
    return "\n" + markdown(tables[name] for name in names) + "\n"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE)
