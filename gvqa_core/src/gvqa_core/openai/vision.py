"""The captioner on an OpenAI-compatible server."""

from __future__ import annotations

from gvqa_core.chat import ChatCaptioner
from gvqa_core.openai.client import ServerModel
from gvqa_core.openai.config import CaptionerOptions
from gvqa_core.prompts import CAPTION_PROMPT


def captioner(options: CaptionerOptions) -> ChatCaptioner:
    """Build the `openai` captioner; no connection is made yet."""
    return ChatCaptioner(
        ServerModel(options, max_pixels=options.max_pixels, image_format=options.image_format),
        prompt=options.prompt or CAPTION_PROMPT,
        max_tokens=options.max_tokens,
        batch_size=options.concurrency,
        max_pixels=options.max_pixels,
    )
