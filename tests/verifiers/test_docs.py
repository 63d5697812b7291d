"""The example on the page about verifiers is three lines, and they work."""

import re

import pytest
from tests.shared import ROOT

PAGES = ("docs/verifiers.md", "gvqa_verifiers/README.md")


@pytest.mark.parametrize("page", PAGES)
def test_judging_without_any_video_is_three_documented_lines(page, capsys):
    text = (ROOT / page).read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) == 3
    exec(compile(example, page, "exec"), {})
    assert "supports=True" in capsys.readouterr().out


def test_every_guard_and_verifier_is_on_the_page():
    from gvqa_verifiers.guards import GUARDS
    from gvqa_verifiers.plugin import gvqa_verifiers

    text = (ROOT / "docs" / "verifiers.md").read_text(encoding="utf-8")
    for name in (*GUARDS, *(spec.name for spec in gvqa_verifiers())):
        assert f"`{name}`" in text
