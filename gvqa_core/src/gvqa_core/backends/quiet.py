"""Keeps what libraries remark with every call, and no user can act on, off the terminal."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def remarks_hidden(*loggers: str) -> Generator[None]:
    """Let these loggers report errors only while the block runs.

    Args:
        loggers: Names of loggers, in any thread; errors still come through.
    """
    named = [logging.getLogger(name) for name in loggers]
    levels = [logger.level for logger in named]
    for logger in named:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(named, levels, strict=True):
            logger.setLevel(level)
