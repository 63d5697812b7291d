"""The other libraries, in an environment of their own: the project's is never touched."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

PEERS = ("torchcodec==0.13.*", "decord==0.6.0", "imageio==2.38.*")
"""torchcodec 0.13 is the newest whose wheel loads with a CPU build of torch."""


def peers_python(folder: Path) -> Path:
    """Return the interpreter of an environment with the peers, made once.

    It sees the packages of this environment (torch, numpy, OpenCV, PyAV) and adds
    the peers without their dependencies.
    """
    home = folder / "peers"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (home / "ready").exists():
        print("making an environment for the other libraries …", flush=True)
        venv.create(home, with_pip=True, clear=True)
        site = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        ours = sysconfig.get_path("purelib")  # `addsitedir` also honours editable installations
        (Path(site) / "project.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
        for peer in PEERS:
            command = [python, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:"]
            subprocess.run([*command, peer], check=False)
        (home / "ready").touch()
    return python


def environment(folder: Path) -> dict[str, str]:
    """Return variables with which torchcodec finds the FFmpeg libraries that PyAV brings."""
    variables = os.environ | {"OPENCV_LOG_LEVEL": "ERROR", "DECORD_LOG_LEVEL": "4"}
    bundled = Path(sysconfig.get_path("purelib")) / "av.libs"
    if sys.platform != "linux" or not bundled.is_dir():
        return variables
    links = folder / "ffmpeg"
    links.mkdir(parents=True, exist_ok=True)
    for library in (*bundled.glob("libav*.so.*"), *bundled.glob("libsw*.so.*")):
        name, _, number = library.name.partition(".so.")
        link = links / f"{name.split('-')[0]}.so.{number.split('.')[0]}"
        link.unlink(missing_ok=True)
        link.symlink_to(library)
    return variables | {"LD_LIBRARY_PATH": f"{links}:{bundled}"}
