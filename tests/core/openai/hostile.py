"""A real HTTP server on loopback that misbehaves on request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = dict[str, Any]


def says(content: str | None, *, finish: str = "stop", **message: Any) -> Answer:
    """A completion with this content."""
    turn = {"role": "assistant", "content": content, **message}
    choice = {"index": 0, "message": turn, "finish_reason": finish}
    body = {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return {"status": 200, "body": body}


def fails(status: int, message: str = "no", **headers: str) -> Answer:
    """An HTTP error in the protocol's form."""
    return {"status": status, "body": {"error": {"message": message}}, "headers": headers}


class HostileServer:
    """Answers each request with the next step of its script, the last one for ever."""

    def __init__(self, script: list[Any]) -> None:
        self.script = script
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                request = json.loads(self.rfile.read(length))
                answer = owner._next(
                    request, {name.lower(): value for name, value in self.headers.items()}
                )
                try:
                    self._reply(answer)
                except OSError:
                    pass  # the client has given up waiting
                finally:
                    with owner._lock:
                        owner._now -= 1

            def _reply(self, answer: Answer) -> None:
                time.sleep(answer.get("delay", 0))
                data = json.dumps(answer["body"]).encode()
                self.send_response(answer["status"])
                for name, value in answer.get("headers", {}).items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def _next(self, request: dict[str, Any], headers: dict[str, str]) -> Answer:
        with self._lock:
            step = self.script[min(len(self.requests), len(self.script) - 1)]
            self.requests.append(request)
            self.headers.append(headers)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        return step(request) if callable(step) else step


@contextmanager
def hostile(*script: Any) -> Iterator[HostileServer]:
    """Run a server for the duration of a block."""
    server = HostileServer(list(script))
    thread = threading.Thread(target=server._http.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server._http.shutdown()
        server._http.server_close()
        thread.join()
