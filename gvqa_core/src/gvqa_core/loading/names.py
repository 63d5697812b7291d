"""Small helpers for names: the nearest known one, and objects named by dotted strings."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Iterable
from typing import Any

CORE = "gvqa-core"
"""The distribution whose plugins and components keep their names whatever is installed."""

COMPONENT_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
DOTTED_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def nearest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Find the known name that looks most like `name`.

    Args:
        name: What was written.
        known: What could have been meant.
        cutoff: Similarity from 0 to 1 below which nothing is suggested.

    Returns:
        The best match, or None.
    """
    matches = difflib.get_close_matches(name, sorted(known), n=1, cutoff=cutoff)
    return matches[0] if matches else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `" Did you mean 'x'?"`, or an empty text when nothing is near."""
    match = nearest(name, known)
    return f" Did you mean '{match}'?" if match else ""


def listing(names: Iterable[str]) -> str:
    """Return names sorted and joined with commas, or `none`."""
    return ", ".join(sorted(names)) or "none"


def load_object(dotted: str) -> Any:
    """Import the object that `"package.module:attribute"` names.

    Raises:
        ImportError: The module cannot be imported.
        AttributeError: The module has no such attribute.
    """
    module_name, _, attribute = dotted.partition(":")
    value: Any = importlib.import_module(module_name)
    for part in attribute.split("."):
        value = getattr(value, part)
    return value


def describe_error(error: BaseException) -> str:
    """Return type and message of an exception on one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def readable_size(size: int) -> str:
    """Return a number of bytes for people, in decimal units: `1.3 GB`."""
    value = float(size)
    for unit in ("bytes", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"
