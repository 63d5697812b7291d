"""What a user may set on the `cuda` captioner and drafter."""

from __future__ import annotations

from attrs import field, frozen, validators

from gvqa_core.config import (
    CAPTION_MAX_TOKENS,
    CAPTION_MODEL,
    DRAFT_MAX_TOKENS,
    DRAFT_MODEL,
    MAX_PIXELS,
)


@frozen(kw_only=True)
class ModelOptions:
    """What captioner and drafter have in common.

    Attributes:
        model: Hub id or local folder.
        revision: Branch, tag or commit of a hub model; empty for the default branch.
        device: `auto` takes a CUDA device and nothing else; `cuda`, `cuda:1`; `cpu`
            for small models and tests.
        quantization: `nf4`, `int8` or `none`; `auto` is NF4 on CUDA, none on the CPU.
        dtype: `float32`, `bfloat16` or `float16`; `auto` is bfloat16 on CUDA devices
            that have it, float16 on the others (T4), float32 on the CPU.
        batch_size: Conversations in one call to the model.
        seed: None decodes greedily; a number samples at `temperature`, repeatably.
        temperature: Used only with a seed.
    """

    model: str
    revision: str = ""
    device: str = field(default="auto", validator=validators.matches_re(r"auto|cpu|cuda(:\d+)?"))
    quantization: str = field(
        default="auto", validator=validators.in_(("auto", "nf4", "int8", "none"))
    )
    dtype: str = field(
        default="auto", validator=validators.in_(("auto", "float32", "bfloat16", "float16"))
    )
    batch_size: int = field(default=8, validator=validators.ge(1))
    seed: int | None = None
    temperature: float = field(default=0.7, validator=validators.gt(0))


@frozen(kw_only=True)
class CaptionerOptions(ModelOptions):
    """Options of the `cuda` captioner.

    Attributes:
        model: Hub id or local folder of a vision-language model.
        prompt: What the model is asked; empty for the project's caption prompt.
        max_tokens: Most tokens in a caption.
        max_pixels: Pixel budget of a frame; larger ones are scaled down.
    """

    model: str = CAPTION_MODEL
    prompt: str = ""
    max_tokens: int = field(default=CAPTION_MAX_TOKENS, validator=validators.ge(1))
    max_pixels: int = field(default=MAX_PIXELS, validator=validators.ge(28 * 28))


@frozen(kw_only=True)
class DrafterOptions(ModelOptions):
    """Options of the `cuda` drafter.

    Attributes:
        model: Hub id or local folder of an instruction-tuned text model.
        max_tokens: Most tokens in a draft.
        grammar: Hold drafts to the claims schema where llguidance is installed.
    """

    model: str = DRAFT_MODEL
    max_tokens: int = field(default=DRAFT_MAX_TOKENS, validator=validators.ge(1))
    grammar: bool = True
