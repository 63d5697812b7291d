"""Keeps what libraries remark with every call, and no user can act on, off the terminal."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def remarks_hidden(*loggers: str) -> Generator[None]:
    """Let these loggers report errors only while the block runs.

    A filter of its own for each block: blocks may overlap in several threads, and
    changing a level instead would empty the caches of all loggers with every batch.

    Args:
        loggers: Names of loggers, in any thread; errors still come through.
    """

    def is_error(record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR

    named = [logging.getLogger(name) for name in loggers]
    for logger in named:
        logger.addFilter(is_error)
    try:
        yield
    finally:
        for logger in named:
            logger.removeFilter(is_error)
