"""`Message`s in the forms that chat templates and processors take.

Shared by every backend, so that one prompt reads the same on all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.video.scaling import fit_to_budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from gvqa_core.types import Message


def as_parts(conversation: Sequence[Message]) -> list[dict[str, Any]]:
    """Turns as lists of parts, images before text, for the templates of vision models."""
    return [
        {
            "role": message.role,
            "content": [
                *({"type": "image"} for _ in message.images),
                {"type": "text", "text": message.text},
            ],
        }
        for message in conversation
    ]


def as_strings(conversation: Sequence[Message]) -> list[dict[str, Any]]:
    """Turns as plain strings, for the templates of text models.

    Raises:
        ValueError: A message carries an image, which a text model cannot see.
    """
    if any(message.images for message in conversation):
        raise ValueError("a text model was given an image; ask a vision model instead")
    return [{"role": message.role, "content": message.text} for message in conversation]


def arrays(
    conversation: Sequence[Message], max_pixels: int | None = None
) -> list[NDArray[np.uint8]]:
    """All images in the order shown, checked and fitted into the pixel budget.

    Args:
        conversation: The messages.
        max_pixels: Largest width × height; None keeps the size.

    Returns:
        RGB `uint8` arrays `(H, W, 3)`.

    Raises:
        ValueError: An image is not RGB `uint8` `(H, W, 3)`. Processors would
            accept some of those and see something else: floats in [0, 1] become
            black, a fourth channel changes the caption.
    """
    images = [image for message in conversation for image in message.images]
    for image in images:
        if str(image.dtype) != "uint8" or image.ndim != 3 or image.shape[2] != 3:
            raise ValueError(
                "an image must be RGB uint8 of shape (H, W, 3), "
                f"got {image.dtype} of shape {image.shape}"
            )
    if max_pixels is None:
        return images
    return [fit_to_budget(image, max_pixels) for image in images]


def pictures(conversation: Sequence[Message], max_pixels: int | None = None) -> list[Image]:
    """Like `arrays`, as PIL images, which every model's own processor understands."""
    from PIL.Image import fromarray

    return [fromarray(array) for array in arrays(conversation, max_pixels)]
