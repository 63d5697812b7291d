"""Messages in the forms that chat templates and processors take."""

from __future__ import annotations

import numpy as np
import pytest

from gvqa_core.backends.conversation import arrays, as_parts, as_strings, pictures
from gvqa_core.types import Message

IMAGE = np.zeros((56, 84, 3), np.uint8)
SHOWN = [Message("system", "Be brief."), Message("user", "What?", (IMAGE, IMAGE))]


def test_images_stand_before_the_text():
    assert as_parts(SHOWN)[1]["content"] == [
        {"type": "image"},
        {"type": "image"},
        {"type": "text", "text": "What?"},
    ]


def test_text_models_get_strings_and_no_image():
    assert as_strings(SHOWN[:1]) == [{"role": "system", "content": "Be brief."}]
    with pytest.raises(ValueError, match="text model was given an image"):
        as_strings(SHOWN)


def test_pictures_keep_channels_and_order():
    red = IMAGE + np.array((200, 0, 0), np.uint8)
    shown = pictures([Message("user", "", (red, IMAGE))])
    assert [image.size for image in shown] == [(84, 56)] * 2
    assert shown[0].mode == "RGB"
    assert shown[0].getpixel((0, 0)) == (200, 0, 0)


def test_budget_bounds_each_image():
    wide = np.zeros((2000, 4000, 3), np.uint8)
    (small,) = arrays([Message("user", "", (wide,))], 100_000)
    assert 95_000 < small.shape[0] * small.shape[1] <= 100_000
    assert small.shape[1] / small.shape[0] == pytest.approx(2, abs=0.02)
