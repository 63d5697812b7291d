"""Small, honest stand-ins for the stages around the one you are testing.

They really look at pixels and really compare texts, so that a wrong frame or a
wrong pair shows; they only do so without a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.component import BaseComponent
from gvqa_core.types import Claim, Draft, Judgement, NLILabel

if TYPE_CHECKING:
    from gvqa_core.types import Frame, Hit, Pair


@frozen
class GreyOptions:
    """Options of `GreyCaptioner`.

    Attributes:
        prompt: Only there to enter the identity, as a real captioner's prompt does.
        batch_size: Frames in one call.
        max_pixels: Pixel budget; None takes any size.
    """

    prompt: str = "Describe this video frame."
    batch_size: int = 4
    max_pixels: int | None = None


class GreyCaptioner(BaseComponent[GreyOptions]):
    """Says how bright a frame is, as in "The wall is grey 120.".

    Attributes:
        seen: Timestamp of every frame it was ever given, in order.
        opened: How often it was opened.
    """

    def __init__(self, options: GreyOptions | None = None) -> None:
        super().__init__(options or GreyOptions())
        self.seen: list[float] = []
        self.opened = 0

    @property
    def batch_size(self) -> int:
        """Frames in one call."""
        return self.options.batch_size

    @property
    def max_pixels(self) -> int | None:
        """Pixel budget."""
        return self.options.max_pixels

    def open(self, needs: Mapping[str, object]) -> None:
        """Count the opening."""
        self.opened += 1

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        """Name the mean brightness of each frame, rounded to the nearest multiple of 4."""
        self.seen += [frame.timestamp for frame in frames]
        return [grey_caption(float(frame.image.mean())) for frame in frames]


def grey_caption(level: float) -> str:
    """The caption `GreyCaptioner` gives a frame of that mean brightness."""
    return f"The wall is grey {round(level / 4) * 4}."


class SameText(BaseComponent[None]):
    """A verifier that supports a claim when it equals the caption, and records every pair."""

    needs = "caption"
    knows_synonyms = False

    def __init__(self) -> None:
        super().__init__(None)
        self.pairs: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Compare premise and hypothesis as texts."""
        self.pairs += pairs
        return [
            Judgement(
                supports=premise == hypothesis,
                label=NLILabel.ENTAILMENT if premise == hypothesis else NLILabel.NEUTRAL,
            )
            for premise, hypothesis in pairs
        ]


class EchoDrafter(BaseComponent[None]):
    """A drafter that claims exactly what the retrieved captions say."""

    def __init__(self) -> None:
        super().__init__(None)

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        """Turn each hit into one claim."""
        return Draft(
            claims=tuple(
                Claim(text=hit.caption.text, timestamp=hit.caption.timestamp) for hit in hits
            )
        )
