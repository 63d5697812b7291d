"""Collects the outcome of checks; a check that raises has failed and the next one runs."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple


class Check(NamedTuple):
    """The outcome of one check.

    Attributes:
        name: What was checked, as a sentence that is true when it passed.
        ok: Whether it passed.
        detail: What was found instead, or a remark.
    """

    name: str
    ok: bool
    detail: str = ""


class Failed(Exception):  # noqa: N818 - reads as the outcome it is
    """A check did not find what it expected."""


class Checklist:
    """The checks done so far, in order."""

    def __init__(self) -> None:
        self.checks: list[Check] = []

    @contextmanager
    def item(self, name: str) -> Generator[None]:
        """Run the body as one check; whatever it raises is its failure."""
        try:
            yield
        except Failed as failure:
            self.checks.append(Check(name, False, str(failure)))
        except Exception as error:  # noqa: BLE001 - a component may raise anything
            self.checks.append(Check(name, False, f"raised {type(error).__name__}: {error}"))
        else:
            self.checks.append(Check(name, True))


def expect(condition: bool, found: str) -> None:
    """Fail the running check unless `condition` holds.

    Args:
        condition: What should be.
        found: What was found instead.
    """
    if not condition:
        raise Failed(found)
