"""A saved answer that was changed is found out, also when its hashes were rewritten to fit."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import cv2
import numpy as np
import pytest
from tests.core.cli.conftest import Gvqa, plugins, talk  # noqa: F401 - fixtures

from gvqa_core import VideoQA
from gvqa_core.audit import AuditReport, audit
from gvqa_core.audit.pixels import difference
from gvqa_core.checking.evidence import picture_of
from gvqa_core.errors import StoreError
from gvqa_core.plugins import Plugins, load_plugins
from gvqa_core.report import load, save
from gvqa_core.settings import load_settings
from gvqa_core.types import Answer, Judgement, NLILabel, Verdict

CLAIMS = [
    {"claim": 'The slide says "Frames every 5 seconds".', "timestamp": 0},
    {"claim": 'The slide says "7 billion parameters".', "timestamp": 5},
    {"claim": "A dog runs across the stage.", "timestamp": 75},
]


@pytest.fixture(scope="module")
def loaded(plugins: Path) -> Any:  # noqa: F811
    """Plugins with the stand-in captioner among them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(plugins))
        patch.setenv("GVQA_DISABLE_PLUGINS", "mlx,cuda,verifiers,cedi")
        yield load_plugins()


@pytest.fixture(scope="module")
def made(tmp_path_factory: Any, plugins: Path, talk: str) -> Path:  # noqa: F811
    """A folder with `verify/` and `ask/`, two answers as the command line saves them."""
    folder = tmp_path_factory.mktemp("answers")
    shutil.copy(talk, folder / "talk.mp4")
    gvqa = Gvqa(folder, plugins)
    done = gvqa("verify", "talk.mp4", "-", "--save", "verify", stdin=json.dumps(CLAIMS).encode())
    assert done.code == 0, done.err
    done = gvqa("ask", "talk.mp4", "How many parameters?", "--save", "ask")
    assert done.code == 0, done.err
    return folder


