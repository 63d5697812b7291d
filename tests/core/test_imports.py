"""What is imported, and what is not, by the parts that every command needs."""

from __future__ import annotations

import json

import pytest
from tests.core.fake_plugins import run

HEAVY = {
    "av", "bm25s", "cv2", "mlx", "mlx_lm", "mlx_vlm", "networkx", "numpy", "onnxruntime", "openai",
    "PIL", "rapidocr", "scipy", "sentence_transformers", "tokenizers", "torch", "transformers",
    "huggingface_hub", "bitsandbytes", "jinja2",
}  # fmt: skip

REPORT = (
    "\nimport json, sys; print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
)


def imported(code: str) -> set[str]:
    done = run(code + REPORT)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_the_probe_would_notice() -> None:
    assert "numpy" in imported("import numpy") & HEAVY


@pytest.mark.parametrize(
    "code",
    [
        "import gvqa_core",
        "import gvqa_core.plugins, gvqa_core.settings",
        "import gvqa_core.threads.worker, gvqa_core.backends.models",
        "from gvqa_core.plugins import load_plugins; load_plugins()",
        "from gvqa_core.settings import load_settings; load_settings()",
    ],
)
def test_no_heavy_library_is_imported(code: str) -> None:
    assert imported(code) & HEAVY == set()


def test_importing_the_core_brings_neither_cattrs_nor_the_command_line() -> None:
    assert imported("import gvqa_core") & {"cattrs", "typer", "rich", "packaging"} == set()
