"""Starting: `--help` is quick and light, wrong usage is told, extensions have commands."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.core.cli.conftest import install

HEAVY = {
    "numpy", "cv2", "av", "jinja2", "torch", "transformers", "mlx", "onnxruntime", "rapidocr",
    "sentence_transformers", "bm25s", "scipy", "openai", "huggingface_hub", "PIL",
}  # fmt: skip

SNIFF = """
import sys
sys.argv = ["gvqa", *{arguments!r}]
from gvqa_core.cli import main
try:
    main()
except SystemExit as end:
    assert end.code == 0, end.code
print("LOADED", *sorted(m.partition(".")[0] for m in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments", [["--help"], ["ask", "--help"], ["verify", "--help"], ["--version"]]
)
def test_help_imports_nothing_heavy(gvqa, arguments):
    done = subprocess.run(
        [sys.executable, "-c", SNIFF.format(arguments=arguments)],
        capture_output=True,
        text=True,
        env={k: v for k, v in gvqa.environ.items() if k != "GVQA_DISABLE_PLUGINS"},
    )
    loaded = set(done.stderr.rpartition("LOADED ")[2].split())
    assert "gvqa_core" in loaded
    assert loaded & HEAVY == set()


def test_help_lists_every_command(gvqa):
    done = gvqa("--help")
    assert done.code == 0
    for command in (
        "ask", "verify", "audit", "ingest", "plugins", "doctor", "config", "cache", "models",
        "check",
    ):  # fmt: skip
        assert f"│ {command} " in done.out


@pytest.mark.parametrize(
    "command",
    ["ask", "verify", "audit", "ingest", "plugins", "doctor", "config", "cache", "models", "check",
     "cache list", "cache clear", "models list", "models pull"],
)  # fmt: skip
def test_every_command_has_help(gvqa, command):
    done = gvqa(*command.split(), "--help")
    assert done.code == 0
    assert f"Usage: gvqa {command}" in done.out


def test_version(gvqa):
    from importlib.metadata import version

    assert gvqa("--version").out == f"gvqa {version('gvqa-core')}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["askk"], "Did you mean 'ask'?"),
        (["ask"], "Missing argument 'VIDEO'"),
        (["ask", "v.mp4"], "Missing argument 'QUESTION'"),
        (["ask", "v.mp4", " "], "the question is empty"),
        (["ask", "v.mp4", "q", "--verifierr", "x"], "No such option: --verifierr"),
        (["ask", "v.mp4", "q", "--from", "soon"], "timestamp not understood"),
        (["ask", "v.mp4", "q", "--from", "0:30", "--to", "12s"], "the part ends (12 s) before"),
        (["ask", "v.mp4", "q", "-o", "threshold", "1"], "expected a dotted key and a value"),
        (["ask", "v.mp4", "q", "--interval", "0"], "interval"),
        (["ask", "v.mp4", "q", "--profile", "papr"], "Unknown profile 'papr'"),
        (["config", "-o", "verify.captionr", "x"], "Did you mean 'verify.captioner'?"),
        (["models", "pull"], "Missing argument 'NAME'"),
    ],
)
def test_wrong_usage_is_told_with_code_2(gvqa, arguments, said):
    done = gvqa(*arguments)
    assert done.code == 2
    assert said in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err
    assert done.out == ""


def test_an_extension_s_commands_are_listed_and_run_but_not_imported_for_help(gvqa, tmp_path):
    """A distribution beside the core adds `gvqa greet`."""
    install(tmp_path, "greeter")
    (tmp_path / "greeter_plugin.py").write_text(
        "from gvqa_core.hookspecs import hookimpl\n"
        "@hookimpl\n"
        "def gvqa_register(registry):\n"
        "    registry.add_commands('greet', 'greeter_cli:app', 'Say hello.')\n"
    )
    (tmp_path / "greeter_cli.py").write_text(
        "import typer\n"
        "open('imported', 'w').close()\n"
        "app = typer.Typer()\n"
        "@app.command()\n"
        "def hello(name: str):\n"
        "    print('hello', name)\n"
        "@app.command()\n"
        "def bye(name: str):\n"
        "    raise RuntimeError('broken')\n"
    )
    environ = gvqa.path_with(tmp_path)
    listed = gvqa("--help", environ=environ)
    assert "greet " in listed.out
    assert "Say hello." in listed.out
    assert not (tmp_path / "imported").exists()
    assert gvqa("greet", "hello", "Ada", environ=environ).out == "hello Ada\n"
    broken = gvqa("greet", "bye", "Ada", environ=environ)
    assert broken.code == 1
    assert "internal error: RuntimeError: broken" in broken.err
    assert "Traceback" not in broken.err
    debugged = gvqa("greet", "bye", "Ada", environ={**environ, "GVQA_DEBUG": "1"})
    assert "Traceback" in debugged.err
