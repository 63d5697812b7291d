"""A small model hub on the loopback interface, for tests of fetching."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@contextmanager
def hub(repositories: Mapping[str, Mapping[str, bytes]], *, status: int = 200) -> Iterator[str]:
    """Serve repositories (id → file name → bytes) and yield the hub's address.

    Args:
        repositories: What there is.
        status: What the front page answers.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def _answer(self, *, body: bool) -> None:
            path = self.path.split("?")[0]
            for model, files in repositories.items():
                if path in (f"/api/models/{model}", f"/api/models/{model}/revision/main"):
                    return self._json({"id": model, "sha": COMMIT, "private": False,
                                       "tags": [], "downloads": 0,
                                       "siblings": [{"rfilename": n} for n in files]})  # fmt: skip
                if path.startswith(f"/api/models/{model}/tree/"):
                    return self._json([
                        {"type": "file", "path": name, "size": len(data),
                         "oid": hashlib.sha1(data).hexdigest()}
                        for name, data in files.items()
                    ])  # fmt: skip
                for name, data in files.items():
                    if path in (
                        f"/{model}/resolve/{COMMIT}/{name}",
                        f"/{model}/resolve/main/{name}",
                    ):
                        etag = hashlib.sha256(data).hexdigest()
                        headers = {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT}
                        return self._send(200, data, headers, body=body)
            if path == "/":
                return self._send(status, b"hub", {}, body=body)
            return self._send(404, b"", {"X-Error-Code": "RepoNotFound"}, body=body)

        def _json(self, value: object) -> None:
            self._send(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

        def _send(
            self, code: int, data: bytes, headers: Mapping[str, str], *, body: bool = True
        ) -> None:
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
