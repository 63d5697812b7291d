"""What a user may set on the `openai` captioner and drafter."""

from __future__ import annotations

import os
from urllib.parse import urlsplit, urlunsplit

from attrs import field, frozen, validators

from gvqa_core.config import (
    CAPTION_MAX_TOKENS,
    CAPTION_MODEL,
    DRAFT_MAX_TOKENS,
    DRAFT_MODEL,
    MAX_PIXELS,
)

DEFAULT_URL = "http://localhost:8000/v1"
"""Where vLLM and `transformers serve` listen; never a cloud unless a user names one."""


@frozen(kw_only=True)
class ServerOptions:
    """What captioner and drafter have in common.

    Attributes:
        model: The model's name on the server.
        base_url: The server's address up to `/v1`; empty takes `OPENAI_BASE_URL`
            from the environment, else `http://localhost:8000/v1`.
        api_key_env: Name of the environment variable that holds the key. The key
            itself is never a setting, and never printed, stored or part of an identity.
        concurrency: Requests under way at once.
        timeout: Seconds to wait for one answer.
        retries: Further attempts after 408, 409, 429, 5xx and lost connections, with
            growing, jittered pauses.
        seed: None decodes greedily; a number samples at `temperature`, repeatably
            where the server honours seeds.
        temperature: Used only with a seed.
    """

    model: str
    base_url: str = ""
    api_key_env: str = "OPENAI_API_KEY"
    concurrency: int = field(default=4, validator=validators.ge(1))
    timeout: float = field(default=120.0, validator=validators.gt(0))
    retries: int = field(default=4, validator=validators.ge(0))
    seed: int | None = None
    temperature: float = field(default=0.7, validator=validators.gt(0))

    @property
    def url(self) -> str:
        """The address in use; it may carry a password."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL

    @property
    def public_url(self) -> str:
        """The address without user name and password."""
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))

    @property
    def key(self) -> str | None:
        """The key from the environment; None when there is none, as local servers allow."""
        return os.environ.get(self.api_key_env) or None


@frozen(kw_only=True)
class CaptionerOptions(ServerOptions):
    """Options of the `openai` captioner.

    Attributes:
        model: A vision-language model's name on the server.
        prompt: What the model is asked; empty for the project's caption prompt.
        max_tokens: Most tokens in a caption.
        max_pixels: Pixel budget of a frame; larger ones are scaled down.
        image_format: `png` sends the exact pixels; `jpeg` is several times smaller.
    """

    model: str = CAPTION_MODEL
    prompt: str = ""
    max_tokens: int = field(default=CAPTION_MAX_TOKENS, validator=validators.ge(1))
    max_pixels: int = field(default=MAX_PIXELS, validator=validators.ge(28 * 28))
    image_format: str = field(default="png", validator=validators.in_(("png", "jpeg")))


@frozen(kw_only=True)
class DrafterOptions(ServerOptions):
    """Options of the `openai` drafter.

    Attributes:
        model: A language model's name on the server.
        max_tokens: Most tokens in a draft.
        grammar: Ask the server to hold drafts to the claims schema.
    """

    model: str = DRAFT_MODEL
    max_tokens: int = field(default=DRAFT_MAX_TOKENS, validator=validators.ge(1))
    grammar: bool = True
