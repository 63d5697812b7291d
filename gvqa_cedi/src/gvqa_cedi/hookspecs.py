"""The hooks that gvqa-cedi adds to the core's: one for each kind of component.

from gvqa_core import ComponentSpec, hookimpl

@hookimpl(optionalhook=True)
def gvqa_graders():
return [ComponentSpec(kind="grader", name="mine", factory="my_package.mine:Mine")]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gvqa_core.hookspecs import hookspec

if TYPE_CHECKING:
    from gvqa_core.component import ComponentSpec


@hookspec
def gvqa_examiners() -> Sequence[ComponentSpec]:
    """Declare examiners: who asks."""
    return ()


@hookspec
def gvqa_evaluatees() -> Sequence[ComponentSpec]:
    """Declare evaluatees: who is asked."""
    return ()


@hookspec
def gvqa_graders() -> Sequence[ComponentSpec]:
    """Declare graders: from a transcript and its scene graph to figures."""
    return ()


@hookspec
def gvqa_scene_graph_parsers() -> Sequence[ComponentSpec]:
    """Declare parsers: from a response to the scene graph it asserts."""
    return ()
