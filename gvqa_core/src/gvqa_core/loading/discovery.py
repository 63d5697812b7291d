"""Finds the plugins that are installed, from metadata alone: nothing is imported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from gvqa_core.loading.names import CORE, describe_error

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "gvqa"


@frozen
class Candidate:
    """An entry point of our group.

    Attributes:
        name: Name of the plugin.
        distribution: Name of the distribution that declares it.
        version: Version of that distribution.
        entry_point: What to load; None when that cannot be read.
        disabled: Whether it is not to be imported.
        conflict: Why it is refused before import; empty when it is not.
    """

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint | None = field(repr=False)
    disabled: bool = False
    conflict: str = ""


def canonical(name: str) -> str:
    """Return the name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def discover(disable: Sequence[str] = ()) -> list[Candidate]:
    """Find all plugins, in an order that does not depend on folders.

    A distribution seen twice, through a link or a second folder, counts once: the
    first on the path, which is also the one that Python imports.

    Args:
        disable: Names of plugins, or of distributions, not to be loaded.

    Returns:
        Candidates in order of name and distribution. Of several with one name the
        core's own is kept; without it all are refused, as any choice among them
        would hang on the order of folders.
    """
    found = sorted(_entry_points(), key=lambda each: (each.name, each.distribution))
    unwanted = {canonical(name) for name in disable}
    result: list[Candidate] = []
    for each in found:
        if {canonical(each.name), canonical(each.distribution)} & unwanted:
            result.append(evolve(each, disabled=True))
            continue
        rivals = [
            other
            for other in found
            if other.name == each.name
            and other is not each
            and canonical(other.distribution) not in unwanted
        ]
        result.append(evolve(each, conflict=_conflict(each, rivals)))
    return result


def _conflict(candidate: Candidate, rivals: Sequence[Candidate]) -> str:
    if candidate.conflict or not rivals or candidate.distribution == CORE:
        return candidate.conflict
    if any(rival.distribution == CORE for rival in rivals):
        return (
            f"its name '{candidate.name}' is that of a built-in plugin of {CORE}, which is kept; "
            f"to use {candidate.distribution} instead, it must choose another name"
        )
    owners = " and ".join(
        f"{each.distribution} {each.version}"
        for each in sorted([candidate, *rivals], key=lambda each: each.distribution)
    )
    return (
        f"the name '{candidate.name}' is declared by {owners}; none of them is loaded. Uninstall "
        f"one, or disable one by the name of its distribution: "
        f"GVQA_DISABLE_PLUGINS={candidate.distribution}"
    )


def _entry_points() -> Iterator[Candidate]:
    from importlib import metadata  # slow to import, and not needed before a plugin is looked for

    seen: set[str] = set()
    for distribution in metadata.distributions():
        try:
            candidates = _of_distribution(distribution)
        except Exception:  # noqa: BLE001, S112 - broken metadata of a stranger is not our concern
            continue
        if candidates and candidates[0].distribution not in seen:
            seen.add(candidates[0].distribution)
            yield from candidates


def _of_distribution(distribution: Distribution) -> list[Candidate]:
    text = distribution.read_text("entry_points.txt") or ""
    if f"[{GROUP}]" not in text.replace(" ", ""):
        return []  # without parsing the metadata of everything that is installed
    name, version = canonical(distribution.metadata["Name"]), distribution.version or "unknown"
    try:
        points = distribution.entry_points.select(group=GROUP)
    except Exception as error:  # noqa: BLE001 - the parser raises what it happens to
        reason = f"its entry_points.txt cannot be read: {describe_error(error)}"
        return [Candidate(name, name, version, None, conflict=reason)]
    # A distribution may repeat a line; one name for two objects stays a conflict.
    return [Candidate(each.name, name, version, each) for each in dict.fromkeys(points)]