@pytest.fixture
def saved(made: Path, tmp_path: Path) -> Path:
    """A copy of those answers to tamper with; the video stays where it was."""
    for name in ("verify", "ask"):
        shutil.copytree(made / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def check(loaded: Plugins) -> Callable[..., AuditReport]:
    def run(folder: Path, **more: Any) -> AuditReport:
        return audit(folder, settings=load_settings(environ={}), plugins=loaded, **more)

    return run


def forge(folder: Path, change: Callable[[Answer], Answer]) -> None:
    """Change an answer and write all of it anew: hashes, file names and page fit."""
    save(change(load(folder)), folder)


def with_look(answer: Answer, number: int, place: int, **changes: Any) -> Answer:
    """The answer with one look of one claim changed, as evidence too where it decides."""
    claim = answer.claims[number]
    old = claim.looked_at[place]
    new = attrs.evolve(old, **changes)
    looks = (*claim.looked_at[:place], new, *claim.looked_at[place + 1 :])
    evidence = new if claim.evidence == old else claim.evidence
    return with_claim(answer, number, looked_at=looks, evidence=evidence)


def with_claim(answer: Answer, number: int, **changes: Any) -> Answer:
    changed = attrs.evolve(answer.claims[number], **changes)
    claims = (*answer.claims[:number], changed, *answer.claims[number + 1 :])
    return attrs.evolve(answer, claims=claims)


def found(report: AuditReport) -> dict[str, str]:
    """Subject → all that is wrong with it."""
    faults: dict[str, str] = {}
    for each in report.mismatches:
        faults[each.subject] = f"{faults.get(each.subject, '')}\n{each.detail}".strip()
    return faults


def retouched(png: bytes) -> Any:
    """The picture with a spot of a few pixels painted over."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    image[170:182, 120:130] = (0, 0, 255)
    return picture_of(image[:, :, ::-1])


@pytest.mark.parametrize("name", ["verify", "ask"])
def test_an_answer_left_alone_is_as_the_video_has_it(saved, check, name):
    report = check(saved / name)
    assert report.recomputed
    assert report.mismatches == ()
    assert report.unchecked == ()
    details = {each.subject: each.detail for each in report.findings}
    frames = {"verify": 4, "ask": 1}[name]
    assert details["frames"] == f"{frames} of {frames} frames are those of the video bit by bit"
    assert details["judgements"] == f"{frames} of {frames} are the same again"


def test_a_frame_that_does_not_fit_its_hash(saved, check):
    path = next((saved / "verify" / "frames").iterdir())
    path.write_bytes(retouched(path.read_bytes()).png)
    faults = found(check(saved / "verify"))
    assert "its SHA-256 is" in faults[f"frames/{path.name}"]


def test_a_frame_that_was_retouched_hash_and_all(saved, check):
    def change(answer: Answer) -> Answer:
        picture = retouched(answer.claims[0].evidence.picture.png)
        return with_look(answer, 0, 0, picture=picture)

    forge(saved / "verify", change)
    faults = found(check(saved / "verify"))
    assert list(faults) == ["claim 1, 0:00"]
    assert faults["claim 1, 0:00"].startswith("the frame is not the one in the video (PSNR ")


def test_a_frame_from_another_time(saved, check):
    def change(answer: Answer) -> Answer:
        return with_look(answer, 0, 0, picture=answer.claims[1].evidence.picture)

    forge(saved / "verify", change)
    assert (
        "the frame is not the one in the video" in found(check(saved / "verify"))["claim 1, 0:00"]
    )


def test_a_missing_frame(saved, check):
    path = next((saved / "verify" / "frames").iterdir())
    path.unlink()
    assert found(check(saved / "verify"))[f"frames/{path.name}"] == "the file is missing or empty"


def test_a_caption_that_was_rewritten(saved, check):
    forge(saved / "verify", lambda answer: with_look(answer, 1, 1, caption="A cat."))
    faults = found(check(saved / "verify"))
    assert "recorded is “A cat.”" in faults["claim 2, 0:00"]


def test_a_retrieved_caption_that_was_rewritten(saved, check):
    def change(answer: Answer) -> Answer:
        hit = answer.hits[-1]
        other = attrs.evolve(hit, caption=attrs.evolve(hit.caption, text="A cat."))
        return attrs.evolve(answer, hits=(*answer.hits[:-1], other))

    forge(saved / "ask", change)
    assert any(subject.startswith("retrieved caption") for subject in found(check(saved / "ask")))


def test_a_score_that_was_raised(saved, check):
    def change(answer: Answer) -> Answer:
        judgement = answer.claims[1].evidence.judgement
        [(name, score)] = judgement.scores.items()
        return with_look(answer, 1, 0, judgement=attrs.evolve(judgement, scores={name: score / 2}))

    forge(saved / "verify", change)
    assert found(check(saved / "verify"))["claim 2, 0:05"].startswith("the score of ")


def test_a_verdict_that_was_turned(saved, check):
    forge(
        saved / "verify",
        lambda answer: with_claim(answer, 1, verdict=Verdict.GROUNDED, reason=None),
    )
    faults = found(check(saved / "verify"))
    assert "does not follow from its judgements" in faults["claim 2"]


GOOD = Judgement(supports=True, label=NLILabel.ENTAILMENT, scores={"containment": 1.0})


def turned(answer: Answer, **more: Any) -> Answer:
    """Claim 2 with a judgement that supports it, a verdict to fit, and no further look."""
    look = attrs.evolve(answer.claims[1].looked_at[0], judgement=GOOD, **more)
    return with_claim(
        answer, 1, verdict=Verdict.GROUNDED, reason=None, looked_at=(look,), evidence=look
    )


def test_a_verdict_that_was_turned_with_its_judgement(saved, check):
    forge(saved / "verify", turned)
    faults = found(check(saved / "verify"))
    assert "recorded is entailment (supports)" in faults["claim 2, 0:05"]


def test_a_verdict_that_was_turned_with_judgement_and_caption(saved, check):
    """Everything fits but the video."""
    wanted = 'The slide says "7 billion parameters".'
    forge(saved / "verify", lambda answer: turned(answer, caption=wanted))
    faults = found(check(saved / "verify"))
    assert list(faults) == ["claim 2, 0:05"]
    assert 'the frame is described as “The slide says "3 billion' in faults["claim 2, 0:05"]


def test_a_claim_that_was_rewritten(saved, check):
    """To what another frame would support; and to what the draft does not say."""

    def change(answer: Answer) -> Answer:
        text = 'The slide says "Thank you".'
        claim = attrs.evolve(answer.claims[0].claim, text=text, hypothesis=text)
        return with_claim(answer, 0, claim=claim)

    for name, subject in (("verify", "claim 1, 0:00"), ("ask", "claim 1")):
        forge(saved / name, change)
        assert subject in found(check(saved / name))


def test_a_look_that_was_left_out(saved, check):
    def change(answer: Answer) -> Answer:
        return with_claim(answer, 1, looked_at=answer.claims[1].looked_at[:2])

    forge(saved / "verify", change)
    assert "2 looks, and the method takes 3" in found(check(saved / "verify"))["claim 2"]


def test_a_page_that_says_otherwise(saved, check):
    page = saved / "verify" / "report.html"
    whole = page.read_text(encoding="utf-8")
    page.write_text(whole.replace("7 billion", "3 billion"), encoding="utf-8")
    assert found(check(saved / "verify")) == {
        "report.html": "the page does not show what answer.json says"
    }
    first, second = whole.split("data:image/jpeg;base64,")[1:3]
    swapped = whole.replace(first.split('"')[0], second.split('"')[0])
    page.write_text(swapped, encoding="utf-8")
    assert found(check(saved / "verify")) == {
        "report.html": "a picture in the page is not the one in frames/"
    }
    page.unlink()
    assert found(check(saved / "verify")) == {"report.html": "it is missing or cannot be read"}


def test_a_count_that_was_changed(saved, check):
    path = saved / "verify" / "answer.json"
    path.write_text(path.read_text().replace('"grounded": 1', '"grounded": 3'), encoding="utf-8")
    assert "summary" in found(check(saved / "verify"))


def test_another_video_and_another_hash_to_fit(saved, check, tmp_path):
    from gvqa_core.testing.clips import write_clip
    from gvqa_core.video import file_sha256

    other = tmp_path / "other.mp4"
    grey = np.full((360, 640, 3), 128, np.uint8)
    write_clip(other, ((t, grey) for t in range(15)), rate=1)
    faults = found(check(saved / "verify", video=other))
    assert "recorded is" in faults["video"]
    assert "the frame is not the one in the video" in faults["claim 1, 0:00"]
    forge(
        saved / "verify",
        lambda answer: attrs.evolve(answer, video_sha256=file_sha256(str(other))),
    )
    faults = found(check(saved / "verify", video=other))
    assert "video" not in faults
    assert "the frame is not the one in the video" in faults["claim 1, 0:00"]


def test_a_video_that_is_gone_is_said_and_one_beside_the_folder_is_found(saved, check, made):
    def change(answer: Answer) -> Answer:
        return attrs.evolve(answer, video=attrs.evolve(answer.video, path="/nowhere/talk.mp4"))

    forge(saved / "verify", change)
    report = check(saved / "verify")
    assert not report.recomputed
    assert report.mismatches == ()
    assert [each.subject for each in report.unchecked] == ["video"]
    shutil.copy(made / "talk.mp4", saved / "talk.mp4")
    report = check(saved / "verify")
    assert report.recomputed
    assert report.mismatches == report.unchecked == ()


def with_component(role: str, **changes: Any) -> Callable[[Answer], Answer]:
    def change(answer: Answer) -> Answer:
        components = dict(answer.provenance["components"])
        components[role] = {**components[role], **changes}
        return attrs.evolve(answer, provenance={**answer.provenance, "components": components})

    return change


def test_components_that_are_not_here_leave_things_unchecked(saved, check):
    forge(saved / "verify", with_component("captioner", name="gone"))
    forge(saved / "verify", with_component("verifier", identity={"component": "lexical", "x": 1}))
    report = check(saved / "verify")
    assert report.mismatches == ()
    details = {each.subject: each.detail for each in report.unchecked}
    assert "Unknown captioner 'gone'" in details["descriptions"]
    assert "x is None and was 1" in details["judgements"]


def test_a_second_captioner_is_asked_again_with_its_own_options(loaded, check, made, tmp_path):
    settings = load_settings(
        environ={},
        use={"captioner": "embedded", "verifier": "lexical"},
        verify={"captioner": "signs"},
        options={"captioner": {"signs": {"delay": 0.001}}},
        cache_dir=str(tmp_path / "cache"),
        offline=True,
    )
    with VideoQA.from_config(settings=settings, plugins=loaded) as qa:
        qa.verify(made / "talk.mp4", CLAIMS).save(tmp_path / "a")
    report = check(tmp_path / "a")
    assert report.mismatches == report.unchecked == ()
    forge(tmp_path / "a", lambda answer: with_look(answer, 1, 1, caption="A cat."))
    assert "recorded is “A cat.”" in found(check(tmp_path / "a"))["claim 2, 0:00"]


def test_a_record_cannot_make_an_audit_ask_a_server(saved, check):
    """The record of anyone's answer names a server; no connection is made."""
    import socket
    import threading

    asked: list[Any] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)

        def listen() -> None:
            try:
                asked.append(server.accept())
            except OSError:
                return

        thread = threading.Thread(target=listen)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        identity = {"component": "openai", "base_url": url, "url": url}
        forge(saved / "verify", with_component("captioner", name="openai", identity=identity))
        report = check(saved / "verify")
        server.close()
        thread.join()
    assert asked == []
    details = {each.subject: each.detail for each in report.unchecked}
    assert "an audit asks none" in details["descriptions"]


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"format": "other"}', b"\xff"])
def test_what_is_no_answer_is_said(tmp_path, check, content):
    (tmp_path / "answer.json").write_bytes(content)
    with pytest.raises(StoreError):
        check(tmp_path)


