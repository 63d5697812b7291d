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


def looks_like_code(lines: Sequence[str]) -> bool:
    """Tell whether most of at least three lines read like program code."""
    hits = sum(_CODE_LINE.search(line) is not None for line in lines)
    return len(lines) >= 3 and hits > len(lines) / 2
