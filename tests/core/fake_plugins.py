"""Builds real distributions (metadata folder and modules) for tests of plugin loading."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HEADER = """
from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl
"""


def captioner_plugin(name: str, *, priority: int = 0, factory: str = "m:make") -> str:
    """Return the source of a plugin that offers one captioner."""
    return f"""
@hookimpl
def gvqa_captioners():
    return [ComponentSpec(kind="captioner", name="{name}", factory="{factory}",
                          priority={priority})]
"""


def make_distribution(
    folder: Path,
    name: str,
    plugins: Mapping[str, str],
    *,
    entry_points: Mapping[str, str] | None = None,
    version: str = "1.0",
    requires: Sequence[str] = (),
) -> Path:
    """Write an installed distribution into a folder that can stand on `sys.path`.

    Args:
        folder: Where; made when missing.
        name: Name of the distribution.
        plugins: Module name → source, without the imports every plugin has.
        entry_points: Plugin name → module; by default each module under its own name.
        version: Version of the distribution.
        requires: Its `Requires-Dist` lines.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for module, source in plugins.items():
        text = HEADER + textwrap.dedent(source)
        (folder / f"{module}.py").write_text(text, encoding="utf-8")
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {line}\n" for line in requires)
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    points = entry_points if entry_points is not None else {module: module for module in plugins}
    lines = "".join(f"{point} = {target}\n" for point, target in points.items())
    (info / "entry_points.txt").write_text(f"[gvqa]\n{lines}", encoding="utf-8")
    return folder


def run(code: str, paths: Sequence[Path] = (), **environ: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter with folders before all others on its path."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GVQA_")}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**kept, "PYTHONPATH": os.pathsep.join(map(str, paths)), **environ},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=paths[0] if paths else None,
    )


LIST = """
import json
from gvqa_core.plugins import load_plugins
plugins = load_plugins()
print(json.dumps({
    "reports": {
        f"{r.name} of {r.distribution}": {
            "status": r.status, "reason": r.reason, "components": r.components
        }
        for r in plugins.reports
    },
    "components": [
        [c.spec.kind, c.spec.name, c.distribution] for c in plugins.registry.components()
    ],
}))
"""


NEIGHBOURS = "cedi,cuda,mlx,verifiers"
"""Our other distributions: a test of loading should not hang on their state."""


def listed(paths: Sequence[Path], **environ: str) -> tuple[dict[str, Any], str]:
    """Load plugins in a fresh interpreter; return reports and components, and what it said."""
    disabled = f"{NEIGHBOURS},{environ.pop('GVQA_DISABLE_PLUGINS', '')}"
    done = run(LIST, paths, GVQA_DISABLE_PLUGINS=disabled, **environ)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr
