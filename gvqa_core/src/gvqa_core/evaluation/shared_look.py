"""Captions of evidence frames: made once, kept, and shared by all verifiers of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gvqa_core.captioning import CaptionCall
    from gvqa_core.evaluation.records import Lines
    from gvqa_core.types import Frame


class KeptCaptions:
    """A captioner's `caption` that asks only for frames it has not yet seen.

    What the captioner wrote is kept as it was, before any cleaning.

    Args:
        caption: The real call.
        kept: Where captions are kept, `{"pts": seconds, "text": …}`.
    """

    def __init__(self, caption: CaptionCall, kept: Lines) -> None:
        self._caption = caption
        self._kept = kept
        self._texts = {float(row["pts"]): str(row["text"]) for row in kept.read()}

    def __call__(self, frames: Sequence[Frame]) -> list[str]:
        """Describe each frame."""
        new = {frame.pts: frame for frame in frames if frame.pts not in self._texts}
        if new:
            texts = self._caption(list(new.values()))
            if len(texts) != len(new):
                raise ValueError(f"{len(new)} frames got {len(texts)} captions")
            self._kept.append(
                {"pts": pts, "text": text} for pts, text in zip(new, texts, strict=True)
            )
            self._texts.update(zip(new, texts, strict=True))
        return [self._texts[frame.pts] for frame in frames]
