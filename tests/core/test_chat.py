"""The captioner and the drafter on a chat model whose replies are known."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from gvqa_core import config, prompts
from gvqa_core.chat import ChatCaptioner, ChatDrafter
from gvqa_core.errors import CaptionError
from gvqa_core.protocols import Captioner, ChatModel, Drafter, HasChat
from gvqa_core.testing.fakes import ScriptedChat
from gvqa_core.types import Caption, Draft, Frame, Hit

GOOD = '[{"claim": "A dog barks.", "timestamp": 5.0}]'


def hit(time: float, text: str = "A dog barks.") -> Hit:
    return Hit(Caption(time, text, time), 1.0, 0)


def frame(value: int, size: tuple[int, int] = (4, 6)) -> Frame:
    return Frame(np.full((*size, 3), value, np.uint8), float(value), float(value))


def test_both_stages_fulfil_their_contracts():
    model = ScriptedChat(["A cat."])
    assert isinstance(model, ChatModel)
    assert isinstance(ChatCaptioner(model), Captioner)
    assert isinstance(ChatDrafter(model), Drafter)
    for stage in (ChatCaptioner(model), ChatDrafter(model)):
        assert isinstance(stage, HasChat)
        assert stage.chat is model
        with stage as opened:
            assert opened is stage
            assert model.is_open
        assert not model.is_open
        stage.close()


# -- captions ---------------------------------------------------------------------


def test_each_frame_is_shown_once_with_the_prompt_and_nothing_else():
    model = ScriptedChat(["A cat.", "A dog.", "A bird."])
    captioner = ChatCaptioner(model, batch_size=2, max_tokens=40)
    frames = [frame(1), frame(2, (8, 3)), frame(3)]
    assert captioner.caption(frames) == ["A cat.", "A dog.", "A bird."]
    assert [len(call.conversations) for call in model.calls] == [2, 1]
    shown = [turns for call in model.calls for turns in call.conversations]
    for given, (message,) in zip(frames, shown, strict=True):
        assert message.role == "user"
        assert message.text == prompts.CAPTION_PROMPT
        (image,) = message.images
        assert image is given.image
    assert {(call.max_tokens, call.schema, call.seed) for call in model.calls} == {(40, None, None)}


def test_no_frames_ask_nothing():
    model = ScriptedChat(["A cat."])
    assert ChatCaptioner(model).caption([]) == []
    assert model.calls == []


@pytest.mark.case("B20")
def test_captions_are_cleaned_and_unusable_ones_are_empty():
    replies = [
        "<think>The image",
        "Full caption here",
        "user\nx\nassistant\nA cat.",
        "A cat.<|im_end|>",
    ]
    captioner = ChatCaptioner(ScriptedChat(replies), batch_size=4)
    assert captioner.caption([frame(n) for n in range(4)]) == ["", "", "A cat.", "A cat."]


def test_an_echo_of_the_own_prompt_is_no_caption():
    captioner = ChatCaptioner(ScriptedChat([prompts.CAPTION_PROMPT]))
    assert captioner.caption([frame(1)]) == [""]


@pytest.mark.case("B25")
def test_replies_that_are_no_texts_are_read_all_the_same():
    replies = ["A cat.", ("A cat.", {"tokens": 3}), SimpleNamespace(text="A cat."), None]
    captioner = ChatCaptioner(ScriptedChat(replies), batch_size=4)
    assert captioner.caption([frame(n) for n in range(4)]) == ["A cat.", "A cat.", "A cat.", ""]


class Miscounting(ScriptedChat):
    """Returns one text too few whenever asked for several."""

    def generate(self, conversations, **options):
        texts = super().generate(conversations, **options)
        return texts[: max(1, len(texts) - 1)]


def test_a_batch_with_a_wrong_count_is_asked_one_by_one():
    model = Miscounting(["lost", "lost", "lost", "A cat.", "A dog.", "A bird."])
    captioner = ChatCaptioner(model, batch_size=3)
    assert captioner.caption([frame(1), frame(2), frame(3)]) == ["A cat.", "A dog.", "A bird."]


class Silent(ScriptedChat):
    """Returns nothing at all."""

    def generate(self, conversations, **options):
        return []


def test_a_model_that_returns_no_text_for_a_frame_is_an_error():
    with pytest.raises(CaptionError, match="one text for one frame"):
        ChatCaptioner(Silent(["x"])).caption([frame(1), frame(2)])


@pytest.mark.parametrize("options", [{"batch_size": 0}, {"max_tokens": 0}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(ValueError, match="at least 1"):
        ChatCaptioner(ScriptedChat(["x"]), **options)


# -- identities ---------------------------------------------------------------------


def test_a_captioners_identity_is_all_that_changes_its_captions():
    model = ScriptedChat(["x"], model="qwen")
    assert ChatCaptioner(model).identity == {
        "model": "qwen",
        "prompt": "caption-1",
        "max_tokens": config.CAPTION_MAX_TOKENS,
        "max_pixels": config.MAX_PIXELS,
    }
    other = ChatCaptioner(model, prompt="What do you see?").identity["prompt"]
    assert str(other).startswith("custom-")
    assert other != ChatCaptioner(model, prompt="What is this?").identity["prompt"]
    assert ChatCaptioner(model, prompt=None).identity == ChatCaptioner(model).identity
    assert ChatCaptioner(model, batch_size=8).identity == ChatCaptioner(model).identity


def test_a_drafters_identity_is_all_that_changes_its_drafts():
    assert ChatDrafter(ScriptedChat(["x"], model="qwen")).identity == {
        "model": "qwen",
        "prompt": "draft-1",
        "max_tokens": config.DRAFT_MAX_TOKENS,
        "retries": 1,
        "constrained": True,
    }


@pytest.mark.case("B25")
@pytest.mark.parametrize("stage", [ChatCaptioner, ChatDrafter])
def test_a_seed_reaches_the_model_and_the_identity_and_greedy_is_the_default(stage):
    def run(**options):
        model = ScriptedChat([GOOD])
        built = stage(model, **options)
        if stage is ChatCaptioner:
            built.caption([frame(1)])
        else:
            built.draft("What barks?", [hit(5)])
        return built.identity, model.calls[0].seed

    identity, seed = run()
    assert seed is None
    assert "seed" not in identity
    identity, seed = run(seed=3)
    assert seed == 3
    assert identity["seed"] == 3


# -- drafts ---------------------------------------------------------------------


def test_a_draft_asks_once_with_a_schema_of_the_retrieved_times():
    model = ScriptedChat([GOOD])
    draft = ChatDrafter(model, max_tokens=160).draft("What barks?", [hit(12.5), hit(5)])
    assert [(c.text, c.timestamp) for c in draft.claims] == [("A dog barks.", 5.0)]
    assert draft.raw == (GOOD,)
    assert draft.error is None
    (call,) = model.calls
    assert call.max_tokens == 160
    assert call.seed is None
    assert call.schema is not None
    assert call.schema["maxItems"] == 2
    assert call.schema["items"]["properties"]["timestamp"]["enum"] == [5.0, 12.5]
    assert call.conversations == (
        tuple(prompts.draft_messages("What barks?", [hit(12.5), hit(5)])),
    )


def test_the_schema_can_be_left_out():
    model = ScriptedChat([GOOD])
    ChatDrafter(model, constrained=False).draft("What barks?", [hit(5)])
    assert model.calls[0].schema is None


def test_nothing_retrieved_asks_nothing():
    model = ScriptedChat([GOOD])
    assert ChatDrafter(model).draft("What barks?", []) == Draft()
    assert model.calls == []


def test_an_empty_array_is_nothing_found_and_not_asked_again():
    model = ScriptedChat(["[]", GOOD])
    assert ChatDrafter(model).draft("What flies?", [hit(5)]) == Draft(raw=("[]",))
    assert len(model.calls) == 1


@pytest.mark.parametrize(
    "reply",
    ["A dog barks at five.", "<think>hm", "", '[{"claim": "A dog', '["A dog barks."]', None, 7, ()],
)
def test_a_reply_that_cannot_be_read_is_shown_its_error_once(reply):
    model = ScriptedChat([reply, GOOD])
    draft = ChatDrafter(model).draft("What barks?", [hit(5)])
    assert [c.text for c in draft.claims] == ["A dog barks."]
    assert len(draft.raw) == 2
    assert draft.raw[1] == GOOD
    assert draft.error is None
    assert not draft.truncated
    first, second = (call.conversations[0] for call in model.calls)
    assert second[: len(first)] == first
    assert [message.role for message in second[len(first) :]] == ["assistant", "user"]
    assert "That could not be used: " in second[-1].text


@pytest.mark.parametrize("retries", [0, 1, 2])
def test_after_the_last_attempt_the_draft_failed(retries):
    model = ScriptedChat(["I would rather not."])
    draft = ChatDrafter(model, retries=retries).draft("What barks?", [hit(5)])
    assert draft.claims == ()
    assert draft.raw == ("I would rather not.",) * (retries + 1)
    assert draft.error == (
        f"draft failed after {retries + 1} attempts: the reply holds no JSON array of claims"
    )


def test_rejected_items_beside_a_claim_are_reported_without_a_retry():
    model = ScriptedChat([GOOD[:-1] + ', {"claim": "A cat sleeps."}]'])
    draft = ChatDrafter(model).draft("What barks?", [hit(5)])
    assert [c.text for c in draft.claims] == ["A dog barks."]
    assert [item.text for item in draft.rejected] == ["A cat sleeps."]
    assert len(model.calls) == 1


def test_a_draft_that_was_cut_off_keeps_its_whole_claims():
    draft = ChatDrafter(ScriptedChat([GOOD[:-1] + ', {"claim": "A c'])).draft("What?", [hit(5)])
    assert [c.text for c in draft.claims] == ["A dog barks."]
    assert draft.truncated


def test_the_prompts_example_is_no_answer():
    example = prompts.draft_messages("x", [hit(5)])[2].text
    draft = ChatDrafter(ScriptedChat([example, GOOD])).draft("What barks?", [hit(5)])
    assert [c.text for c in draft.claims] == ["A dog barks."]
    both = example[:-1] + ", " + GOOD[1:]
    draft = ChatDrafter(ScriptedChat([both])).draft("What barks?", [hit(5)])
    assert [c.text for c in draft.claims] == ["A dog barks."]
    assert draft.rejected[0].reason == "copied from the example in the prompt"


def test_the_prompts_example_may_be_an_answer_where_the_video_says_so():
    example = prompts.draft_messages("x", [hit(5)])[2].text
    hits = [hit(6.0, prompts.EXAMPLE_CLAIM)]
    assert len(ChatDrafter(ScriptedChat([example])).draft("What?", hits).claims) == 1


@pytest.mark.parametrize("model", [Silent(["x"]), Miscounting(["x"])])
def test_a_model_that_breaks_its_contract_is_a_failed_draft_or_read(model):
    draft = ChatDrafter(model).draft("What barks?", [hit(5)])
    assert draft.claims == ()
    assert draft.error is not None


def test_two_drafts_of_one_question_are_equal():
    drafts = [ChatDrafter(ScriptedChat([GOOD])).draft("What?", [hit(5)]) for _ in range(2)]
    assert drafts[0] == drafts[1]


@pytest.mark.parametrize("options", [{"max_tokens": 0}, {"retries": -1}])
def test_drafting_options_out_of_range_are_refused(options):
    with pytest.raises(ValueError, match="at least"):
        ChatDrafter(ScriptedChat(["x"]), **options)
