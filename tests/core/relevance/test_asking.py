"""The second label in answers: beside the verdict, never in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from gvqa_core import ComponentSpec, VideoQA
from gvqa_core.config import Answers, Settings, Use
from gvqa_core.plugins import load_plugins
from gvqa_core.registry import Registered
from gvqa_core.testing.clips import grey_clip
from gvqa_core.types import Relevance, Verdict

STAND_INS = "gvqa_core.testing.stand_ins"
QUESTION = "What colour is the wall at the start?"


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Forty seconds; second n is grey 4 n."""
    path = tmp_path / "greys.mkv"
    grey_clip(path, times=[n / 2 for n in range(80)], levels=[4 * (n // 2) for n in range(80)])
    return path


def make(tmp_path: Path, **answers: bool) -> VideoQA:
    plugins = load_plugins()
    for kind, name, factory in (
        ("captioner", "grey", "GreyCaptioner"),
        ("drafter", "echo", "EchoDrafter"),
        ("verifier", "same", "SameText"),
    ):
        spec = ComponentSpec(kind=kind, name=name, factory=f"{STAND_INS}:{factory}")
        plugins.registry.add(Registered(spec, "lab", "lab", "1"))
    use = Use(captioner="grey", drafter="echo", verifier="same", retriever="hybrid-words")
    settings = Settings(
        cache_dir=str(tmp_path / "cache"), use=use, top_k=8, answers=Answers(**answers)
    )
    return VideoQA(settings, plugins)


def test_each_claim_of_each_question_has_its_label(tmp_path: Path, clip: Path):
    with make(tmp_path, relevance=True) as qa:
        video = qa.ingest(clip)
        first, second = qa.ask_many(video, [QUESTION, "Where is the dog?"])
    late = "it is of another moment than the question asks about"
    assert len(first.claims) == 8
    for claim in first.claims:
        assert claim.verdict is Verdict.GROUNDED
        wanted = Relevance(True) if claim.timestamp <= 13.0 else Relevance(False, late)
        assert claim.relevance == wanted
        assert claim.beside_the_point is (claim.timestamp > 13.0)
    assert {claim.relevance for claim in second.claims} == {
        Relevance(False, "it is about something else")
    }


def test_it_can_be_switched_off_and_claims_of_others_have_none(tmp_path: Path, clip: Path):
    with make(tmp_path, relevance=False) as qa:
        answer = qa.ask(qa.ingest(clip), QUESTION)
    assert [claim.relevance for claim in answer.claims] == [None] * 8
    assert not any(claim.beside_the_point for claim in answer.claims)
    with make(tmp_path, relevance=True) as qa:
        checked = qa.verify(clip, [("The wall is grey 20.", 5.0)])
    assert checked.claims[0].relevance is None
