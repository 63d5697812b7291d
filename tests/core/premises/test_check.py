"""The premise check: what is there is answered, what is not is refused with what was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gvqa_core import AnswerStatus, ComponentSpec, VideoQA
from gvqa_core.component import BaseComponent
from gvqa_core.config import Answers, Settings, Use
from gvqa_core.plugins import load_plugins
from gvqa_core.registry import Registered
from gvqa_core.report import load, save
from gvqa_core.testing.clips import grey_clip
from gvqa_core.testing.stand_ins import EchoDrafter
from gvqa_core.types import Frame, Judgement, NLILabel, Pair

_KNOWN = {"car": "vehicle"}


class Street(BaseComponent[None]):
    """Says which thing stands for the brightness of a frame."""

    batch_size = 4
    max_pixels = None
    names_objects = True

    def __init__(self) -> None:
        super().__init__(None)

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return [
            "A dog sleeps." if np.mean(frame.image) < 100 else "A red vehicle drives by."
            for frame in frames
        ]


class Knows(BaseComponent[None]):
    """Entails what the caption names, by the word or by a synonym it knows."""

    needs = "caption"

    def __init__(self) -> None:
        super().__init__(None)

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [self._one(str(premise), hypothesis) for premise, hypothesis in pairs]

    def _one(self, premise: str, hypothesis: str) -> Judgement:
        noun = hypothesis.rstrip(".").split()[-1]
        holds = hypothesis == premise or _KNOWN.get(noun, noun) in premise.casefold()
        label = NLILabel.ENTAILMENT if holds else NLILabel.NEUTRAL
        return Judgement(supports=holds, label=label, scores={"entailment": float(holds)})


class Words(Knows):
    """A judge that would not know a synonym."""

    knows_synonyms = False


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Six dark seconds, then six bright ones."""
    path = tmp_path / "street.mkv"
    times = [n / 4 for n in range(48)]
    grey_clip(path, times=times, levels=[40 if n < 24 else 200 for n in range(48)])
    return path


def make(tmp_path: Path, verifier: str = "knows", **answers: Any) -> VideoQA:
    plugins = load_plugins()
    for kind, name, factory in (
        ("captioner", "street", "Street"),
        ("drafter", "echo", "Echo"),
        ("verifier", "knows", "Knows"),
        ("verifier", "words", "Words"),
    ):
        spec = ComponentSpec(kind=kind, name=name, factory=f"{__name__}:{factory}")
        plugins.registry.add(Registered(spec, "lab", "lab", "1"))
    use = Use(captioner="street", drafter="echo", verifier=verifier, retriever="hybrid-words")
    settings = Settings(
        cache_dir=str(tmp_path / "cache"), interval=2.0, use=use, answers=Answers(**answers)
    )
    return VideoQA(settings, plugins)


Echo = EchoDrafter


def test_a_false_premise_is_refused_and_nothing_is_drafted(tmp_path: Path, clip: Path) -> None:
    with make(tmp_path) as qa:
        answer = qa.ask(qa.ingest(clip), "What does the dragon eat?")
    assert answer.status is AnswerStatus.NOTHING_FOUND
    assert answer.claims == ()
    assert answer.draft is None
    (check,) = answer.premises
    assert (check.phrase, check.supported) == ("dragon", False)
    assert check.captions == 6
    assert check.frames == 2
    assert check.closest is not None
    assert check.closest.picture is not None
    assert answer.message.startswith("Nothing looked at in the video shows a dragon (closest: ")
    assert answer.message.endswith("looked at 6 captions and 2 fresh frames.")


def test_a_true_premise_in_other_words_is_answered(tmp_path: Path, clip: Path) -> None:
    with make(tmp_path) as qa:
        answer = qa.ask(qa.ingest(clip), "What colour is the car?")
    assert answer.status is AnswerStatus.ANSWERED
    assert [check.supported for check in answer.premises] == [True]
    assert answer.premises[0].frames == 0


def test_a_question_that_presupposes_nothing_costs_nothing(tmp_path: Path, clip: Path) -> None:
    with make(tmp_path) as qa:
        answer = qa.ask(qa.ingest(clip), "Is there a dragon?")
    assert answer.premises == ()
    assert answer.status is AnswerStatus.ANSWERED


def test_it_can_be_switched_off_and_is_in_the_papers_profile(tmp_path: Path, clip: Path) -> None:
    with make(tmp_path, premises=False) as qa:
        answer = qa.ask(qa.ingest(clip), "What does the dragon eat?")
    assert answer.premises == ()
    assert answer.status is AnswerStatus.ANSWERED


def test_a_judge_of_words_alone_concludes_no_absence(tmp_path: Path, clip: Path) -> None:
    with make(tmp_path, verifier="words") as qa:
        answer = qa.ask(qa.ingest(clip), "What does the dragon eat?")
    assert answer.premises == ()


def test_the_check_is_saved_with_its_picture(tmp_path: Path, clip: Path) -> None:
    with make(tmp_path) as qa:
        answer = qa.ask(qa.ingest(clip), "What does the dragon eat?")
    save(answer, tmp_path / "audit")
    again = load(tmp_path / "audit")
    (check,) = again.premises
    assert (check.phrase, check.supported, check.captions, check.frames) == ("dragon", False, 6, 2)
    assert check.closest is not None
    assert check.closest.picture is not None
    assert check.closest.picture.png == answer.premises[0].closest.picture.png
    assert len(list((tmp_path / "audit" / "frames").iterdir())) == 1


def test_what_is_spoken_of_is_not_refused(tmp_path: Path, clip: Path) -> None:
    clip.with_suffix(".srt").write_text(
        "1\n00:00:01,000 --> 00:00:03,000\nWe once had a dragon here.\n"
    )
    with make(tmp_path) as qa:
        video = qa.ingest(clip)
        spoken = qa.ask(video, "What is said about the dragon?")
        absent = qa.ask(video, "What is said about the unicorn?")
    [check] = spoken.premises
    assert (check.supported, check.passages) == (True, 1)
    assert check.closest is not None
    assert check.closest.spoken[0].text == "We once had a dragon here."
    assert spoken.draft is not None
    assert absent.draft is None
    assert absent.message.endswith(", and no passage of speech (of 1) names it.")
