"""Named colours, where they are, brightness and sharpness of made pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from gvqa_core.builtin.colours import NAMES, colour_areas
from gvqa_core.builtin.light import measure


def plain(colour: tuple[int, int, int], width: int = 320, height: int = 180) -> np.ndarray:
    return np.full((height, width, 3), colour, np.uint8)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((0, 0, 0), "black"),
        ((70, 70, 70), "dark grey"),
        ((128, 128, 128), "grey"),
        ((195, 195, 195), "light grey"),
        ((255, 255, 255), "white"),
        ((220, 20, 30), "red"),
        ((255, 140, 0), "orange"),
        ((255, 225, 30), "yellow"),
        ((40, 170, 60), "green"),
        ((0, 210, 210), "cyan"),
        ((30, 80, 220), "blue"),
        ((140, 50, 200), "purple"),
        ((255, 150, 190), "pink"),
        ((120, 70, 30), "brown"),
        ((110, 10, 10), "dark red"),
        ((10, 80, 30), "dark green"),
        ((10, 20, 100), "dark blue"),
        ((160, 200, 250), "light blue"),
        ((170, 240, 170), "light green"),
    ],
)
def test_everyday_colours_have_their_everyday_names(rgb, name):
    (area,) = colour_areas(plain(rgb))
    assert (area.name, area.share, area.where) == (name, 1.0, "")


@pytest.mark.parametrize(
    ("rows", "columns", "where"),
    [
        (slice(None), slice(0, 80), "on the left"),
        (slice(None), slice(240, 320), "on the right"),
        (slice(0, 40), slice(None), "at the top"),
        (slice(140, 180), slice(None), "at the bottom"),
        (slice(60, 120), slice(120, 200), "in the middle"),
        (slice(None), slice(100, 220), ""),
    ],
)
def test_an_area_is_named_with_its_place(rows, columns, where):
    image = plain((255, 255, 255))
    image[rows, columns] = (220, 20, 30)
    white, red = colour_areas(image)
    assert (white.name, red.name, red.where) == ("white", "red", where)
    marked = (image == (220, 20, 30)).all(axis=2).mean()
    assert red.share == pytest.approx(marked, abs=0.02)


def test_bgr_would_be_named_otherwise():
    assert colour_areas(plain((220, 20, 30))[..., ::-1])[0].name == "blue"


def test_shades_of_one_colour_are_one_area():
    image = plain((40, 170, 60))
    image[:90] = (10, 80, 30)
    (area,) = colour_areas(image)
    assert (area.name, area.colour, area.share) == ("green", "green", 1.0)
    image[:160] = (10, 80, 30)
    (area,) = colour_areas(image)
    assert (area.name, area.colour) == ("dark green", "green")


def test_letters_have_no_place_and_specks_no_mention():
    image = plain((255, 255, 255))
    for row in range(20, 160, 16):
        image[row : row + 3, 20:150] = (220, 20, 30)
    assert [(a.name, a.where) for a in colour_areas(image)] == [("white", ""), ("red", "")]
    speck = plain((255, 255, 255))
    speck[:10, :10] = (220, 20, 30)
    assert [area.name for area in colour_areas(speck)] == ["white"]


@pytest.mark.parametrize("size", [(1, 1), (1, 400), (400, 1), (16, 4000), (7, 5)])
def test_pictures_of_any_size_have_colours(size):
    areas = colour_areas(plain((30, 80, 220), *size))
    assert [area.name for area in areas] == ["blue"]


def test_names_are_distinct():
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize(
    ("rgb", "words"),
    [
        ((20, 20, 20), "dark"),
        ((240, 240, 240), "bright"),
        ((128, 128, 128), ""),
        ((0, 0, 255), ""),  # pure blue has little luma and is not dark
        ((10, 20, 60), "dark"),
    ],
)
def test_brightness_in_words(rgb, words):
    light = measure(plain(rgb))
    assert light.words == words
    assert light.blank


def test_a_blurred_picture_is_told_from_a_sharp_one_and_from_a_blank_one():
    sharp = plain((200, 200, 200))
    cv2.rectangle(sharp, (60, 40), (200, 140), (30, 30, 30), -1)
    blurred = cv2.GaussianBlur(sharp, (0, 0), 12)
    assert not measure(sharp).blurred
    assert measure(blurred).blurred
    assert not measure(plain((200, 200, 200))).blurred
    assert not measure(blurred).blank
