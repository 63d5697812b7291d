"""Each module can be the first that a program imports: no import works only after another."""

from __future__ import annotations

import subprocess
import sys

import pytest

IMPORT_EACH = """
import importlib, pkgutil, sys

package = importlib.import_module(sys.argv[1])
names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    if name.endswith("__main__"):
        continue
    for loaded in [each for each in sys.modules if each.startswith("gvqa_")]:
        del sys.modules[loaded]
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(f"{name}: {error}")
print(len(names), "modules")
"""


@pytest.mark.parametrize(
    "package", ["gvqa_core", "gvqa_mlx", "gvqa_cuda", "gvqa_verifiers", "gvqa_cedi"]
)
def test_it_can_be_imported_first(package):
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_EACH, package], capture_output=True, text=True, check=True
    )
    *faults, count = done.stdout.splitlines()
    assert faults == []
    assert int(count.split()[0]) >= 5
