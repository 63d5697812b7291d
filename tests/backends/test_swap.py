"""`examples/swap_backends.py`: one script, three backends, real models on each.

Captions come from the tiny vision model, drafts from SmolLM2-135M: in float32 on
transformers, in 8 bits on MLX, and behind the servers that both libraries bring.
"""

from __future__ import annotations

import io
import re
import runpy
import sys
from contextlib import redirect_stdout

import pytest
from tests import squares
from tests.backends.servers import mlx_vlm_server, transformers_serve
from tests.shared import ROOT
from tests.weights import TINY_PROMPT, TINY_VLM, smollm2, smollm2_mlx

pytestmark = pytest.mark.slow

SHOWN = [("red", "dark"), ("blue", "light"), ("yellow", "dark")]
QUESTION = "What colour is the square at 5 seconds?"
SETTINGS = """
[gvqa]
top_k = 2
cache_dir = "{cache}"
offline = true

[gvqa.use]
retriever = "hybrid-words"
verifier = "nli-mini"
"""
STAGE = """
[gvqa.{kind}.{backend}]
model = "{model}"
max_tokens = 40
{more}
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """What the script printed of each backend, run once for all."""
    folder = tmp_path_factory.mktemp("swap")
    clip = squares.write_clip(folder / "squares.avi", SHOWN, seed=9)
    text_weights = smollm2()
    with (
        mlx_vlm_server(folder / "vision.log", TINY_VLM) as vision,
        transformers_serve(folder / "text.log", text_weights) as text,
        pytest.MonkeyPatch.context() as patch,
    ):
        write_settings(folder / "gvqa.toml", vision(), text())
        # In this process, which has the model libraries loaded already.
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["swap_backends.py", str(clip), QUESTION])
        printed = io.StringIO()
        with redirect_stdout(printed), pytest.raises(SystemExit) as end:
            runpy.run_path(str(ROOT / "examples" / "swap_backends.py"), run_name="__main__")
    assert end.value.code == 0, printed.getvalue()
    _, *parts = re.split(r"^== (\w+)$", printed.getvalue(), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def write_settings(path, vision, text):
    prompt = f'prompt = "{TINY_PROMPT}"'
    stages = [
        ("captioner", "mlx", TINY_VLM, prompt),
        ("captioner", "cuda", TINY_VLM, f'{prompt}\ndevice = "cpu"'),
        ("captioner", "openai", TINY_VLM, f'{prompt}\nbase_url = "{vision}"'),
        ("drafter", "mlx", smollm2_mlx(8), ""),
        ("drafter", "cuda", smollm2(), 'device = "cpu"'),
        ("drafter", "openai", smollm2(), f'base_url = "{text}"'),
    ]
    tables = [
        STAGE.format(kind=kind, backend=backend, model=model, more=more)
        for kind, backend, model, more in stages
    ]
    path.write_text(SETTINGS.format(cache=path.parent / "cache") + "".join(tables))


@pytest.mark.parametrize("backend", ["mlx", "cuda", "openai"])
def test_the_same_script_answers(backend, outputs):
    printed = outputs[backend]
    assert f"captioner: {backend}, {TINY_VLM}" in printed
    assert f"drafter: {backend}, " in printed
    claims = re.findall(r"^(Grounded|Unverified) +([\d.]+) s  (.+)$", printed, re.MULTILINE)
    assert claims, printed
    for verdict, time, text in claims:
        colour, ground = SHOWN[int(float(time)) // 5]
        assert float(time) in (0.0, 5.0, 10.0)
        if verdict == "Grounded":
            assert colour in text
            assert ("dark" in text) <= (ground == "dark")
    assert re.search(r"ingested in [\d.]+ s, answered in [\d.]+ s; peak memory so far", printed)
