"""The command `gvqa`. Each command is one file, imported when it is used."""

from __future__ import annotations


def main() -> None:
    """Run the command line on `sys.argv` and exit with its code."""
    import sys

    from gvqa_core.cli.run import run

    sys.exit(run(sys.argv[1:]))
