"""The wheels as a user gets them: built, installed into a fresh environment, extended, run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from tests.shared import ROOT
from tools.install import installed_opencv, settle_cv2

from gvqa_core.testing.clips import colour_clip

DISTRIBUTIONS = ("gvqa_core", "gvqa_mlx", "gvqa_cuda", "gvqa_verifiers", "gvqa_cedi")
EXAMPLE = ROOT / "examples" / "custom_verifier"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels of all five distributions and of the example plugin."""
    folder = tmp_path_factory.mktemp("dist")
    for source in (*(ROOT / name for name in DISTRIBUTIONS), EXAMPLE):
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
        done = subprocess.run(
            [*command, "--outdir", str(folder), str(source)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


def wheel(dist: Path, name: str) -> zipfile.ZipFile:
    (path,) = dist.glob(f"{name}-*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_wheel_holds_its_package_licence_and_types_and_nothing_else(
    dist: Path, name: str
) -> None:
    names = wheel(dist, name).namelist()
    assert f"{name}/py.typed" in names
    assert any(entry.endswith("licenses/LICENSE") for entry in names)
    assert all(entry.startswith((f"{name}/", f"{name}-")) for entry in names)


def test_data_that_users_need_is_in_the_wheels(dist: Path) -> None:
    assert "gvqa_core/report/templates/report.html.j2" in wheel(dist, "gvqa_core").namelist()
    verifiers = wheel(dist, "gvqa_verifiers").namelist()
    assert "gvqa_verifiers/models/nli-mini/model_int8.onnx" in verifiers
    assert any(entry.endswith("licenses/NOTICE") for entry in verifiers)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, dist: Path) -> Path:
    """The Python of a new environment with gvqa-core and the example plugin, nothing else."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = [str(python), "-m", "pip", "install", "--quiet", "--find-links", str(dist)]
    done = subprocess.run(
        [*command, "gvqa-core", "gvqa-example-verifier"], capture_output=True, text=True
    )
    if "Failed to establish a new connection" in done.stderr:
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr
    settle_cv2(python)
    return python


def run(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("GVQA_", "PYTHON"))}
    environment["GVQA_CACHE_DIR"] = str(cwd / "cache")
    return subprocess.run(
        [str(python), *arguments], capture_output=True, text=True, cwd=cwd, env=environment
    )


def test_core_alone_answers_on_the_embedded_default_and_brings_no_model_library(
    fresh: Path, tmp_path: Path
) -> None:
    clip = tmp_path / "red.mkv"
    colour_clip(clip, times=[0.0, 1.0, 2.0], colours=[(220, 20, 20)] * 3)
    done = run(fresh, "-m", "gvqa_core.cli", "ask", str(clip), "Is it red?", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert "red" in answer["claims"][0]["claim"]["text"]
    code = (
        "import importlib.util as u; print([m for m in ('torch', 'mlx', 'av') if u.find_spec(m)])"
    )
    assert run(fresh, "-c", code, cwd=tmp_path).stdout.strip() == "[]"


def test_a_third_party_verifier_is_used_without_any_other_change(
    fresh: Path, tmp_path: Path
) -> None:
    lines = (EXAMPLE / "src/gvqa_example_verifier/__init__.py").read_text().splitlines()
    assert len(lines) < 40
    clip = tmp_path / "red.mkv"
    colour_clip(clip, times=[0.0, 1.0, 2.0], colours=[(220, 20, 20)] * 3)
    arguments = ("ask", str(clip), "Is it red?", "--verifier", "all-words", "--json")
    done = run(fresh, "-m", "gvqa_core.cli", *arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    chosen = answer["provenance"]["components"]["verifier"]
    assert (chosen["name"], chosen["distribution"]) == ("all-words", "gvqa-example-verifier")
    assert answer["claims"][0]["verdict"] == "Grounded"
    done = run(fresh, "-m", "gvqa_core.cli", "check", "verifier", "all-words", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_core_costs_little_more_than_starting_python(fresh: Path, tmp_path: Path) -> None:
    code = "import sys; import gvqa_core; print(len(sys.modules))"
    modules = int(run(fresh, "-c", code, cwd=tmp_path).stdout)
    assert modules < 250  # numpy or cattrs alone would bring more than a hundred


def test_two_opencv_wheels_are_settled_to_one(fresh: Path, tmp_path: Path) -> None:
    version = next(iter(installed_opencv(fresh).values()))
    install = [str(fresh), "-m", "pip", "install", "--quiet", "--no-deps"]
    for name in ("opencv-python", "opencv-python-headless"):
        subprocess.run([*install, f"{name}=={version}"], check=True)
    assert len(installed_opencv(fresh)) == 2
    settle_cv2(fresh)
    assert len(installed_opencv(fresh)) == 1
    assert run(fresh, "-c", "import cv2; print(cv2.VideoCapture)", cwd=tmp_path).returncode == 0
