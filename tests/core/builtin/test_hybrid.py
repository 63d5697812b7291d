"""The retriever `hybrid`: meaning, words and time, without near-duplicates."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest
from tests.core.builtin.weights import minilm_folder

from gvqa_core.builtin.hybrid import HybridIndex, HybridOptions, HybridRetriever, probe
from gvqa_core.types import Caption

SCENES = (
    (0, 'The title "Harbour" on a black screen.', 'A black screen says "Harbour".'),
    (20, "A man in a yellow coat opens a gate.", "A gate is opened by a man in a yellow coat."),
    (40, "Two boats leave the harbour.", "Two boats sail out of a harbour."),
    (60, "A gull eats a fish on a wall.", "On a wall a gull is eating a fish."),
    (80, "Two boats return in the fog.", "In fog two boats come back."),
    (100, "A woman mends a net.", "A net is mended by a woman."),
    (120, "The sun sets behind a lighthouse.", "Sunset behind a lighthouse."),
)


def captions() -> list[Caption]:
    """Four captions a scene, in two wordings that alternate."""
    return [
        Caption(start + 5.0 * n, texts[n % 2], start + 5.0 * n)
        for start, *texts in SCENES
        for n in range(4)
    ]


@pytest.fixture(scope="module", params=["words", "dense"])
def index(request: pytest.FixtureRequest) -> Iterator[HybridIndex]:
    model = minilm_folder() if request.param == "dense" else ""
    with HybridRetriever(HybridOptions(model=model, device="cpu")) as retriever:
        yield retriever.build(captions())


def scene_of(time: float) -> int:
    return max(start for start, *_ in SCENES if start <= time)


def found(index: HybridIndex, question: str, k: int = 5) -> list[int]:
    return [scene_of(hit.caption.timestamp) for hit in index.search(question, k)]


@pytest.mark.parametrize(
    ("question", "scene"),
    [
        ("What is shown at the very end?", 120),
        ("What is the first thing we see?", 0),
        ("What is shown in the middle?", 60),
        ("What is shown at 1:10?", 60),
        ("What is shown between 1:22 and 1:38?", 80),
        ("What happens after the gull eats the fish?", 80),
        ("What happens right before the woman mends the net?", 80),
        ("What colour is the coat of the man at the gate?", 20),
        ("What do the boats do in the second half?", 80),
        ("What follows the second time two boats are seen?", 100),
        ("What happens after the first boats?", 60),
        ("What comes between the gate and the gull?", 40),
    ],
)
def test_the_right_scene_comes_first(index: HybridIndex, question: str, scene: int) -> None:
    assert found(index, question)[0] == scene


def test_near_duplicates_do_not_fill_the_places(index: HybridIndex) -> None:
    assert set(found(index, "What do the boats do?", 2)) == {40, 80}
    assert set(found(index, "How many times do we see two boats?", 2)) == {40, 80}


def test_a_plain_question_sees_many_scenes_when_meanings_are_compared(index: HybridIndex) -> None:
    if index.explain("x")["lists"] == ["dense", "lexical"]:
        assert len(set(found(index, "What do the boats do?", 5))) == 5


def test_the_event_itself_belongs_to_the_context(index: HybridIndex) -> None:
    places = found(index, "What happens after the gull eats the fish?", 3)
    assert places[0] == 80
    assert 60 in places


def test_a_time_outside_the_video_is_passed_over(index: HybridIndex) -> None:
    assert found(index, "Who mends the net at 59:00?")[0] == 100


def test_the_parse_can_be_shown(index: HybridIndex) -> None:
    shown = index.explain("What happens after the gull eats the fish?")
    assert shown["anchors"] == [["after", "the gull eats the fish"]]
    assert scene_of(shown["anchors_at"][0]) == 60
    assert json.loads(json.dumps(shown)) == shown


def test_scores_descend_and_a_larger_k_only_adds(index: HybridIndex) -> None:
    for question in ("What do the boats do?", "What is at the end?", "After the net, what?"):
        hits = index.search(question, 100)
        assert len(hits) == len(captions())
        assert len({hit.caption.timestamp for hit in hits}) == len(captions())
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert np.isfinite(scores).all()
        assert min(scores) >= 0
        assert index.search(question, 3) == hits[:3]


def test_decay_of_one_lets_duplicates_fill_the_places() -> None:
    with HybridRetriever(HybridOptions(model="", duplicate_decay=1.0)) as retriever:
        places = found(retriever.build(captions()), "Who mends a net?", 4)
    assert set(places) == {100}


def test_position_can_be_switched_off() -> None:
    with HybridRetriever(HybridOptions(model="", position=False)) as retriever:
        index = retriever.build(captions())
        assert found(index, "Is there a gate at the very end?")[0] == 20
        assert index.explain("Is there a gate at the very end?")["content"] == (
            "Is there a gate at the very end?"
        )


def test_without_a_model_nothing_is_needed() -> None:
    assert probe(HybridOptions(model="")).usable
    missing = probe(HybridOptions(model="nobody/no-such-model"))
    assert missing.download == "nobody/no-such-model"


def test_in_a_video_of_one_scene_the_end_is_still_the_end() -> None:
    held = [Caption(5.0 * n, "A man talks at a desk.", 5.0 * n) for n in range(20)]
    with HybridRetriever(HybridOptions(model="")) as retriever:
        index = retriever.build(held)
        assert index.search("What is shown at the very end?", 1)[0].caption.timestamp == 95.0
        assert index.search("How does the video begin?", 1)[0].caption.timestamp == 0.0


def test_numbers_tell_scenes_apart() -> None:
    scores = [Caption(5.0 * n, f"The score is {n} to 0.", 5.0 * n) for n in range(8)]
    with HybridRetriever(HybridOptions(model="")) as retriever:
        found = retriever.build(scores).search("What is the score just before 3 to 0?", 1)
    assert found[0].caption.timestamp == 10.0
