"""What the `openai` backend offers; registered by the built-in plugin."""

from __future__ import annotations

from gvqa_core.component import ComponentSpec

_REQUIRES = ("openai>=2.0",)
_INSTALL = "pip install 'gvqa-core[openai]'"
# Only by name: frames leave the process, perhaps the machine.
_PRIORITY = -1

CAPTIONERS = (
    ComponentSpec(
        kind="captioner",
        name="openai",
        factory="gvqa_core.openai.vision:captioner",
        options="gvqa_core.openai.config:CaptionerOptions",
        requires=_REQUIRES,
        install=_INSTALL,
        priority=_PRIORITY,
        summary="A vision model behind any OpenAI-compatible server",
    ),
)

DRAFTERS = (
    ComponentSpec(
        kind="drafter",
        name="openai",
        factory="gvqa_core.openai.text:drafter",
        options="gvqa_core.openai.config:DrafterOptions",
        requires=_REQUIRES,
        install=_INSTALL,
        priority=_PRIORITY,
        summary="A language model behind any OpenAI-compatible server",
    ),
)
