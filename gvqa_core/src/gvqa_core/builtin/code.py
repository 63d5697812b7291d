"""Whether lines of text are program code."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CODE_LINE = re.compile(
    r"[;{}]\s*$"  # ends a statement or opens a block
    r"|^\s*(?:def|class|for|while|if|elif|else|try|with|function|func|fn)\b.*[:{]\s*$"
    r"|^\s*(?:import|from|return|const|let|var|public|private|package|use|export)\s+[\w{*.]"
    r"|^\s*[\w.\[\]]+\s*(?:[+\-*/]?=|:=)\s*\S"  # assignment
    r"|\w\([^)]*\)\s*[:;{]?\s*$"  # call or signature
    r"|^\s*(?:#|//|/\*|\$ |>>> )"
)


def is_code_line(line: str) -> bool:
    """Tell whether a line of text reads like a line of program code."""
    return _CODE_LINE.search(line) is not None


def looks_like_code(lines: Sequence[str]) -> bool:
    """Tell whether most of at least three lines read like program code."""
    hits = sum(map(is_code_line, lines))
    return len(lines) >= 3 and hits > len(lines) / 2
