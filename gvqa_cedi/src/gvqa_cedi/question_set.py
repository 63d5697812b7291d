"""Questions that an examiner made for a video, as a question set for `gvqa eval run`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import frozen

from gvqa_cedi.moments import moment_of
from gvqa_cedi.transcripts import Transcript
from gvqa_core.text import clock, visible

KINDS = ("adversarial", "unanswerable")
"""The question types that make something up."""


@frozen
class VideoQuestion:
    """A question about a moment of a video.

    Attributes:
        category: One of `KINDS`.
        question: With the time it is about, since the video is not one picture.
        video: The video's file name.
        expected: What a right answer says.
    """

    category: str
    question: str
    video: str
    expected: str


def video_questions(
    transcripts: Iterable[Transcript], kinds: Sequence[str] = KINDS
) -> list[VideoQuestion]:
    """The questions of some kinds about moments of videos, each once, in order."""
    found = [
        VideoQuestion(
            turn.kind,
            f"At {clock(moment.time)}: {turn.question}",
            moment.video,
            turn.truth,
        )
        for each in transcripts
        if (moment := moment_of(each.image)) is not None
        for turn in each.turns
        if turn.kind in kinds
    ]
    return list({(each.video, each.question): each for each in found}.values())


def question_set_toml(questions: Sequence[VideoQuestion], *, videos: Path, at: Path) -> str:
    """A question set as TOML.

    Args:
        questions: In order.
        videos: The folder of the videos.
        at: The folder the set will be in: it names videos relative to it.
    """
    lines = [f"title = {_text(f'Made-up premises: {len(questions)} questions')}"]
    numbers = dict.fromkeys((each.category for each in questions), 0)
    for each in questions:
        numbers[each.category] += 1
        video = Path(os.path.relpath(videos / each.video, at)).as_posix()
        lines += [
            "",
            "[[questions]]",
            f"id = {_text(f'{each.category[:1]}{numbers[each.category]}')}",
            f"category = {_text(each.category)}",
            f"question = {_text(each.question)}",
            f"video = {_text(video)}",
        ]
        if each.expected:
            lines.append(f"expected = {_text(each.expected)}")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A basic string of TOML: JSON's escapes are TOML's, once control characters are out."""
    return json.dumps(visible(text, newlines=False), ensure_ascii=False)
