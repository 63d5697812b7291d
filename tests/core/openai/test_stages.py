"""The captioner and the drafter on a server that does as it likes with what it was asked."""

from __future__ import annotations

import base64
import json

import cv2
import numpy as np
import pytest
from tests.core.openai.hostile import fails, hostile, says

from gvqa_core.openai import text, vision
from gvqa_core.openai.config import CaptionerOptions, DrafterOptions
from gvqa_core.types import Caption, Frame, Hit

HITS = [Hit(Caption(time, "A dog barks.", time), 1.0, n) for n, time in enumerate((5.0, 10.0))]
CLAIM = '{"claim": "A dog barks.", "timestamp": 5.0}'
RIGHT = [("A dog barks.", 5.0)]


def draft(*script, **options):
    with (
        hostile(*script) as server,
        text.drafter(DrafterOptions(model="m", base_url=server.url, **options)) as opened,
    ):
        return opened.draft("What barks?", HITS), server


@pytest.mark.parametrize(
    "content",
    [
        f"[{CLAIM}]",
        json.dumps({"items": [json.loads(CLAIM)]}),
        f"```json\n[{CLAIM}]\n```\nI hope this helps!",
        f"<think>Perhaps [1]? No.</think>\n[{CLAIM}]",
        f"Sure, here are the claims: [{CLAIM}]",
        CLAIM,
    ],
    ids=["as asked", "wrapped", "fenced", "thinking aloud", "chatty", "a lone object"],
)
def test_claims_are_read_however_the_server_dresses_them(content):
    made, _ = draft(says(content))
    assert [(claim.text, claim.timestamp) for claim in made.claims] == RIGHT
    assert made.error is None


def test_cut_off_reply_keeps_whole_claims_only():
    made, _ = draft(says(f'[{CLAIM}, {{"claim": "A cat sle', finish="length"))
    assert [(claim.text, claim.timestamp) for claim in made.claims] == RIGHT
    assert made.truncated


@pytest.mark.parametrize(
    "answer", [says(None, refusal="I cannot."), says(""), says("half", finish="content_filter")]
)
def test_refusal_is_asked_again_once_and_then_an_error(answer):
    made, server = draft(answer)
    assert not made.claims
    assert "after 2 attempts" in made.error
    assert len(server.requests) == 2


def test_second_attempt_may_be_the_good_one():
    made, server = draft(says("I would rather talk."), says(f"[{CLAIM}]"))
    assert [(claim.text, claim.timestamp) for claim in made.claims] == RIGHT
    assert "could not be used" in server.requests[1]["messages"][-1]["content"]


def test_schema_allows_retrieved_times_only():
    _, server = draft(says(f"[{CLAIM}]"))
    schema = server.requests[0]["response_format"]["json_schema"]["schema"]
    claim = schema["properties"]["items"]["items"]
    assert claim["properties"]["timestamp"]["enum"] == [5.0, 10.0]


def test_frame_the_server_refuses_leaves_the_others_their_captions():
    def picky(request):
        url = request["messages"][0]["content"][0]["image_url"]["url"]
        data = np.frombuffer(base64.b64decode(url.split(",")[1]), np.uint8)
        level = int(cv2.imdecode(data, cv2.IMREAD_COLOR)[0, 0, 0])
        return fails(400, "bad image") if level == 50 else says(f"A wall of shade {level}.")

    frames = [Frame(np.full((56, 56, 3), level, np.uint8), 0.0, 0.0) for level in (10, 50, 90)]
    with hostile(picky) as server:
        options = CaptionerOptions(model="m", base_url=server.url, concurrency=3)
        with vision.captioner(options) as opened:
            said = opened.caption(frames)
    assert said == ["A wall of shade 10.", "", "A wall of shade 90."]


def test_key_is_in_no_identity_and_in_no_draft(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-key")
    options = DrafterOptions(model="m", base_url="http://127.0.0.1:9/v1")
    assert "secret" not in json.dumps(dict(text.drafter(options).identity))
    made, server = draft(says(f"[{CLAIM}]"))
    assert server.headers[0]["authorization"].endswith("secret-key")
    assert "secret" not in repr(made)
    assert "secret" not in json.dumps(server.requests)
