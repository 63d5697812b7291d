"""The OpenAI-compatible client against a real server that misbehaves."""

from __future__ import annotations

import base64
import json
import logging
import time

import attrs
import cv2
import numpy as np
import pytest
from tests.core.openai.hostile import fails, hostile, says

from gvqa_core.errors import ComponentError
from gvqa_core.openai.client import ServerModel
from gvqa_core.openai.config import CaptionerOptions, DrafterOptions
from gvqa_core.openai.text import drafter
from gvqa_core.types import Caption, Hit, Message

CLAIMS = '[{"claim": "A dog barks.", "timestamp": 5}]'
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"claim": {"type": "string"}, "timestamp": {"enum": [0, 5]}},
        "required": ["claim", "timestamp"],
        "additionalProperties": False,
    },
}
ASK = [[Message("user", "What barks?")]]


def model(server, **options) -> ServerModel:
    options = {"model": "m", "base_url": server.url, "timeout": 5, **options}
    return ServerModel(DrafterOptions(**options))


def generate(server, conversations=ASK, *, schema=None, seed=None, **options):
    with model(server, **options) as opened:
        return opened.generate(conversations, max_tokens=64, schema=schema, seed=seed)


def formats(server) -> list[str | None]:
    return [request.get("response_format", {}).get("type") for request in server.requests]


def test_greedy_is_said_explicitly():
    with hostile(says("A cat.")) as server:
        assert generate(server) == ["A cat."]
    assert server.requests[0]["temperature"] == 0.0
    assert "seed" not in server.requests[0]
    assert server.requests[0]["max_tokens"] == 64


def test_seed_reaches_the_server_and_the_identity():
    with hostile(says("A cat.")) as server:
        assert generate(server, seed=7, temperature=0.8) == ["A cat."]
        sampled = model(server, seed=7).identity
        greedy = model(server).identity
    assert (server.requests[0]["seed"], server.requests[0]["temperature"]) == (7, 0.8)
    assert sampled["seed"] == 7
    assert "seed" not in greedy


@pytest.mark.parametrize("status", [429, 500, 503])
def test_passing_trouble_is_retried(status):
    with hostile(fails(status, Retry_After="0"), says("A cat.")) as server:
        assert generate(server) == ["A cat."]
    assert len(server.requests) == 2


def test_lasting_trouble_is_an_error_after_the_retries():
    with (
        hostile(fails(500, "on fire", Retry_After="0")) as server,
        pytest.raises(ComponentError, match="on fire"),
    ):
        generate(server, retries=2)
    assert len(server.requests) == 3


def test_slow_answer_times_out():
    with (
        hostile({**says("late"), "delay": 1.5}) as server,
        pytest.raises(ComponentError, match=r"did not answer within 0\.3 s"),
    ):
        generate(server, timeout=0.3, retries=0)


def test_no_server_is_known_within_five_seconds():
    start = time.monotonic()
    with (
        ServerModel(DrafterOptions(base_url="http://127.0.0.1:9/v1", retries=1)) as opened,
        pytest.raises(ComponentError, match="cannot be reached"),
    ):
        opened.generate(ASK, max_tokens=8)
    assert time.monotonic() - start < 5


