"""The hooks a plugin may implement. This file is the whole plugin interface.

A plugin is a module named by an entry point of the group `gvqa`:

    [project.entry-points.gvqa]
    mine = "my_package.plugin"

Component hooks are called once, at discovery, and must import nothing heavy.
Observer hooks are called while the pipeline runs; one that raises is reported
and ignored. `HOOK_API` is raised whenever a specification changes in a way that
breaks plugins; a plugin may state the number it was written for as a module
attribute `GVQA_HOOK_API` and is refused when it differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from gvqa_core.component import ComponentSpec
    from gvqa_core.events import StageEvent
    from gvqa_core.registry import Registry
    from gvqa_core.types import VerifiedClaim

HOOK_API = 1

hookspec = pluggy.HookspecMarker("gvqa")
hookimpl = pluggy.HookimplMarker("gvqa")


@hookspec
def gvqa_samplers() -> Sequence[ComponentSpec]:
    """Declare samplers."""
    return ()


@hookspec
def gvqa_captioners() -> Sequence[ComponentSpec]:
    """Declare captioners."""
    return ()


@hookspec
def gvqa_retrievers() -> Sequence[ComponentSpec]:
    """Declare retrievers."""
    return ()


@hookspec
def gvqa_drafters() -> Sequence[ComponentSpec]:
    """Declare drafters."""
    return ()


@hookspec
def gvqa_verifiers() -> Sequence[ComponentSpec]:
    """Declare verifiers."""
    return ()


@hookspec
def gvqa_register(registry: Registry) -> None:
    """Extend the core: add kinds, hook specifications and command groups."""


@hookspec
def gvqa_stage_progress(event: StageEvent) -> None:
    """Observe a stage at work: `event.done` of `event.total` items are finished."""


@hookspec
def gvqa_stage_finished(event: StageEvent) -> None:
    """Observe the end of a stage, with its duration."""


@hookspec
def gvqa_claim_verified(claim: VerifiedClaim) -> None:
    """Observe a claim the moment its verdict is final."""
