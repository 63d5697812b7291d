"""The command line as a user runs it: another process, a real video, a cache of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.core.cli.signs_plugin import SLIDES

EMBEDDED = ("--captioner", "embedded")
"""The captioner a user without models has, instead of the stand-in of these tests."""


@frozen
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as strict JSON."""

        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} is no JSON")

        return json.loads(self.out, parse_constant=refuse)


class Gvqa:
    """Runs `gvqa` with no hub, the core's plugin and the stand-in captioner."""

    def __init__(self, folder: Path, plugins: Path) -> None:
        self.folder = folder
        self.plugins = plugins
        self.environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("GVQA_", "HF_"))},
            "GVQA_CACHE_DIR": str(folder / "cache"),
            "GVQA_DISABLE_PLUGINS": "mlx,cuda,verifiers,cedi",
            "GVQA_USE__CAPTIONER": "signs",
            "HF_HUB_OFFLINE": "1",
            "HF_HOME": str(folder / "hub"),
            "OMP_NUM_THREADS": "1",
            "NO_COLOR": "1",
            "PYTHONPATH": str(plugins),
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

    def path_with(self, folder: Path) -> dict[str, str]:
        """An environment in which plugins of a folder are installed too."""
        return {"PYTHONPATH": os.pathsep.join((str(folder), str(self.plugins)))}


@pytest.fixture(scope="session")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the stand-in captioner is an installed distribution."""
    folder = tmp_path_factory.mktemp("plugins")
    install(folder, "signs")
    shutil.copy(Path(__file__).with_name("signs_plugin.py"), folder)
    return folder


@pytest.fixture
def gvqa(tmp_path: Path, plugins: Path) -> Gvqa:
    return Gvqa(tmp_path, plugins)


@pytest.fixture(scope="session")
def talk(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A talk of 15 seconds: three slides of 5 seconds."""
    cv2 = pytest.importorskip("cv2")
    pytest.importorskip("av", reason="writing clips needs gvqa-core[av]")
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
        {"claim": 'The slide says "7 billion parameters".', "timestamp": "00:05"},
        {"claim": "A dog runs across the stage.", "timestamp": 75},
    ]
    path.write_text(json.dumps(items), encoding="utf-8")
    return str(path)


def install(folder: Path, name: str) -> None:
    """Make `<name>_plugin` of a folder the plugin of an installed distribution."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gvqa]\n{name} = {name}_plugin\n")
