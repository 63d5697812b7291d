"""The drafter on an OpenAI-compatible server."""

from __future__ import annotations

from gvqa_core.chat import ChatDrafter
from gvqa_core.openai.client import ServerModel
from gvqa_core.openai.config import DrafterOptions


def drafter(options: DrafterOptions) -> ChatDrafter:
    """Build the `openai` drafter; no connection is made yet."""
    return ChatDrafter(
        ServerModel(options), max_tokens=options.max_tokens, constrained=options.grammar
    )
