"""Render `sample_talk.mp4`: a minute of slides, a code screencast, a chart and a closing slide.

Everything on it is made up. Run: python examples/make_sample_talk.py
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np

TALK = Path(__file__).with_name("sample_talk.mp4")

WIDTH, HEIGHT, RATE = 640, 360, 2

WHITE, BLACK = (255, 255, 255), (20, 20, 20)
DARK_BLUE, DARK_GREEN = (20, 40, 110), (15, 90, 45)
RED, BLUE, GREEN, YELLOW = (210, 40, 40), (40, 90, 210), (40, 160, 70), (245, 205, 40)

CODE = (
    "def power(speed):",
    "    area = 4.5",
    "    return area * speed",
    "",
    "result = power(8)",
    "print(result)",
)


def canvas(colour: tuple[int, int, int]) -> np.ndarray:
    """An empty RGB picture."""
    return np.full((HEIGHT, WIDTH, 3), colour, dtype=np.uint8)


def write(image, text, left, base, size=0.8, colour=WHITE, weight=2, face=cv2.FONT_HERSHEY_SIMPLEX):
    """Write one line of text whose letters stand on `base`."""
    cv2.putText(image, text, (left, base), face, size, colour, weight, cv2.LINE_AA)


def title() -> np.ndarray:
    image = canvas(DARK_BLUE)
    write(image, "Wind power in 2025", 60, 160, 1.5, weight=3)
    write(image, "A short report", 60, 230, 0.9, YELLOW)
    return image


def table() -> np.ndarray:
    image = canvas(WHITE)
    write(image, "Turbines built", 50, 75, 1.4, BLACK, 3)
    rows = (
        ("North site", "12 turbines"),
        ("South site", "9 turbines"),
        ("East site", "4 turbines"),
    )
    for number, (site, count) in enumerate(rows):
        write(image, site, 60, 155 + 70 * number, 0.9, BLACK)
        write(image, count, 300, 155 + 70 * number, 0.9, BLACK)
    return image


def editor(letters: int) -> np.ndarray:
    """The code as far as it has been typed."""
    image = canvas(BLACK)
    for number, line in enumerate(CODE):
        write(image, line[: max(0, letters)], 40, 60 + 50 * number, 0.8, (120, 230, 120))
        letters -= len(line)
    return image


def chart() -> np.ndarray:
    image = canvas(WHITE)
    write(image, "Output by month", 50, 60, 1.3, BLACK, 3)
    bars = (("March", 30, RED), ("April", 45, BLUE), ("May", 60, GREEN))
    for number, (month, value, colour) in enumerate(bars):
        left = 80 + 190 * number
        cv2.rectangle(image, (left, 310 - 3 * value), (left + 110, 310), colour, -1)
        write(image, f"{month} {value}", left - 5, 345, 0.8, BLACK)
    return image


def closing() -> np.ndarray:
    image = canvas(DARK_GREEN)
    write(image, "Thank you", 150, 170, 1.9, weight=4)
    write(image, "Questions are welcome", 150, 240, 0.9)
    return image


def frames() -> Iterator[np.ndarray]:
    """The whole talk, frame by frame."""
    yield from repeat(title(), 10 * RATE)
    yield from repeat(table(), 12 * RATE)
    for number in range(14 * RATE):
        yield editor(number * sum(map(len, CODE)) // (8 * RATE))
    yield from repeat(chart(), 12 * RATE)
    yield from repeat(closing(), 12 * RATE)


def render(path: Path = TALK) -> Path:
    """Write the talk and return its path."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (WIDTH, HEIGHT))
    if not writer.isOpened():
        raise OSError(f"cannot write {path}")
    for image in frames():
        writer.write(cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
    writer.release()
    return path


if __name__ == "__main__":
    talk = render()
    print(f"{talk}: {talk.stat().st_size // 1000} kB")
