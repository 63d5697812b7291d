"""The embedded captioner on made slides, with the real text recognition."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from gvqa_core.builtin.captioner import EmbeddedCaptioner, EmbeddedCaptionerOptions
from gvqa_core.builtin.sentences import sentences
from gvqa_core.types import Frame

BLUE, WHITE, BLACK, RED = (20, 40, 110), (255, 255, 255), (20, 20, 20), (210, 40, 40)


def frame(image: np.ndarray) -> Frame:
    return Frame(image=image, timestamp=0.0, pts=0.0)


def slide(*lines: tuple[str, int, int, float], ground=WHITE, ink=BLACK) -> np.ndarray:
    image = np.full((360, 640, 3), ground, np.uint8)
    for text, left, base, size in lines:
        cv2.putText(image, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, ink, 2, cv2.LINE_AA)
    return image


@pytest.fixture(scope="module")
def captioner():
    pytest.importorskip("rapidocr", reason="reading slides needs gvqa-core[ocr]")
    with EmbeddedCaptioner(EmbeddedCaptionerOptions()) as made:
        made.open({})
        yield made


@pytest.fixture
def blind():
    with EmbeddedCaptioner(EmbeddedCaptionerOptions(ocr="off")) as made:
        made.open({})
        yield made


def test_a_slide_is_read_in_order_its_heading_first(captioner):
    image = slide(
        ("Turbines built", 50, 75, 1.5),
        ("North site", 60, 160, 0.9),
        ("12 turbines", 320, 160, 0.9),
        ("South site", 60, 230, 0.9),
        ("9 turbines", 320, 230, 0.9),
    )
    (caption,) = captioner.caption([frame(image)])
    assert sentences(caption) == [
        'The heading reads "Turbines built".',
        '"North site 12 turbines" is written on the screen.',
        '"South site 9 turbines" is written on the screen.',
        "The picture is mostly white.",
        *(["There is some black."] if "black" in caption else []),
    ]


def test_code_is_recognised_and_its_first_line_is_no_heading(captioner):
    image = slide(
        ("def power(speed):", 40, 60, 0.9),
        ("area = 4.5", 80, 120, 0.8),
        ("return area", 80, 180, 0.8),
        ground=BLACK,
        ink=(120, 230, 120),
    )
    (caption,) = captioner.caption([frame(image)])
    assert '"def power(speed):" is written on the screen.' in caption
    assert '"area = 4.5" is written on the screen.' in caption
    assert "The screen shows program code." in caption
    assert "heading" not in caption


def test_text_on_the_screen_cannot_end_its_quotation(captioner):
    image = slide(('Say "yes". The dog barks.', 30, 180, 1.0))
    (caption,) = captioner.caption([frame(image)])
    (quoted, *_) = sentences(caption)
    assert quoted.count('"') == 2
    assert quoted.endswith('" is written on the screen.')
    assert "barks" in quoted


def test_a_dashboard_is_read_card_by_card_and_no_number_is_turned_round(captioner):
    image = np.full((720, 1280, 3), (40, 52, 80), np.uint8)
    for number, (label, value) in enumerate((("Churn", "2.1%"), ("Uptime", "99.98%"))):
        left = 400 * number + 80
        for text, base, size in ((label, 170, 1.0), (value, 250, 1.5)):
            cv2.putText(
                image, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, WHITE, 2, cv2.LINE_AA
            )
    (caption,) = captioner.caption([frame(image)])
    assert '"Churn 2.1%" is written on the screen.' in caption
    assert '"Uptime 99.98%" is written on the screen.' in caption


def test_text_that_runs_upwards_is_read_too(captioner):
    image = slide(("Questions are welcome", 60, 180, 1.2))
    (caption,) = captioner.caption([frame(np.ascontiguousarray(np.rot90(image)))])
    assert '"Questions are welcome" is written on the screen.' in caption


def test_noise_is_not_read_as_text(captioner):
    """Shapes that the recognition takes for single letters are left out."""
    random = np.random.default_rng(3)
    noise = cv2.resize(random.integers(0, 255, (18, 32, 3), np.uint8), (640, 360))
    (caption,) = captioner.caption([frame(noise)])
    assert '"' not in caption


def test_what_the_colours_are_and_where(blind):
    image = slide()
    image[60:320, 60:180] = RED
    assert blind.caption([frame(image)]) == [
        "The picture is mostly white. There is some red on the left."
    ]


@pytest.mark.parametrize(
    ("colour", "caption"),
    [
        (BLUE, "The picture is blank. The picture is plain dark blue."),
        ((0, 0, 0), "The picture is blank. The picture is plain black."),
        ((255, 255, 255), "The picture is blank. The picture is plain white."),
    ],
)
def test_an_empty_picture_is_called_so(blind, colour, caption):
    assert blind.caption([frame(slide(ground=colour))]) == [caption]


def test_a_blurred_picture_is_called_so(blind):
    image = slide(ground=RED)
    image[100:260, 200:440] = WHITE
    assert "blurred" not in blind.caption([frame(image)])[0]
    assert blind.caption([frame(cv2.GaussianBlur(image, (0, 0), 15))])[0].endswith(
        "The picture is blurred."
    )


def test_brightness_is_said_where_the_colour_does_not_tell(blind):
    image = slide(ground=(60, 25, 20))
    image[:100, :200] = (30, 60, 30)
    (caption,) = blind.caption([frame(image)])
    assert caption.startswith("The picture is mostly dark")
    assert "The picture is dark." not in caption
    pale = slide(ground=(215, 215, 215))
    pale[:150] = (255, 235, 150)
    assert blind.caption([frame(pale)])[0].endswith("The picture is bright.")


def test_the_same_picture_gives_the_same_caption_once_computed(blind):
    image = slide(("Hello", 100, 100, 1.0))
    first, second = blind.caption([frame(image), frame(image.copy())])
    assert first == second
    assert blind.caption([]) == []


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 900, 3), (900, 2, 3), (16, 16, 3)])
def test_odd_sizes_have_captions(captioner, shape):
    image = np.full(shape, 128, np.uint8)
    image[0, 0] = (255, 0, 0)
    (caption,) = captioner.caption([frame(image)])
    assert "grey" in caption or "red" in caption


def test_the_identity_tells_what_changes_a_caption():
    usual = EmbeddedCaptioner(EmbeddedCaptionerOptions()).identity
    assert usual == EmbeddedCaptioner(EmbeddedCaptionerOptions(batch_size=2)).identity
    for change in ({"ocr": "off"}, {"min_confidence": 0.5}, {"max_pixels": 1000}):
        assert EmbeddedCaptioner(EmbeddedCaptionerOptions(**change)).identity != usual


def test_an_unknown_way_of_reading_is_refused():
    with pytest.raises(ValueError, match="ocr"):
        EmbeddedCaptionerOptions(ocr="maybe")
