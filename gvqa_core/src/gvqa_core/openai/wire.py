"""Conversations, schemas and answers in the form in which they travel."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core.backends.conversation import arrays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.types import Message

_ITEMS = "items"


def to_messages(
    conversation: Sequence[Message], max_pixels: int | None, image_format: str
) -> list[dict[str, Any]]:
    """Write messages for the chat endpoint, pictures as data URLs before the text."""
    return [_to_message(message, max_pixels, image_format) for message in conversation]


def _to_message(message: Message, max_pixels: int | None, image_format: str) -> dict[str, Any]:
    if not message.images:
        # Plain text as a plain string: some servers take nothing else from text models.
        return {"role": message.role, "content": message.text}
    pictures = [
        {"type": "image_url", "image_url": {"url": _data_url(image, image_format)}}
        for image in arrays([message], max_pixels)
    ]
    text = {"type": "text", "text": message.text}
    return {"role": message.role, "content": [*pictures, text]}


def _data_url(image: NDArray[np.uint8], image_format: str) -> str:
    import cv2

    # OpenCV writes BGR.
    done, data = cv2.imencode(f".{image_format}", image[:, :, ::-1])
    if not done:
        raise ValueError(f"a picture of shape {image.shape} could not be written as {image_format}")
    return f"data:image/{image_format};base64,{base64.b64encode(data.tobytes()).decode()}"


def to_schema(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Wrap a schema whose root is not an object, since servers enforce objects only."""
    if schema.get("type") == "object":
        return schema
    return {
        "type": "object",
        "properties": {_ITEMS: schema},
        "required": [_ITEMS],
        "additionalProperties": False,
    }


def unwrap(text: str, schema: Mapping[str, Any]) -> str:
    """Undo `to_schema` on what the server wrote; other text is returned as it is."""
    if schema.get("type") == "object":
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, dict) and list(value) == [_ITEMS]:  # pyright: ignore[reportUnknownArgumentType]
        return json.dumps(value[_ITEMS])
    return text
