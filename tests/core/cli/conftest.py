"""The command line as a user runs it: another process, a real video, nothing but the core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[3]
SLIDES = (
    ("Frames every 5 seconds", (250, 250, 250)),
    ("3 billion parameters", (250, 230, 120)),
    ("Thank you", (150, 220, 150)),
)


@frozen
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Gvqa:
    """Runs `gvqa` with a cache of its own, no hub and the core's plugin only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("GVQA_", "HF_"))},
            "GVQA_CACHE_DIR": str(folder / "cache"),
            "GVQA_DISABLE_PLUGINS": "mlx,cuda,verifiers,cedi",
            "HF_HUB_OFFLINE": "1",
            "HF_HOME": str(folder / "hub"),
            "OMP_NUM_THREADS": "1",
            "NO_COLOR": "1",
        }

    def start(self, *arguments: str, environ: dict[str, str] | None = None, **more: Any) -> Any:
        """Start a command and return the process."""
        more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        command = [sys.executable, "-m", "gvqa_core.cli", *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, env={**self.environ, **(environ or {})}, **more
        )

    def __call__(
        self, *arguments: str, stdin: bytes = b"", environ: dict[str, str] | None = None
    ) -> Done:
        process = self.start(*arguments, environ=environ, stdin=subprocess.PIPE)
        out, err = process.communicate(stdin, timeout=120)
        return Done(process.returncode, out.decode("utf-8"), err.decode("utf-8"))


@pytest.fixture
def gvqa(tmp_path: Path) -> Gvqa:
    return Gvqa(tmp_path)


@pytest.fixture(scope="session")
def talk(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A talk of 15 seconds: three slides of 5 seconds."""
    cv2 = pytest.importorskip("cv2")
    pytest.importorskip("av", reason="writing clips needs gvqa-core[av]")
    pytest.importorskip("rapidocr", reason="reading slides needs gvqa-core[ocr]")
    import numpy as np

    from gvqa_core.testing.clips import write_clip

    slides = []
    for line, ground in SLIDES:
        image = np.full((360, 640, 3), ground, np.uint8)
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(image, line, (30, 180), font, 1.2, (10, 10, 10), 2, cv2.LINE_AA)
        slides.append(image)
    path = tmp_path_factory.mktemp("clips") / "talk.mp4"
    write_clip(path, ((t, slides[t // 5]) for t in range(15)), rate=1)
    return str(path)


@pytest.fixture
def claims(tmp_path: Path) -> str:
    """A true claim, one with a wrong number, one past the end."""
    path = tmp_path / "claims.json"
    items = [
        {"claim": 'The slide says "Frames every 5 seconds".', "timestamp": 0},
        {"claim": 'The screen shows the text "7 billion parameters".', "timestamp": "00:05"},
        {"claim": "A dog runs across the stage.", "timestamp": 75},
    ]
    path.write_text(json.dumps(items), encoding="utf-8")
    return str(path)