def test_another_decoder_explains_a_little_everywhere_and_a_spot_nowhere():
    rng = np.random.default_rng(0)
    image = rng.integers(20, 235, (270, 480, 3)).astype(np.uint8)
    assert difference(image, image).psnr == float("inf")
    rounded = (image + rng.integers(-2, 3, image.shape)).astype(np.uint8)
    assert difference(image, rounded).alike
    spotted = image.copy()
    spotted[100:108, 200:206] = 255 - spotted[100:108, 200:206]
    assert difference(image, spotted).psnr > 30
    assert not difference(image, spotted).alike
    assert not difference(image, image[:-1]).alike


def test_the_command_names_every_mismatch_and_exits_with_1(saved, made, plugins):  # noqa: F811
    gvqa = Gvqa(saved, plugins)
    good = gvqa("audit", "verify")
    assert good.code == 0, good.err
    assert good.out.splitlines()[-1] == "everything is as the video has it"
    forge(saved / "verify", turned)
    bad = gvqa("audit", "verify", "--json")
    assert bad.code == 1
    assert bad.json["ok"] is False
    assert [f["subject"] for f in bad.json["findings"] if f["state"] == "mismatch"] == [
        "claim 2, 0:05"
    ]
    nothing = gvqa("audit", "nowhere")
    assert nothing.code == 1
    assert "No saved answer could be read from nowhere" in nothing.err
    assert "Traceback" not in nothing.err
