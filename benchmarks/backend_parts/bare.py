"""The same work by bare library calls, with the model and processor that are loaded already."""

from __future__ import annotations

import sys
from typing import Any

from PIL import Image


def cuda_batches(model: Any, frames: list, prompt: str, size: int, tokens: int) -> list[str]:
    """What a user of transformers writes who knows how to batch."""
    texts = []
    for start in range(0, len(frames), size):
        texts += _cuda(model, frames[start : start + size], prompt, tokens)
    return texts


def cuda_alone(model: Any, frames: list, prompt: str, tokens: int) -> list[str]:
    """The loop of transformers' own examples."""
    return [_cuda(model, [frame], prompt, tokens)[0] for frame in frames]


def _cuda(model: Any, frames: list, prompt: str, tokens: int) -> list[str]:
    import torch

    processor, network = model._processor, model._model
    parts = [{"type": "image"}, {"type": "text", "text": prompt}]
    text = processor.apply_chat_template(
        [[{"role": "user", "content": parts}]] * len(frames),
        add_generation_prompt=True,
        tokenize=False,
    )
    images = [[Image.fromarray(frame.image)] for frame in frames]
    inputs = processor(
        text=text, images=images, padding=True, padding_side="left", return_tensors="pt"
    )
    with torch.inference_mode():
        written = network.generate(
            **inputs, max_new_tokens=tokens, do_sample=False, temperature=None, top_p=None
        )
    new = written[:, inputs["input_ids"].shape[1] :]
    return processor.tokenizer.batch_decode(new, skip_special_tokens=True)


def mlx_batches(model: Any, frames: list, prompt: str, size: int, tokens: int) -> list[str]:
    """What a user of mlx-vlm writes who knows how to batch."""
    import mlx_vlm

    parts = [{"type": "image"}, {"type": "text", "text": prompt}]
    texts = []
    for start in range(0, len(frames), size):
        images = [Image.fromarray(frame.image) for frame in frames[start : start + size]]
        texts += mlx_vlm.batch_generate(
            model._model,
            model._processor,
            images=images,
            prompts=[[{"role": "user", "content": parts}]] * len(images),
            max_tokens=tokens,
        ).texts
    return [_plain(text) for text in texts]


def mlx_alone(model: Any, frames: list, prompt: str, tokens: int) -> list[str]:
    """The loop of mlx-vlm's own examples, with the image put before the text."""
    import mlx_vlm

    parts = [{"type": "image"}, {"type": "text", "text": prompt}]
    texts = []
    for frame in frames:
        formatted = mlx_vlm.apply_chat_template(
            model._processor,
            model._model.config,
            [{"role": "user", "content": parts}],
            num_images=1,
        )
        written = mlx_vlm.generate(
            model._model,
            model._processor,
            formatted,
            image=[Image.fromarray(frame.image)],
            max_tokens=tokens,
            temperature=0.0,
        )
        texts.append(_plain(written.text))
    return texts


def _plain(text: str) -> str:
    return text.replace("<|im_end|>", "").strip()


CAPTIONS = {"cuda": (cuda_batches, cuda_alone), "mlx": (mlx_batches, mlx_alone)}
"""Backend → in batches, one at a time."""


def peak_memory() -> int:
    """Most bytes this process held at once."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
