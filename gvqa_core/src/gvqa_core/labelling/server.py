"""Serves the page to the browsers of this machine, and to no one else.

The server listens on the loopback address only. Its address holds a secret, so
that another page open in the browser, or another user of the machine, cannot read
or write labels; requests under a foreign host name (DNS rebinding) are refused.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import TYPE_CHECKING, Any, cast

from gvqa_core.errors import GvqaError

if TYPE_CHECKING:
    from gvqa_core.labelling.page import Page

LOOPBACK = "127.0.0.1"
_MOST = 1_000_000
"""Bytes of a request; spans of a long text take a few thousand."""

_FILES = {
    "": ("label.html", "text/html; charset=utf-8"),
    "label.css": ("label.css", "text/css; charset=utf-8"),
    "label.js": ("label.js", "text/javascript; charset=utf-8"),
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Server:
    """A page being served.

    Args:
        page: What to label.
        port: Where; 0 takes a free one.

    Raises:
        GvqaError: The port is taken.
    """

    def __init__(self, page: Page, port: int = 0) -> None:
        self.page = page
        self.secret = secrets.token_urlsafe(16)
        self.saving = threading.Lock()
        try:
            self._http = _Http((LOOPBACK, port), _Handler)
        except OSError as error:
            raise GvqaError(f"port {port} cannot be used: {error.strerror}") from error
        self._http.owner = self
        self.port = self._http.server_address[1]
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """Where the page is; whoever knows it may label."""
        return f"http://{LOOPBACK}:{self.port}/{self.secret}/"

    def wait(self) -> None:
        """Serve until interrupted."""
        while self._thread.is_alive():
            self._thread.join(0.5)

    def close(self) -> None:
        """Stop serving."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@contextmanager
def serve(page: Page, *, port: int = 0) -> Generator[Server]:
    """Serve a page until the block ends.

    Args:
        page: What to label.
        port: Where, on the loopback address; 0 takes a free one.
    """
    server = Server(page, port)
    try:
        yield server
    finally:
        server.close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    owner: Server


class _Handler(BaseHTTPRequestHandler):
    server_version = "gvqa"
    sys_version = ""

    @property
    def _owner(self) -> Server:
        return cast("_Http", self.server).owner

    def do_GET(self) -> None:
        path = self._path()
        if path is None:
            return
        page = self._owner.page
        if path in _FILES:
            name, kind = _FILES[path]
            content = (resources.files("gvqa_core.labelling") / "templates" / name).read_bytes()
            self._answer(HTTPStatus.OK, content, kind)
        elif path == "state":
            self._json(HTTPStatus.OK, page.state())
        elif path.startswith("picture/"):
            self._picture(path.removeprefix("picture/"))
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")

    def do_POST(self) -> None:
        path = self._path()
        if path is None:
            return
        if path != "label":
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")
            return
        try:
            size = int(self.headers.get("Content-Length", ""))
            if not 0 < size <= _MOST:
                raise ValueError(f"expected up to {_MOST} bytes")
            data: Any = json.loads(self.rfile.read(size))
            if not isinstance(data, dict) or set(cast("dict[str, Any]", data)) != {"id", "label"}:
                raise ValueError("expected an object with id and label")
            item, label = self._owner.page.check(data["id"], data["label"])
        except (ValueError, RecursionError) as error:
            self._refuse(HTTPStatus.BAD_REQUEST, str(error))
            return
        try:
            with self._owner.saving:
                self._owner.page.save(item, label)
        except (GvqaError, OSError) as error:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
            return
        self._json(HTTPStatus.OK, {"saved": True})

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: the terminal belongs to the command."""

    def _path(self) -> str | None:
        """What is asked for, below the secret; None when the request was refused."""
        hosts = {f"{name}:{self._owner.port}" for name in (LOOPBACK, "localhost")}
        if self.headers.get("Host") not in hosts:
            self._refuse(HTTPStatus.FORBIDDEN, "this page is for this machine only")
            return None
        first, _, rest = self.path.partition("?")[0].lstrip("/").partition("/")
        if not secrets.compare_digest(first.encode(), self._owner.secret.encode()):
            self._refuse(HTTPStatus.NOT_FOUND, "open the address that the command printed")
            return None
        return rest

    def _picture(self, place: str) -> None:
        items = self._owner.page.items
        number = int(place) if place.isascii() and place.isdigit() else len(items)
        path = items[number].picture if number < len(items) else None
        if path is None:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no picture")
            return
        try:
            content = path.read_bytes()
        except OSError as error:
            self._refuse(HTTPStatus.NOT_FOUND, f"the picture cannot be read: {error.strerror}")
            return
        kind = "image/png" if content.startswith(b"\x89PNG") else "image/jpeg"
        self._answer(HTTPStatus.OK, content, kind)

    def _json(self, status: HTTPStatus, data: Any) -> None:
        self._answer(status, json.dumps(data).encode(), "application/json")

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._json(status, {"error": why})

    def _answer(self, status: HTTPStatus, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
