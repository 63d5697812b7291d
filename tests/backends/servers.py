"""Real OpenAI-compatible servers on loopback, for the `openai` backend."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextmanager
def serving(log: Path, *command: str) -> Iterator[Callable[[], str]]:
    """Run a server that understands --host and --port until the block ends.

    Yields a function that waits until it answers and returns its address, so that
    several can start at once.
    """
    port = free_port()
    environ = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            stdout=out,
            stderr=out,
            env=environ,
        )

    def address() -> str:
        wait_for(f"http://127.0.0.1:{port}/health", process, log)
        return f"http://127.0.0.1:{port}/v1"

    try:
        yield address
    finally:
        process.terminate()
        process.wait(20)


def wait_for(address: str, process: subprocess.Popen, log: Path, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.3)
    raise AssertionError(f"the server did not come up:\n{log.read_text(errors='replace')[-3000:]}")


def mlx_vlm_server(log: Path, model: Path):
    """The server that mlx-vlm brings, for a vision model."""
    return serving(log, sys.executable, "-m", "mlx_vlm.server", "--model", str(model))


def transformers_serve(log: Path, model: Path):
    """The server that transformers brings, for a text model."""
    script = Path(sys.executable).with_name("transformers")
    return serving(log, str(script), "serve", "--device", "cpu", str(model))
