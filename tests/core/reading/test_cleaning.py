"""Captions as vision models write them: usable text or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gvqa_core.reading.cleaning import clean_caption


@pytest.mark.case("B20")
@pytest.mark.parametrize(
    ("reply", "caption"),
    [
        ("", ""),
        ("<think>The image", ""),
        ("Full caption here", ""),
        ("user\nDescribe this image.\nassistant\nA cat.", "A cat."),
        ("A cat.<|im_end|>", "A cat."),
    ],
)
def test_empty_thinking_and_placeholder_replies_are_no_captions(reply, caption):
    assert clean_caption(reply) == caption


@pytest.mark.parametrize(
    "reply",
    [
        "A cat.",
        "  A cat.\n",
        "\ufeffA cat.",
        "A cat.</s>",
        "<s>A cat.</s>",
        "<image>A cat.",
        "<|im_start|>assistant\nA cat.<|im_end|>",
        "<|im_start|>user\nDescribe it.<|im_end|>\n<|im_start|>assistant\nA cat.<|im_end|>",
        "system\nHelp.\nuser\nDescribe it.\nassistant\nA cat.\nuser\nAnd now?\nassistant\nA dog.",
        "assistant\nA cat.",
        "assistant: A cat.",
        "ASSISTANT: A cat.",
        "USER: <image> Describe it. ASSISTANT: A cat.",
        "A cat.<|im_end|>\n<|im_start|>user\nAnd now?",
        "A cat.<|endoftext|>Human: more",
        "A cat.\nuser\nAnd now?\nassistant\nA dog.",
        "<end_of_turn>A cat.<end_of_turn>\n",
        "<think>A dog? No.</think>A cat.",
        "A dog? No.\n</think>\n\nA cat.",
        "<think>\n\n</think>\n\nA cat.",
        "<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>A cat.",
        '"A cat."',
        "“A cat.”",
        "```\nA cat.\n```",
        "```text\nA cat.\n```",
        '{"caption": "A cat."}',
        '```json\n{"description": "A cat."}\n```',
        "Caption: A cat.",
        "Sure! Here is a short description of the image:\n\nA cat.",
        "Here's a one-sentence caption: A cat.",
        "A cat. A cat. A cat. A cat.",
        "A\x00 cat\x1b.",
    ],
)
def test_what_stands_around_a_caption_is_taken_off(reply):
    assert clean_caption(reply) == "A cat."


@pytest.mark.parametrize(
    "reply",
    [
        "   \n\t",
        "...",
        "!!!!!!!!!!!!!!!!",
        "<|im_end|>",
        "<think></think>",
        "<THINKING>What do I see",
        "A cat, or so I thought.</think>",
        "user\nDescribe this image.",
        "user\nDescribe this image.\nassistant\n",
        "I'm sorry, I can't help with that.",
        "I’m sorry, but I can’t assist with identifying people.",
        "I am very sorry.",
        "Sorry, but I cannot see the image.",
        "I cannot view images.",
        "I can't describe it.",
        "I'm unable to view this image.",
        "I am not able to see it.",
        "As an AI language model, I cannot see.",
        "Unfortunately, I don't have access to the image.",
        "I don't see any image.",
        "Please provide the image.",
        "Could you upload the picture again?",
        "No image was provided.",
        "There is no image.",
        "Unable to process the image.",
        "Describe this image.",
        "[caption]",
        "<caption>",
        "Your caption here.",
        "Insert caption here",
        "null",
        "None.",
        "N/A",
        "Error: CUDA out of memory",
        "很抱歉，我无法查看图片。",
    ],
)
def test_refusals_placeholders_and_noise_are_no_captions(reply):
    assert clean_caption(reply) == ""


@pytest.mark.parametrize(
    "caption",
    [
        "The screen shows the text \"I'm sorry, I can't help.\"",
        'A sign reads "No image".',
        "No image is shown on the screen; it is black.",
        "There is no image on the wall, only a clock.",
        "Sorry is written on the card.",
        "I love NY is printed on a shirt.",
        'The slide shows "<think>big</think>" in bold.',
        'The heading reads "<video> and <image> tags".',
        "None of the people wear hats.",
        "Error 404 is shown.",
        "Caption writers sit at a table.",
        "Here is a dog: it barks.",
        "Describe this image and win, says the poster.",
        "An assistant helps a user at a desk.",
        'The user types "user: admin".',
        "Tick tock. Tick tock.",
        "“Open” and “Closed” signs hang side by side.",
        "Text about captions.",
        "日本語の看板。",
        "50 €, café 😀.",
    ],
)
def test_good_captions_are_left_as_they_are(caption):
    assert clean_caption(caption) == caption


def test_an_echo_of_the_prompt_is_taken_off():
    prompt = "Describe this video frame in one sentence."
    assert clean_caption(f"{prompt}\nA cat.", prompt=prompt) == "A cat."
    assert clean_caption(prompt, prompt=prompt) == ""
    assert clean_caption("A cat.", prompt="A dog.") == "A cat."


def test_lines_become_one():
    assert clean_caption("A cat.\r\n\r\nIt sleeps\ton a sofa.") == "A cat. It sleeps on a sofa."


def test_lone_surrogates_are_replaced():
    assert clean_caption("A cat \ud83d.") == "A cat \ufffd."


@given(st.text(max_size=300))
def test_any_text_becomes_one_clean_line(reply):
    caption = clean_caption(reply)
    assert caption == " ".join(caption.split())
    caption.encode("utf-8")


@given(
    st.lists(
        st.sampled_from(
            [
                "A cat.",
                "user\n",
                "assistant\n",
                "Caption: ",
                '"',
                "<think>",
                "</think>",
                "<|im_end|>",
                "```\n",
                "\n",
                " ",
                "I'm sorry, ",
                "</s>",
                "<image>",
                "{",
                "}",
            ]
        ),
        max_size=8,
    ).map("".join)
)
def test_a_clean_caption_is_clean(reply):
    once = clean_caption(reply)
    assert clean_caption(once) == once
