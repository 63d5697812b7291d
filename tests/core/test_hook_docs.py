"""Each hook is documented with an example, and the examples work."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest
from tests.core.fake_plugins import make_distribution
from tests.shared import ROOT

from gvqa_core import hookspecs
from gvqa_core.loading.contract import is_hookspec
from gvqa_core.plugins import load_plugins
from gvqa_core.settings import load_settings

PAGE = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
HOOKS = {name: value for name, value in vars(hookspecs).items() if is_hookspec(value)}


@pytest.mark.parametrize("name", HOOKS)
def test_each_hook_has_a_heading_with_its_arguments_and_an_example(name: str) -> None:
    arguments = ", ".join(inspect.signature(HOOKS[name]).parameters)
    assert f"\n### {name}({arguments})\n" in PAGE
    section = PAGE.split(f"### {name}(")[1].split("\n### ")[0]
    assert f"def {name}(" in section


def test_each_documented_hook_exists() -> None:
    assert set(re.findall(r"^### (gvqa_\w+)\(", PAGE, flags=re.MULTILINE)) == set(HOOKS)


def test_the_example_plugin_loads_without_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = next(i for i, block in enumerate(BLOCKS) if "GVQA_HOOK_API" in block)
    end = next(i for i, block in enumerate(BLOCKS) if "my_extension" in block)
    source = "\n".join(BLOCKS[start:end])
    make_distribution(tmp_path, "documented", {"documented_plugin": source})
    monkeypatch.syspath_prepend(tmp_path)
    plugins = load_plugins()
    (report,) = [each for each in plugins.reports if each.distribution == "documented"]
    assert (report.status, report.reason) == ("loaded", "")
    assert {kind for kind, _ in report.components} == {
        "sampler", "captioner", "retriever", "drafter", "verifier",
    }  # fmt: skip
    settings = load_settings(environ={"GVQA_VERIFIER__SAME_WORDS__MIN_WORDS": "3"})
    choice = plugins.registry.choose("verifier", "same-words", settings)
    verifier: object = plugins.registry.build(choice, settings)
    judged = verifier.judge([("a red car turns left", "A red car."), ("a car", "A car")])  # type: ignore[attr-defined]
    assert [each.supports for each in judged] == [True, False]
    del sys.modules["documented_plugin"]


def test_the_example_extension_loads_without_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    specs, plugin = [block for block in BLOCKS if block.startswith("# my_extension/")]
    package = tmp_path / "my_extension"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "hookspecs.py").write_text(specs)
    (package / "plugin.py").write_text(plugin)
    points = {"grades": "my_extension.plugin"}
    make_distribution(tmp_path, "my-extension", {}, entry_points=points)
    monkeypatch.syspath_prepend(tmp_path)
    plugins = load_plugins()
    (report,) = [each for each in plugins.reports if each.distribution == "my-extension"]
    assert (report.status, report.reason) == ("loaded", "")
    assert report.components == (("critic", "strict"),)
    assert plugins.registry.commands["grades"].target == "my_extension.cli:app"
    assert plugins.collect("gvqa_turn_graded", turn=None) == []
    for name in [name for name in sys.modules if name.startswith("my_extension")]:
        del sys.modules[name]
