"""Algorithm 1 on one picture: is each claim entailed by a blind description of it?

A picture is a video of one frame, at 0 s, without neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, Self

from attrs import frozen

from gvqa_core.checking.looking import Looker
from gvqa_core.reading.claim_items import fault_of
from gvqa_core.types import Claim, Frame, VideoInfo
from gvqa_core.verification import Procedure

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.captioning import CaptionCall
    from gvqa_core.checking.judging import JudgeCall
    from gvqa_core.types import VerifiedClaim


def verify_image(
    image: NDArray[np.uint8],
    claims: Sequence[str],
    *,
    caption: CaptionCall,
    judge: JudgeCall,
    needs_frame: bool = False,
    max_pixels: int | None = None,
) -> list[VerifiedClaim]:
    """Check claims about a picture; it is described once, without sight of them.

    Args:
        image: RGB, `uint8`, `(H, W, 3)`.
        claims: Sentences, each judged by itself; none asks nothing.
        caption: A captioner's `caption`.
        judge: A verifier's `judge`.
        needs_frame: Whether the verifier judges the picture itself; then it is not described.
        max_pixels: The captioner's pixel budget; None shows it the picture as it is.

    Returns:
        The claims in order, Grounded or Unverified; what could not be checked is
        Unverified with the reason, and its `evidence.judgement` is None.

    Raises:
        ValueError: A claim has no text or too long a one (names which), or the picture
            has another form.
    """
    for number, text in enumerate(claims):
        if fault := fault_of(text):
            raise ValueError(f"claim {number} {fault}")
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype.name != "uint8":
        raise ValueError(
            f"expected an RGB picture, uint8 (H, W, 3), found {image.dtype} {image.shape}"
        )
    if not claims:
        return []
    procedure = Procedure(
        looker=Looker(_Still(image), None if needs_frame else caption, 1, max_pixels),
        judge=judge,
        needs_frame=needs_frame,
        interval=1.0,
        neighbours=0,
        ingest_captions={},
    )
    verified = dict(procedure.run([Claim(text, 0.0) for text in claims]))
    return [verified[position] for position in range(len(claims))]


@frozen
class _Still:
    """A picture in the place of a video."""

    image: NDArray[np.uint8]

    @property
    def info(self) -> VideoInfo:
        height, width = self.image.shape[:2]
        return VideoInfo("", 0.0, 0.0, width, height, frame_count=1)

    def sample(
        self,
        interval: float,
        start: float = 0.0,
        end: float | None = None,
        *,
        max_pixels: int | None = None,
    ) -> Iterator[Frame]:
        del interval, start, end
        return self.frames_at([0.0], max_pixels=max_pixels)

    def frames_at(
        self,
        times: Sequence[float],
        *,
        max_pixels: int | None = None,
        errors: Literal["raise", "skip"] = "raise",
    ) -> Iterator[Frame]:
        from gvqa_core.video.scaling import fit_to_budget

        del errors
        image = self.image if max_pixels is None else fit_to_budget(self.image, max_pixels)
        return (Frame(image, time, 0.0) for time in times)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass
