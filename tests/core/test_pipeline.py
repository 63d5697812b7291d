"""VideoQA end to end on real clips: cached, resumable, honest about what it cannot do."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from gvqa_core import AnswerStatus, ComponentSpec, Verdict, VideoQA, Window, hookimpl
from gvqa_core.chat import ChatCaptioner
from gvqa_core.component import BaseComponent
from gvqa_core.config import Answers, Settings, Use, Verify
from gvqa_core.errors import CaptionError, ComponentError, ConfigError, VideoChangedError
from gvqa_core.plugins import Plugins, load_plugins
from gvqa_core.registry import Registered
from gvqa_core.testing.clips import grey_clip
from gvqa_core.testing.stand_ins import (
    EchoDrafter,
    GreyCaptioner,
    GreyOptions,
    SameText,
    grey_caption,
)
from gvqa_core.types import Claim, Draft, Frame, Hit, Judgement, NLILabel, Pair

LEVELS = [20 * n for n in range(12)]


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Twelve seconds, four frames a second; second n is grey 20 n."""
    return make_clip(tmp_path / "greys.mkv", LEVELS)


def make_clip(path: Path, levels: Sequence[int]) -> Path:
    frames = len(levels) * 4
    grey_clip(
        path, times=[n / 4 for n in range(frames)], levels=[levels[n // 4] for n in range(frames)]
    )
    return path


class Lab:
    """A VideoQA whose models are stand-ins that count what they are asked."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self.made: dict[str, list[Any]] = {"captioner": [], "drafter": [], "verifier": []}
        self.plugins: Plugins = load_plugins()
        self.captioner: Callable[[GreyOptions], GreyCaptioner] = GreyCaptioner
        self.drafter: Callable[[], Any] = EchoDrafter
        self.verifier: Callable[[], Any] = SameText
        self.second_captioner: Callable[[], GreyCaptioner] = GreyCaptioner
        greys = "gvqa_core.testing.stand_ins:GreyOptions"
        for spec in (
            ComponentSpec(
                kind="captioner", name="grey", factory=f"{__name__}:build_captioner", options=greys
            ),
            ComponentSpec(kind="captioner", name="liar", factory=f"{__name__}:build_second"),
            ComponentSpec(kind="drafter", name="echo", factory=f"{__name__}:build_drafter"),
            ComponentSpec(kind="verifier", name="same", factory=f"{__name__}:build_verifier"),
        ):
            self.plugins.registry.add(Registered(spec, "lab", "lab", "1"))

    def qa(self, **changes: Any) -> VideoQA:
        options = changes.pop("options", {})
        verify = changes.pop("verify", Verify())
        use = Use(captioner="grey", drafter="echo", verifier="same", retriever="bm25")
        values = {"interval": 2.0, "use": use, "verify": verify, "options": options} | changes
        return VideoQA(Settings(cache_dir=str(self.cache), **values), self.plugins)

    def keep(self, kind: str, component: Any) -> Any:
        self.made[kind].append(component)
        return component

    @property
    def seen(self) -> list[float]:
        """Timestamps of all frames any captioner was given."""
        return [time for captioner in self.made["captioner"] for time in captioner.seen]


_LAB: list[Lab] = []


def build_captioner(options: GreyOptions) -> Any:
    return _LAB[-1].keep("captioner", _LAB[-1].captioner(options))


def build_second() -> Any:
    return _LAB[-1].keep("captioner", _LAB[-1].second_captioner())


def build_drafter() -> Any:
    return _LAB[-1].keep("drafter", _LAB[-1].drafter())


def build_verifier() -> Any:
    return _LAB[-1].keep("verifier", _LAB[-1].verifier())


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    _LAB.append(Lab(tmp_path / "cache"))
    yield _LAB[-1]
    _LAB.pop()


def test_ingest_describes_every_sample_in_order(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        video = qa.ingest(clip)
    assert [c.timestamp for c in video.captions] == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    assert [c.text for c in video.captions] == [grey_caption(LEVELS[n]) for n in range(0, 12, 2)]


def test_ask_gives_verified_claims_with_their_frames(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "Which wall is grey 120?")
    assert answer.status is AnswerStatus.ANSWERED
    assert answer.claims[0].text == "The wall is grey 120."
    assert len(answer.claims) == 5
    for claim in answer.claims:
        assert claim.verdict is Verdict.GROUNDED
        assert claim.evidence.picture is not None
        assert claim.evidence.repeats_ingest_caption is True
    assert any("repeats the ingest caption" in warning for warning in answer.warnings)
    assert answer.provenance["components"]["verifier"]["name"] == "same"


@pytest.mark.case("A15")
def test_unchanged_second_ingest_calls_no_model(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        first = qa.ingest(clip)
    with lab.qa() as qa:
        second = qa.ingest(clip)
    assert second.captions == first.captions
    assert len(lab.seen) == 6
    assert lab.made["captioner"][1].opened == 0


@pytest.mark.case("A15")
@pytest.mark.parametrize(
    "change",
    [
        {"interval": 4.0},
        {"options": {"captioner": {"grey": {"prompt": "Describe it briefly."}}}},
        {"options": {"captioner": {"grey": {"max_pixels": 1024}}}},
    ],
)
def test_what_changes_captions_makes_them_anew(lab: Lab, clip: Path, change: Any) -> None:
    with lab.qa() as qa:
        qa.ingest(clip)
    before = len(lab.seen)
    with lab.qa(**change) as qa:
        video = qa.ingest(clip)
    assert len(lab.seen) - before == len(video.captions) > 0


@pytest.mark.case("A15")
def test_another_retriever_reuses_captions(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        qa.ask(qa.ingest(clip), "grey 120")
    asked = len(lab.made["captioner"][0].seen)
    options = {"retriever": {"bm25": {"k1": 1.7}}}
    with lab.qa(options=options) as qa:
        qa.ingest(clip)
    assert asked == len(lab.made["captioner"][0].seen)
    assert lab.made["captioner"][1].seen == []


def test_an_interrupted_ingest_resumes_where_it_stopped(lab: Lab, clip: Path) -> None:
    class Dies(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            if any(frame.timestamp >= 4.0 for frame in frames):
                raise KeyboardInterrupt
            return super().caption(frames)

    lab.captioner = Dies
    options = {"captioner": {"grey": {"batch_size": 1}}}
    with lab.qa(options=options) as qa, pytest.raises(KeyboardInterrupt):
        qa.ingest(clip)
    lab.captioner = GreyCaptioner
    with lab.qa(options=options) as qa:
        video = qa.ingest(clip)
    assert len(video.captions) == 6
    assert lab.made["captioner"][1].seen == [4.0, 6.0, 8.0, 10.0]


@pytest.mark.case("B20")
def test_a_failed_caption_is_not_indexed_and_is_tried_again(lab: Lab, clip: Path) -> None:
    class BlindAtFour(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            texts = super().caption(frames)
            return ["" if f.timestamp == 4.0 else t for f, t in zip(frames, texts, strict=True)]

    lab.captioner = BlindAtFour
    with lab.qa() as qa:
        video = qa.ingest(clip)
    assert [c.timestamp for c in video.captions if c.error] == [4.0]
    assert [c.timestamp for c in video.described] == [0.0, 2.0, 6.0, 8.0, 10.0]
    assert any("1 frames have no caption" in warning for warning in video.warnings)
    lab.captioner = GreyCaptioner
    with lab.qa() as qa:
        again = qa.ingest(clip)
    assert lab.made["captioner"][1].seen == [4.0]
    assert len(again.described) == 6


@pytest.mark.case("B23")
def test_a_captioner_that_raises_is_named_and_the_clip_is_let_go(lab: Lab, clip: Path) -> None:
    class Raises(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            raise ValueError("boom")

    lab.captioner = Raises
    with lab.qa() as qa, pytest.raises(CaptionError, match="ValueError: boom"):
        qa.ingest(clip)
    clip.unlink()
    assert not any(thread.name == "gvqa-decode" for thread in threading.enumerate())


@pytest.mark.case("B18")
def test_identity_is_the_content_not_the_path_name_or_time(lab: Lab, tmp_path: Path) -> None:
    clip = make_clip(tmp_path / "v.mkv", LEVELS)
    with lab.qa() as qa:
        qa.ingest(clip)
        os.utime(clip)
        qa.ingest(clip)
        (tmp_path / "other").mkdir()
        moved = clip.rename(tmp_path / "other" / "v.mkv")
        video = qa.ingest(moved)
        assert len(lab.seen) == 6  # touched and moved: still one ingest
        assert video.path == str(moved)

        stat = moved.stat()
        other = make_clip(tmp_path / "other.mkv", LEVELS[::-1]).read_bytes()
        moved.write_bytes(other[: stat.st_size].ljust(stat.st_size, b"\0"))
        os.utime(moved, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        assert moved.stat().st_size == stat.st_size
        again = qa.ingest(moved)
        assert again.sha256 != video.sha256
        assert again.captions[0].text == grey_caption(220)


@pytest.mark.case("B18")
def test_a_video_replaced_after_ingest_is_noticed(lab: Lab, tmp_path: Path) -> None:
    clip = make_clip(tmp_path / "v.mkv", LEVELS)
    with lab.qa() as qa:
        video = qa.ingest(clip)
        make_clip(clip, LEVELS[::-1])
        with pytest.raises(VideoChangedError, match="ingest it again"):
            qa.ask(video, "Which wall is grey 120?")
        with pytest.raises(VideoChangedError):
            qa.verify(video, [("The wall is grey 120.", 6.0)])


@pytest.mark.case("B18")
def test_two_videos_of_one_name_have_an_entry_each(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with lab.qa() as qa:
        one = qa.ingest(make_clip(tmp_path / "a" / "v.mkv", LEVELS))
        two = qa.ingest(make_clip(tmp_path / "b" / "v.mkv", LEVELS[::-1]))
    assert one.key != two.key
    assert one.captions[0].text != two.captions[0].text


def test_a_window_limits_ingest_and_search_and_keeps_source_times(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        part = qa.ingest(clip, window=Window(4.0, 8.0))
        assert [c.timestamp for c in part.captions] == [4.0, 6.0, 8.0]
        whole = qa.ingest(clip)
        assert len(whole.captions) == 6
        assert sorted(lab.seen) == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
        answer = qa.ask(whole, "grey 200", window=Window(0.0, 4.0))
    assert {hit.caption.timestamp for hit in answer.hits} == {0.0, 2.0, 4.0}


def test_refresh_forgets_what_was_cached(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        qa.ingest(clip)
        qa.ingest(clip, refresh=True)
    assert len(lab.seen) == 12


def test_plan_counts_frames_without_describing_any(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        plan = qa.plan(clip)
        assert (plan.frames, plan.cached, plan.seconds) == (6, 0, None)
        assert lab.seen == []
        qa.ingest(clip, window=Window(0.0, 4.0))
        plan = qa.plan(clip)
        assert (plan.frames, plan.cached) == (6, 3)
        assert plan.seconds is not None


def test_verify_works_alone_on_claims_from_anywhere(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        answer = qa.verify(
            clip,
            [
                ("The wall is grey 120.", 6.0),
                {"claim": "The wall is grey 40.", "timestamp": "00:06"},
                {"claim": "The wall is grey 40.", "timestamp": 99},
                {"claim": "The wall is grey 40.", "timestamp": 1e308},
            ],
        )
    assert [claim.verdict for claim in answer.claims] == [
        Verdict.GROUNDED,
        Verdict.UNVERIFIED,
        Verdict.UNVERIFIED,
        Verdict.UNVERIFIED,
    ]
    assert answer.draft is None
    assert not answer.claims[0].claim.cites_unretrieved


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (("", 1.0), "claim 0 has no text"),
        (("A cat.", "soon"), "time of claim 0"),
        ({"claim": "A cat."}, "claim 0 must have"),
        (("A cat.", float("nan")), "claim 0"),
        (("cat " * 2_500_000, 1.0), "claim 0 has 10000000 characters.* at most 1000"),
    ],
)
def test_unreadable_claims_are_refused_by_number(
    lab: Lab, clip: Path, claim: Any, said: str
) -> None:
    with lab.qa() as qa, pytest.raises(ValueError, match=said):
        qa.verify(clip, [claim])


def test_no_claims_is_nothing_found_never_all_grounded(lab: Lab, clip: Path) -> None:
    class Silent(BaseComponent[None]):
        def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
            return Draft()

    lab.drafter = lambda: Silent(None)
    with lab.qa() as qa:
        video = qa.ingest(clip)
        answer = qa.ask(video, "What does the dragon do?")
        assert (answer.status, answer.claims) == (AnswerStatus.NOTHING_FOUND, ())
        assert answer.message == "Nothing found in this video answers that."
        assert qa.verify(video, []).status is AnswerStatus.NOTHING_FOUND


def test_a_failed_draft_is_a_result(lab: Lab, clip: Path) -> None:
    class Babbles(BaseComponent[None]):
        def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
            return Draft(error="no JSON in the output", raw=("la la la",))

    lab.drafter = lambda: Babbles(None)
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "What is grey?")
    assert answer.status is AnswerStatus.DRAFT_FAILED
    assert "no JSON in the output" in answer.message


@pytest.mark.case("A14")
def test_nothing_indexed_is_said_clearly(lab: Lab, clip: Path) -> None:
    class Blind(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            return [""] * len(frames)

    lab.captioner = Blind
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "What is grey?")
    assert answer.status is AnswerStatus.NOTHING_FOUND
    assert (
        answer.message
        == "No frame of this video has a caption to search (6 could not be described)."
    )


def test_ask_many_equals_asking_one_by_one(lab: Lab, clip: Path) -> None:
    questions = ["Which wall is grey 120?", "Is a wall grey 200?"]
    with lab.qa() as qa:
        video = qa.ingest(clip)
        together = qa.ask_many(video, questions)
        alone = [qa.ask(video, question) for question in questions]
    assert [[c.text for c in a.claims] for a in together] == [
        [c.text for c in a.claims] for a in alone
    ]
    assert [[c.verdict for c in a.claims] for a in together] == [
        [c.verdict for c in a.claims] for a in alone
    ]


def test_ask_iter_yields_claims_as_they_are_decided(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        claims = list(qa.ask_iter(qa.ingest(clip), "Which wall is grey 120?"))
    assert len(claims) == 5
    assert all(claim.grounded for claim in claims)


def test_many_threads_share_one_instance_and_each_model_has_one_thread(
    lab: Lab, clip: Path
) -> None:
    threads_used: set[str] = set()

    class Watches(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            threads_used.add(threading.current_thread().name)
            return super().caption(frames)

    lab.captioner = Watches
    answers: list[Any] = []
    with lab.qa() as qa:
        video = qa.ingest(clip)

        def ask() -> None:
            answers.append(qa.ask(video, "Which wall is grey 120?"))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(answers) == 8
    assert len({tuple(c.text for c in a.claims) for a in answers}) == 1
    assert len(threads_used) == 1
    assert len(lab.made["captioner"]) == 1


def test_another_captioner_verifies(lab: Lab, clip: Path) -> None:
    class Liar(GreyCaptioner):
        def caption(self, frames: Sequence[Frame]) -> list[str]:
            self.seen += [frame.timestamp for frame in frames]
            return ["A red car is parked."] * len(frames)

    lab.second_captioner = Liar
    use = Use(captioner="liar", drafter="echo", verifier="same", retriever="bm25")
    with lab.qa(use=use) as qa:
        fooled = qa.ask(qa.ingest(clip), "Where is the car?")
    assert all(claim.grounded for claim in fooled.claims)  # a captioner that lies twice
    assert all(claim.evidence.repeats_ingest_caption for claim in fooled.claims)
    with lab.qa(use=use, verify=Verify(captioner="grey")) as qa:
        checked = qa.ask(qa.ingest(clip), "Where is the car?")
    assert not any(claim.grounded for claim in checked.claims)
    assert not any(claim.evidence.repeats_ingest_caption for claim in checked.claims)


class PromptedChat(BaseComponent[None]):
    """A chat model that errs on every picture when asked one way, and not when asked another."""

    def __init__(self) -> None:
        super().__init__(None)
        self.threads: set[str] = set()
        self.opened = 0

    def open(self, needs: Any) -> None:
        self.opened += 1

    def generate(self, conversations: Any, **keywords: Any) -> list[str]:
        self.threads.add(threading.current_thread().name)
        prompts = [str(conversation[-1]) for conversation in conversations]
        return [
            "A wall is grey." if "Look again" in prompt else "A red car is parked."
            for prompt in prompts
        ]


def test_another_prompt_verifies_on_the_same_loaded_weights(lab: Lab, clip: Path) -> None:
    chat = PromptedChat()
    lab.captioner = lambda options: ChatCaptioner(chat)  # type: ignore[assignment,return-value]
    with lab.qa() as qa:
        fooled = qa.ask(qa.ingest(clip), "Where is the car?")
    assert fooled.claims
    assert all(claim.grounded for claim in fooled.claims)
    chat.opened = 0
    with lab.qa(verify=Verify(prompt="Look again.")) as qa:
        checked = qa.ask(qa.ingest(clip), "Where is the car?")
        roles = qa.choices
    assert not any(claim.grounded for claim in checked.claims)
    assert {claim.evidence.caption for claim in checked.claims} == {"A wall is grey."}
    assert (chat.opened, len(chat.threads)) == (1, 1)
    assert roles["verify.captioner"].name == "grey"
    components = checked.provenance["components"]
    assert (
        components["verify.captioner"]["identity"]["prompt"]
        != components["captioner"]["identity"]["prompt"]
    )


def test_another_prompt_or_model_reaches_the_options_of_the_captioner(lab: Lab, clip: Path) -> None:
    with lab.qa(verify=Verify(prompt="Look again.")) as qa:
        qa.ask(qa.ingest(clip), "How grey?")
    assert [made.options.prompt for made in lab.made["captioner"]] == [
        GreyOptions().prompt,
        "Look again.",
    ]
    with (
        lab.qa(verify=Verify(model="another")) as qa,
        pytest.raises(ConfigError, match="'grey' has no option 'model'"),
    ):
        qa.ask(qa.ingest(clip), "How grey?")


def test_a_prompt_for_a_captioner_without_one_fails_at_once() -> None:
    with pytest.raises(ConfigError, match="'embedded' has no option 'prompt'"):
        VideoQA.from_config(backend="embedded", verify={"prompt": "Look again."})


def test_a_broken_store_does_not_stop_the_work(lab: Lab, clip: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "Which wall is grey 120?")
    assert answer.claims
    assert any("nothing is cached" in warning for warning in answer.warnings)


def test_a_verifier_that_always_fails_grounds_nothing(lab: Lab, clip: Path) -> None:
    class Fails(BaseComponent[None]):
        needs = "caption"

        def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
            raise RuntimeError("no weights")

    lab.verifier = lambda: Fails(None)
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "Which wall is grey 120?")
    assert [claim.verdict for claim in answer.claims] == [Verdict.UNVERIFIED] * 5
    assert all("no weights" in (claim.reason or "") for claim in answer.claims)


def test_a_judgement_that_contradicts_its_label_grounds_nothing(lab: Lab, clip: Path) -> None:
    class Confused(BaseComponent[None]):
        needs = "caption"

        def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
            return [Judgement(supports=True, label=NLILabel.CONTRADICTION)] * len(pairs)

    lab.verifier = lambda: Confused(None)
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "Which wall is grey 120?")
    assert not answer.grounded


def test_empty_question_is_refused(lab: Lab, clip: Path) -> None:
    with lab.qa() as qa:
        video = qa.ingest(clip)
        with pytest.raises(ValueError, match="question is empty"):
            qa.ask(video, "  \n")


def test_a_component_named_wrongly_fails_at_once() -> None:
    with pytest.raises(ComponentError, match="lexcial"):
        VideoQA.from_config(verifier="lexcial")


def test_settings_and_single_arguments_do_not_mix() -> None:
    with pytest.raises(ConfigError):
        VideoQA.from_config(settings=Settings(), interval=2.0)


def test_observers_see_progress_and_claims(lab: Lab, clip: Path) -> None:
    class Watcher:
        def __init__(self) -> None:
            self.stages: list[str] = []
            self.progress: list[tuple[str, int, int | None]] = []
            self.claims: list[str] = []

        @hookimpl
        def gvqa_stage_finished(self, event: Any) -> None:
            self.stages.append(event.stage)

        @hookimpl
        def gvqa_stage_progress(self, event: Any) -> None:
            self.progress.append((event.stage, event.done, event.total))

        @hookimpl
        def gvqa_claim_verified(self, claim: Any) -> None:
            self.claims.append(claim.text)

    watcher = Watcher()
    lab.plugins.register_observer(watcher)
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "Which wall is grey 120?")
    assert watcher.stages == ["caption", "index", "retrieve", "draft", "verify"]
    assert ("caption", 6, 6) in watcher.progress
    assert sorted(watcher.claims) == sorted(claim.text for claim in answer.claims)


def test_closed_instance_can_be_closed_again_and_frees_models(lab: Lab, clip: Path) -> None:
    closed: list[bool] = []

    class Closes(GreyCaptioner):
        def close(self) -> None:
            closed.append(True)

    lab.captioner = Closes
    qa = lab.qa()
    qa.ingest(clip)
    qa.close()
    qa.close()
    assert closed == [True]


def test_copying_the_cache_elsewhere_keeps_it_useful(lab: Lab, clip: Path, tmp_path: Path) -> None:
    with lab.qa() as qa:
        qa.ingest(clip)
    shutil.copytree(tmp_path / "cache", tmp_path / "copy")
    lab.cache = tmp_path / "copy"
    with lab.qa() as qa:
        qa.ingest(clip)
    assert len(lab.seen) == 6


def test_settings_are_values(lab: Lab) -> None:
    assert attrs.evolve(Settings(), interval=2.0).interval == 2.0


def test_the_right_moment_of_a_claim_is_offered_and_can_be_switched_off(
    lab: Lab, clip: Path
) -> None:
    class Misdates(EchoDrafter):
        def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
            first, *_, last = sorted(hits, key=lambda hit: hit.caption.timestamp)
            return Draft(claims=(Claim(last.caption.text, first.caption.timestamp),))

    lab.drafter = Misdates
    with lab.qa() as qa:
        answer = qa.ask(qa.ingest(clip), "grey 160")
    claim = answer.claims[0]
    assert claim.verdict is Verdict.UNVERIFIED
    assert claim.entailed_at is not None
    assert claim.entailed_at.caption == claim.text
    with lab.qa(answers=Answers(wrong_moment=False)) as qa:
        answer = qa.ask(qa.ingest(clip), "grey 160")
    assert answer.claims[0].verdict is Verdict.UNVERIFIED
    assert answer.claims[0].entailed_at is None


def test_how_the_question_was_read_is_in_the_answer(lab: Lab, clip: Path) -> None:
    use = Use(captioner="grey", drafter="echo", verifier="same", retriever="hybrid-words")
    with lab.qa(use=use) as qa:
        answer = qa.ask(qa.ingest(clip), "Which grey is shown at the very end?")
    assert answer.hits[0].caption.timestamp == 10.0
    assert answer.retrieval == {
        "retriever": "hybrid-words",
        "content": "which grey is shown?",
        "places": ["end"],
        "lists": ["lexical"],
    }
    with lab.qa() as qa:
        assert qa.ask(qa.ingest(clip), "grey 160").retrieval == {}
