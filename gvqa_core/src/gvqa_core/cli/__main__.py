"""`python -m gvqa_core.cli` is `gvqa`."""

from gvqa_core.cli import main

main()
