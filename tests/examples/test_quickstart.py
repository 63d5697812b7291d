"""examples/quickstart.ipynb, executed by a real kernel on the embedded default."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOK = EXAMPLES / "quickstart.ipynb"


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """What each code cell printed or showed, in order."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("rapidocr", reason="reading slides needs gvqa-core[ocr]")
    folder = tmp_path_factory.mktemp("notebook")
    shutil.copy(EXAMPLES / "sample_talk.mp4", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GVQA_CACHE_DIR", str(folder / "cache"))
        patch.setenv("HF_HUB_OFFLINE", "1")
        text = NOTEBOOK.read_text(encoding="utf-8")
        assert text.count('from_config(backend=\\"auto\\")') == 1
        notebook = nbformat.reads(
            text.replace('backend=\\"auto', 'backend=\\"embedded'), as_version=4
        )
        nbclient.NotebookClient(
            notebook, timeout=300, resources={"metadata": {"path": str(folder)}}
        ).execute()
    assert (folder / "audit" / "report.html").is_file()
    return [
        "".join(
            output.get("text") or output.get("data", {}).get("text/html", "")
            for output in cell["outputs"]
        )
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_it_installs_nothing_where_gvqa_is_installed(outputs):
    assert outputs[0] == ""


def test_it_says_what_was_chosen_and_shows_captions(outputs):
    assert "captioner: embedded" in outputs[1]
    assert 'The heading reads "Wind power in 2025".' in outputs[2]


def test_the_answer_is_shown_with_its_verdict_as_a_page(outputs):
    assert "Grounded" in outputs[3]
    assert "South site 9 turbines" in outputs[3]
    assert "<" in outputs[3]


def test_the_false_premise_finds_nothing(outputs):
    assert outputs[4].strip() == "nothing_found: Nothing found in this video answers that."


def test_true_and_false_claims_have_their_verdicts(outputs):
    verdicts = [line.split(" | ")[0] for line in outputs[5].splitlines() if " | " in line]
    assert verdicts == ["Grounded", "Unverified", "Unverified"]


def test_the_notebook_is_stored_without_outputs():
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