def test_schema_is_sent_as_an_object_and_taken_out_again():
    with hostile(says(json.dumps({"items": json.loads(CLAIMS)}))) as server:
        assert [json.loads(text) for text in generate(server, schema=SCHEMA)] == [
            json.loads(CLAIMS)
        ]
    form = server.requests[0]["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["properties"]["items"] == SCHEMA


def test_ladder_goes_down_and_is_remembered():
    def only_prompt(request):
        return fails(400, "response_format?") if "response_format" in request else says(CLAIMS)

    with hostile(only_prompt) as server, model(server) as opened:
        assert opened.generate(ASK, max_tokens=64, schema=SCHEMA) == [CLAIMS]
        assert opened.generate(ASK, max_tokens=64, schema=SCHEMA) == [CLAIMS]
    assert formats(server) == ["json_schema", "json_object", None, None]


def test_bad_request_for_another_reason_does_not_lower_the_ladder():
    long = fails(400, "context length exceeded")
    with hostile(long, long, long, says(CLAIMS)) as server, model(server) as opened:
        with pytest.raises(ComponentError, match="context length"):
            opened.generate(ASK, max_tokens=64, schema=SCHEMA)
        assert opened.generate(ASK, max_tokens=64, schema=SCHEMA) == [CLAIMS]
    assert formats(server) == ["json_schema", "json_object", None, "json_schema"]


def test_schema_is_not_asked_for_when_switched_off():
    hits = [Hit(Caption(5.0, "A dog barks.", 5.0), 1.0, 0)]
    with hostile(says(CLAIMS)) as server:
        for grammar in (True, False):
            options = DrafterOptions(model="m", base_url=server.url, grammar=grammar)
            with drafter(options) as opened:
                assert opened.draft("What barks?", hits).claims[0].timestamp == 5.0
    assert formats(server) == ["json_schema", None]


@pytest.mark.parametrize(
    "text", ["```json\n" + CLAIMS + "\n```", CLAIMS[:-9], "<think>x</think>[]"]
)
def test_what_ignores_the_schema_is_handed_on_as_written(text):
    with hostile(says(text)) as server:
        assert generate(server, schema=SCHEMA) == [text]


@pytest.mark.parametrize(
    "answer",
    [
        says(None, refusal="I cannot help with that."),
        says(""),
        says(None),
        says("half a", finish="content_filter"),
        says(None, reasoning_content="Let me think.", finish="length"),
        {"status": 200, "body": {"choices": []}},
        {"status": 200, "body": {}},
    ],
)
def test_refusal_or_nothing_is_an_empty_text(answer):
    with hostile(answer) as server:
        assert generate(server) == [""]


def test_error_in_a_successful_answer_is_an_error():
    with (
        hostile({"status": 200, "body": {"error": {"message": "no credit"}}}) as server,
        pytest.raises(ComponentError, match="no credit"),
    ):
        generate(server)


def test_order_and_bounded_concurrency():
    def echo(request):
        text = request["messages"][-1]["content"]
        return {**says(text), "delay": 0.05 * (9 - int(text)) / 9}

    questions = [[Message("user", str(number))] for number in range(10)]
    with hostile(echo) as server:
        assert generate(server, questions, concurrency=3) == [str(number) for number in range(10)]
    assert 2 <= server.most_at_once <= 3


def test_one_failure_among_many_is_an_empty_text_and_logged(caplog):
    def picky(request):
        text = request["messages"][-1]["content"]
        return fails(400, "too large") if text == "1" else says(text)

    questions = [[Message("user", str(number))] for number in range(3)]
    with hostile(picky) as server, caplog.at_level(logging.WARNING):
        assert generate(server, questions) == ["0", "", "2"]
    assert "too large" in caplog.text


@pytest.mark.parametrize("status", [401, 403])
def test_refused_key_is_named_and_never_shown(status, monkeypatch, caplog):
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    with hostile(fails(status, "bad key sk-very-secret")) as server:
        with caplog.at_level(logging.DEBUG), pytest.raises(ComponentError) as caught:
            generate(server, api_key_env="MY_KEY")
        shown = model(server, api_key_env="MY_KEY")
    assert "MY_KEY" in str(caught.value)
    assert server.headers[0]["authorization"] == "Bearer sk-very-secret"
    for text in (str(caught.value), str(shown.identity), repr(shown.options), caplog.text):
        assert "sk-very-secret" not in text


def test_key_is_hidden_in_any_error(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with (
        hostile(fails(400, "who is sk-very-secret?")) as server,
        pytest.raises(ComponentError, match=r"who is \[key\]\?"),
    ):
        generate(server)


def test_password_in_the_address_is_not_in_the_identity():
    options = DrafterOptions(base_url="http://me:pw@127.0.0.1:9/v1")
    identity = ServerModel(options).identity
    assert identity["server"] == "http://127.0.0.1:9/v1"
    assert "pw" not in str(identity)


def test_address_comes_from_the_environment_when_not_set(monkeypatch):
    assert DrafterOptions().url == "http://localhost:8000/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://box:1234/v1")
    assert DrafterOptions().url == "http://box:1234/v1"
    assert DrafterOptions(base_url="http://other/v1").url == "http://other/v1"


def test_servers_with_new_field_names_are_understood():
    def modern(request):
        if "max_tokens" in request:
            return fails(400, "Unsupported parameter: use 'max_completion_tokens' instead.")
        if "temperature" in request:
            return fails(400, "Unsupported value: 'temperature'.")
        return says("A cat.")

    with hostile(modern) as server, model(server) as opened:
        assert opened.generate(ASK, max_tokens=64) == ["A cat."]
        assert opened.generate(ASK, max_tokens=64) == ["A cat."]
    assert len(server.requests) == 4
    assert server.requests[-1]["max_completion_tokens"] == 64


def test_picture_arrives_as_the_same_pixels_before_the_text():
    image = np.zeros((40, 60, 3), np.uint8)
    image[:, :, 0] = 250
    image[5, 7] = (1, 2, 3)
    with hostile(says("A red wall.")) as server:
        options = CaptionerOptions(model="m", base_url=server.url)
        with ServerModel(options, max_pixels=options.max_pixels) as opened:
            assert opened.generate([[Message("user", "Describe.", (image,))]], max_tokens=8) == [
                "A red wall."
            ]
    picture, text = server.requests[0]["messages"][0]["content"]
    assert text == {"type": "text", "text": "Describe."}
    header, data = picture["image_url"]["url"].split(",")
    assert header == "data:image/png;base64"
    sent = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(sent[:, :, ::-1], image)


def test_picture_is_fitted_into_the_budget():
    image = np.zeros((2160, 3840, 3), np.uint8)
    with (
        hostile(says("Dark.")) as server,
        ServerModel(
            CaptionerOptions(model="m", base_url=server.url), max_pixels=10_000, image_format="jpeg"
        ) as opened,
    ):
        opened.generate([[Message("user", "Describe.", (image,))]], max_tokens=8)
    url = server.requests[0]["messages"][0]["content"][0]["image_url"]["url"]
    assert url.startswith("data:image/jpeg;base64,")
    data = np.frombuffer(base64.b64decode(url.split(",")[1]), np.uint8)
    height, width = cv2.imdecode(data, cv2.IMREAD_COLOR).shape[:2]
    assert 9_000 < width * height <= 10_000


def test_key_cannot_be_an_option():
    assert not [name for name in attrs.fields_dict(DrafterOptions) if name in ("key", "api_key")]
