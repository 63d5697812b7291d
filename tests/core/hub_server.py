"""A small model hub on the loopback interface, for tests of fetching."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"


_Answer = tuple[int, bytes, dict[str, str]]
"""Status, body, headers."""


def _answers_of(model: str, files: Mapping[str, bytes]) -> dict[str, _Answer]:
    siblings = [{"rfilename": name, "size": len(data)} for name, data in files.items()]
    about = {"id": model, "sha": COMMIT, "private": False, "tags": [], "downloads": 0}
    tree = [
        {"type": "file", "path": name, "size": len(data), "oid": hashlib.sha1(data).hexdigest()}
        for name, data in files.items()
    ]
    answers = {
        f"/api/models/{model}": _json({**about, "siblings": siblings}),
        f"/api/models/{model}/revision/main": _json({**about, "siblings": siblings}),
        f"/api/models/{model}/tree/main": _json(tree),
        f"/api/models/{model}/tree/{COMMIT}": _json(tree),
    }
    for name, data in files.items():
        etag = hashlib.sha256(data).hexdigest()
        headers = {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT}
        for revision in ("main", COMMIT):
            answers[f"/{model}/resolve/{revision}/{name}"] = (200, data, headers)
    return answers


def _json(value: object) -> _Answer:
    return 200, json.dumps(value).encode(), {"Content-Type": "application/json"}


@contextmanager
def hub(repositories: Mapping[str, Mapping[str, bytes]], *, status: int = 200) -> Iterator[str]:
    """Serve repositories (id → file name → bytes) and yield the hub's address.

    Args:
        repositories: What there is.
        status: What the front page answers.
    """

    answers: dict[str, _Answer] = {"/": (status, b"hub", {})}
    for model, files in repositories.items():
        answers |= _answers_of(model, files)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._send(body=False)

        def do_GET(self) -> None:
            self._send(body=True)

        def _send(self, *, body: bool) -> None:
            unknown: _Answer = (404, b"", {"X-Error-Code": "RepoNotFound"})
            code, data, headers = answers.get(self.path.split("?")[0], unknown)
            self.send_response(code)
            for key, value in headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
