"""Turns what went wrong into one clear message and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

import typer

from gvqa_core.errors import ConfigError, GvqaError

COULD_NOT, WRONG_USAGE, NOT_ALL_GROUNDED, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 130, 141


@contextmanager
def told() -> Generator[None]:
    """Run a command; an error becomes a message on stderr and an exit code.

    With `GVQA_DEBUG=1` the traceback is shown too.
    """
    try:
        yield
    except KeyboardInterrupt:
        _say("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    except ConfigError as error:
        _fail(error, str(error), WRONG_USAGE)
    except GvqaError as error:
        _fail(error, str(error), COULD_NOT)
    except OSError as error:
        if error.errno == errno.EPIPE:
            _silence_stdout()
            raise typer.Exit(BROKEN_PIPE) from None
        _fail(error, f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), COULD_NOT)
    except Exception as error:
        # Typer's own: the wish to exit, and usage errors, which it shows itself.
        if isinstance(error, typer.Abort) or hasattr(error, "exit_code"):
            raise
        text = f"internal error: {type(error).__name__}: {error}"
        _fail(error, f"{text}\nPlease report it; GVQA_DEBUG=1 shows where it happened.", COULD_NOT)


def debugging() -> bool:
    """Whether tracebacks are wanted."""
    return os.environ.get("GVQA_DEBUG", "") not in ("", "0")


def _fail(error: BaseException, message: str, code: int) -> None:
    if debugging():
        import traceback

        traceback.print_exception(error)
    _say(message)
    raise typer.Exit(code) from None


def _say(message: str) -> None:
    from gvqa_core.cli.console import complain

    complain(message)


def _silence_stdout() -> None:
    """Nobody reads stdout any more: whatever is still buffered must not fail at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
