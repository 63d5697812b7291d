"""Remarks of libraries are hidden while a block runs, and errors never."""

from __future__ import annotations

import logging

from gvqa_core.backends.quiet import remarks_hidden


def test_only_errors_come_through_and_only_while_the_block_runs(caplog):
    logger = logging.getLogger("a_talkative_library")
    with remarks_hidden("a_talkative_library"):
        logger.warning("a remark")
        logger.error("a fault")
    logger.warning("later")
    assert caplog.messages == ["a fault", "later"]


def test_blocks_may_overlap(caplog):
    logger = logging.getLogger("a_talkative_library")
    first, second = remarks_hidden(logger.name), remarks_hidden(logger.name)
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    logger.warning("still hidden")
    second.__exit__(None, None, None)
    logger.warning("shown")
    assert caplog.messages == ["shown"]
