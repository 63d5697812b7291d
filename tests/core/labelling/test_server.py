"""The labelling page over plain HTTP: for this machine only, for those who know its address."""

from __future__ import annotations

import http.client
import json
import socket

import pytest

from gvqa_core.errors import GvqaError, StoreError
from gvqa_core.labelling import Choice, Item, Page, Server, Span, serve

PNG = b"\x89PNG\r\n\x1a\n rest"


@pytest.fixture
def kept() -> dict:
    return {}


@pytest.fixture
def page(kept, tmp_path) -> Page:
    (tmp_path / "frame.png").write_bytes(PNG)
    items = (Item("a", "A claim.", picture=tmp_path / "frame.png"), Item("b", "Ein Bär 🐻 tanzt."))
    choices = (Choice("true", "True", "t"), Choice("false", "False", "f"))

    def save(item, label):
        kept.pop(item, None)
        if label is not None:
            kept[item] = label

    return Page(
        title="Test", guide="Look.", items=items, choices=choices, read=lambda: kept, save=save
    )


def ask(server: Server, path: str, data=None, host=None, secret=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    body = None if data is None else (data if isinstance(data, bytes) else json.dumps(data))
    connection.request(
        "GET" if data is None else "POST",
        f"/{server.secret if secret is None else secret}/{path}",
        body,
        {"Host": host or f"127.0.0.1:{server.port}"},
    )
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content, answer.headers


def test_labels_are_kept_as_they_are_made(page, kept):
    with serve(page) as server:
        assert ask(server, "label", {"id": "a", "label": "true"})[0] == 200
        assert kept == {"a": "true"}
        assert json.loads(ask(server, "state")[1])["labels"] == {"a": "true"}
        assert ask(server, "label", {"id": "a", "label": None})[0] == 200
        assert kept == {}
        assert ask(server, "picture/0")[1] == PNG
        assert ask(server, "picture/1")[0] == 404


@pytest.mark.parametrize(
    "data",
    [
        {"id": "z", "label": "true"},
        {"id": "a", "label": "maybe"},
        {"id": "a", "label": ["true"]},
        {"id": "a"},
        {"id": ["a"], "label": "true"},
        [1],
        b"{",
        b"[" * 100_000,
    ],
)
def test_what_is_no_label_is_refused(page, kept, data):
    with serve(page) as server:
        assert ask(server, "label", data)[0] == 400
    assert kept == {}


def test_strangers_see_nothing(page, kept):
    with serve(page) as server:
        for path in ("", "state", "picture/0"):
            assert ask(server, path, secret="guess")[0] == 404
            assert ask(server, path, host=f"evil.example:{server.port}")[0] == 403
        assert ask(server, "label", {"id": "a", "label": "true"}, secret="x")[0] == 404
        assert ask(server, "../../etc/passwd")[0] == 404
        assert ask(server, "picture/../../x")[0] == 404
        assert ask(server, "picture/99999999999999999999")[0] == 404
    assert kept == {}


def test_it_listens_on_the_loopback_address_only(page):
    with serve(page) as server:
        assert server.url.startswith("http://127.0.0.1:")
        own = next(
            (found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
             if not found[4][0].startswith("127.")),
            None,
        )  # fmt: skip
        if own is not None:
            with pytest.raises(OSError):
                socket.create_connection((own, server.port), timeout=2)


def test_the_page_may_fetch_only_itself(page):
    with serve(page) as server:
        for path in ("", "label.js", "label.css", "state"):
            status, content, headers = ask(server, path)
            assert status == 200
            assert content
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_label_that_cannot_be_kept_is_told(page):
    import attrs

    def full(item, label):
        raise StoreError("the disk is full")

    with serve(attrs.evolve(page, save=full)) as server:
        status, content, _ = ask(server, "label", {"id": "a", "label": "true"})
    assert (status, json.loads(content)["error"]) == (500, "the disk is full")


def test_a_taken_port_is_told(page):
    with serve(page) as server, pytest.raises(GvqaError, match=f"port {server.port}"):
        Server(page, server.port)


def test_spans_are_held_to_the_text(page, kept):
    import attrs

    spans = attrs.evolve(page, kind="spans")
    bear = {"start": 4, "end": 9, "value": "false"}
    assert spans.check("b", [bear]) == ("b", (Span(4, 9, "false"),))
    for wrong in (
        {"end": 99}, {"start": 9}, {"start": -1}, {"start": True}, {"value": "x"}, {"more": 1},
        {"end": 9.0},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            spans.check("b", [bear | wrong])
    with pytest.raises(ValueError, match="list of spans"):
        spans.check("b", "false")
