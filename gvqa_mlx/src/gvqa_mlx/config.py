"""What a user may set on the `mlx` captioner and drafter."""

from __future__ import annotations

from attrs import field, frozen, validators

from gvqa_core.config import (
    CAPTION_MAX_TOKENS,
    CAPTION_MODEL_MLX,
    DRAFT_MAX_TOKENS,
    DRAFT_MODEL_MLX,
    MAX_PIXELS,
)


@frozen(kw_only=True)
class ModelOptions:
    """What captioner and drafter have in common.

    Attributes:
        model: Hub id or local folder; its weights say how they are quantised.
        revision: Branch, tag or commit of a hub model; empty for the default branch.
        batch_size: Conversations in one call to the model.
        seed: None decodes greedily; a number samples at `temperature`, repeatably.
        temperature: Used only with a seed.
    """

    model: str
    revision: str = ""
    batch_size: int = field(default=8, validator=validators.ge(1))
    seed: int | None = None
    temperature: float = field(default=0.7, validator=validators.gt(0))


@frozen(kw_only=True)
class CaptionerOptions(ModelOptions):
    """Options of the `mlx` captioner.

    Attributes:
        model: Hub id or local folder of a vision-language model.
        prompt: What the model is asked; empty for the project's caption prompt.
        max_tokens: Most tokens in a caption.
        max_pixels: Pixel budget of a frame; larger ones are scaled down.
    """

    model: str = CAPTION_MODEL_MLX
    prompt: str = ""
    max_tokens: int = field(default=CAPTION_MAX_TOKENS, validator=validators.ge(1))
    max_pixels: int = field(default=MAX_PIXELS, validator=validators.ge(28 * 28))


@frozen(kw_only=True)
class DrafterOptions(ModelOptions):
    """Options of the `mlx` drafter.

    Attributes:
        model: Hub id or local folder of an instruction-tuned text model.
        max_tokens: Most tokens in a draft.
        grammar: Hold drafts to the claims schema where llguidance is installed.
    """

    model: str = DRAFT_MODEL_MLX
    max_tokens: int = field(default=DRAFT_MAX_TOKENS, validator=validators.ge(1))
    grammar: bool = True
