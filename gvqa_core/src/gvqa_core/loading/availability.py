"""Whether a component can be used on this machine, without importing what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from gvqa_core.component import Availability, ComponentSpec
from gvqa_core.loading.names import describe_error, load_object

if TYPE_CHECKING:
    from packaging.requirements import Requirement


def check_availability(spec: ComponentSpec, options: Any = None) -> Availability:
    """Check the distributions a component requires, then ask its probe.

    Args:
        spec: The component.
        options: Its options instance, handed to the probe; None for none.

    Returns:
        What was found out. A probe that raises, exits or returns something else
        makes its component unusable and nothing more.
    """
    missing = unmet(spec.requires)
    if missing:
        return Availability(usable=False, reason="needs " + ", ".join(missing))
    if spec.probe is None:
        return Availability(usable=True)
    try:
        probe = load_object(spec.probe)
        found = probe() if options is None else probe(options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a foreign probe may raise anything
        return Availability(usable=False, reason=f"its probe failed: {describe_error(error)}")
    if not isinstance(found, Availability):
        return Availability(
            usable=False,
            reason=f"its probe returned {type(found).__name__} instead of an Availability",
        )
    return found


def unmet(requires: Iterable[str]) -> list[str]:
    """List the requirements that the installed distributions do not meet.

    Args:
        requires: Requirement strings such as `"mlx-vlm>=0.7"`; markers are
            evaluated, and the requirements of named extras are checked too.

    Returns:
        One text for each: the requirement and what was found instead.
    """
    from packaging.requirements import InvalidRequirement, Requirement

    found: list[str] = []
    for text in requires:
        try:
            found += _unmet_one(Requirement(text))
        except InvalidRequirement as error:
            found.append(f"{text!r}, which is no requirement ({describe_error(error)})")
    return found


_ABSENT = "(not installed)"


def only_uninstalled(requires: Iterable[str]) -> bool:
    """Whether nothing but absent distributions keeps a component from use.

    Nobody misses what was never installed; a wrong version or a failing probe is news.
    """
    missing = unmet(requires)
    return bool(missing) and all(text.endswith(_ABSENT) for text in missing)


def install_command(spec: ComponentSpec) -> str:
    """Return the command that brings what a component requires, or an empty text."""
    if spec.install or not spec.requires:
        return spec.install
    return "pip install " + " ".join(f"'{text}'" for text in spec.requires)


def _unmet_one(requirement: Requirement) -> Iterator[str]:
    from importlib import metadata

    if requirement.marker and not requirement.marker.evaluate():
        return
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        yield f"{requirement} {_ABSENT}"
        return
    if not requirement.specifier.contains(version, prereleases=True):
        yield f"{requirement} (found {version})"
        return
    for dependency in _of_extras(requirement):
        yield from _unmet_one(dependency)


def _of_extras(requirement: Requirement) -> Iterator[Requirement]:
    """Yield what the extras of a requirement add to it, one level deep."""
    from importlib import metadata

    from packaging.requirements import Requirement

    for extra in sorted(requirement.extras):
        for text in metadata.requires(requirement.name) or ():
            dependency = Requirement(text)
            marker = dependency.marker
            if marker and not marker.evaluate({"extra": ""}) and marker.evaluate({"extra": extra}):
                dependency.marker = None
                dependency.extras = set()
                yield dependency
