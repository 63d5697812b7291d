"""On-screen text through RapidOCR, whose models ship in its wheel."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gvqa_core.builtin.reading_order import Line, TextBox, lines_in_order

_PARAMETERS = {
    "Global.log_level": "error",
    "Cls.cls_thresh": 0.99,  # at the usual 0.9 it turns "99.98%" upside down
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,  # one thread halves the CPU time
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


def ocr_version() -> str:
    """`rapidocr` with its version, or empty when it or onnxruntime is not installed."""
    try:
        version("onnxruntime")
        return f"rapidocr {version('rapidocr')}"
    except PackageNotFoundError:
        return ""


class ScreenReader:
    """Reads the text on pictures; makes its engine at once."""

    def __init__(self, min_confidence: float) -> None:
        from rapidocr import RapidOCR

        self._engine: Any = RapidOCR(params=_PARAMETERS)
        self._min_confidence = min_confidence

    def read(self, image: NDArray[np.uint8]) -> list[Line]:
        """Read an RGB `uint8 (H, W, 3)` picture; lines in reading order."""
        # Its flags stick from call to call, so all three are given each time.
        result = self._engine(
            np.ascontiguousarray(image[..., ::-1]), use_det=True, use_cls=True, use_rec=True
        )
        if result.boxes is None or result.txts is None:
            return []
        boxes = [
            _text_box(text, corners)
            for corners, text, score in zip(result.boxes, result.txts, result.scores, strict=True)
            if score >= self._min_confidence and text.strip()
        ]
        return lines_in_order(boxes)


def _text_box(text: str, corners: NDArray[np.floating]) -> TextBox:
    xs, ys = corners[:, 0], corners[:, 1]
    return TextBox(
        text=" ".join(text.split()),
        left=float(xs.min()),
        top=float(ys.min()),
        right=float(xs.max()),
        bottom=float(ys.max()),
    )
