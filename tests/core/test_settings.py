"""Layers of settings, their order, their errors and where each value came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from gvqa_core import config
from gvqa_core.config import Settings
from gvqa_core.errors import ConfigError
from gvqa_core.options import RawText
from gvqa_core.settings import explain_settings, load_settings


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, text: str, name: str = "gvqa.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def sources(settings: Settings) -> dict[str, tuple[Any, str]]:
    return {key: (value, source) for key, value, source in explain_settings(settings)}


def test_defaults() -> None:
    settings = load_settings(environ={})
    assert settings == Settings()
    assert all(source == "default" for _, _, source in explain_settings(settings))


def test_the_paper_profile_pins_every_value() -> None:
    """The paper's pipeline and nothing else: change this test only with the paper in hand."""
    paper = load_settings(environ={}, profile="paper")
    values = attrs.asdict(paper)
    assert values.pop("sources").keys() == {
        "profile",
        "interval",
        "top_k",
        "neighbours",
        "use.sampler",
        "use.retriever",
        "use.verifier",
        "verify.captioner",
        "verify.model",
        "verify.prompt",
        "verify.sentences",
        "verify.split_compound",
        "verify.guards",
        "answers.wrong_moment",
        "answers.premises",
        "answers.relevance",
        "answers.history",
        "speech.subtitles",
        "speech.model",
        "verifier.nli.threshold",
    }
    assert values == {
        "profile": "paper",
        "backend": "auto",
        "interval": 5.0,
        "top_k": 5,
        "neighbours": 1,
        "cache_dir": "",
        "offline": False,
        "use": {
            "sampler": "interval",
            "captioner": "auto",
            "retriever": "minilm",
            "drafter": "auto",
            "verifier": "nli",
        },
        "verify": {
            "captioner": "",
            "model": "",
            "prompt": "",
            "sentences": False,
            "split_compound": False,
            "guards": False,
        },
        "answers": {
            "wrong_moment": False,
            "premises": False,
            "relevance": False,
            "history": "none",
        },
        "speech": {
            "subtitles": "off",
            "language": "",
            "top_k": 5,
            "model": "",
            "device": "auto",
        },
        "options": {"verifier": {"nli": {"threshold": 0.0}}},
    }


def test_the_papers_models_and_constants() -> None:
    assert (config.INTERVAL, config.TOP_K, config.NEIGHBOURS) == (5.0, 5, 1)
    assert config.CAPTION_MODEL == "Qwen/Qwen2-VL-2B-Instruct"
    assert config.CAPTION_MODEL_MLX == "mlx-community/Qwen2-VL-2B-Instruct-4bit"
    assert config.DRAFT_MODEL == "Qwen/Qwen2.5-3B-Instruct"
    assert config.DRAFT_MODEL_MLX == "mlx-community/Qwen2.5-3B-Instruct-4bit"
    assert config.EMBEDDING_MODEL == "sentence-transformers/all-MiniLM-L6-v2"
    assert config.NLI_MODEL == "cross-encoder/nli-deberta-v3-small"


def test_later_layers_win_and_each_value_tells_its_origin(empty_folder: Path) -> None:
    write(
        empty_folder,
        """
        [gvqa]
        profile = "paper"
        interval = 2
        top_k = 7
        neighbours = 3
        [gvqa.use]
        verifier = "lexical"
        [gvqa.verifier.nli]
        model = "from/file"
        batch_size = 4
        """,
    )
    environ = {"GVQA_TOP_K": "8", "GVQA_NEIGHBOURS": "2", "GVQA_VERIFIER__NLI__MODEL": "from/env"}
    settings = load_settings(environ=environ, neighbours=0)
    found = sources(settings)
    assert found["profile"] == ("paper", "gvqa.toml")
    assert found["interval"] == (2.0, "gvqa.toml")
    assert found["top_k"] == (8, "GVQA_TOP_K")
    assert found["neighbours"] == (0, "argument")
    assert found["use.verifier"] == ("lexical", "gvqa.toml")
    assert found["use.retriever"] == ("minilm", "profile paper")
    assert found["verify.guards"] == (False, "profile paper")
    assert found["backend"] == ("auto", "default")
    assert found["verifier.nli.model"] == ("from/env", "GVQA_VERIFIER__NLI__MODEL")
    assert found["verifier.nli.batch_size"] == (4, "gvqa.toml")
    assert found["verifier.nli.threshold"] == (0.0, "profile paper")
    assert isinstance(settings.interval, float)


def test_the_profile_may_come_from_any_layer() -> None:
    assert load_settings(environ={"GVQA_PROFILE": "paper"}).use.verifier == "nli"
    settings = load_settings(environ={"GVQA_PROFILE": "paper"}, profile="default")
    assert settings.use.verifier == "auto"
    with pytest.raises(ConfigError, match=r"Unknown profile 'papr' \(from GVQA_PROFILE\)"):
        load_settings(environ={"GVQA_PROFILE": "papr"})


def test_pyproject_is_read_when_there_is_no_gvqa_toml(empty_folder: Path) -> None:
    write(empty_folder, "[project]\nname = 'x'\n[tool.gvqa]\ntop_k = 3\n", "pyproject.toml")
    settings = load_settings(environ={})
    assert sources(settings)["top_k"] == (3, "pyproject.toml")
    write(empty_folder, "[gvqa]\ntop_k = 4\n")
    assert load_settings(environ={}).top_k == 4


def test_a_pyproject_without_our_table_is_no_concern_of_ours(empty_folder: Path) -> None:
    write(empty_folder, "[tool.other]\ntop_k = 3\n", "pyproject.toml")
    assert load_settings(environ={}) == Settings()


def test_a_named_file(empty_folder: Path) -> None:
    path = write(empty_folder, "\ufeff[gvqa]\r\ntop_k = 9\r\n", "mine.toml")
    assert sources(load_settings(file=path, environ={}))["top_k"] == (9, str(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[gvqa\n", "gvqa.toml cannot be read: Expected"),
        ("interval = 5\n", "Unknown key 'interval' at the top of gvqa.toml"),
        ("[tool.gvqa]\ninterval = 5\n", "Unknown key 'tool' at the top"),
        ("gvqa = 5\n", "'gvqa' in gvqa.toml must be a table"),
        (
            "[gvqa]\nintervall = 5\n",
            r"Unknown setting 'intervall' \(from gvqa.toml\). Did you mean 'interval'",
        ),
        (
            "[gvqa.use]\nverifer = 'nli'\n",
            r"Unknown setting 'use.verifer' \(from gvqa.toml\). Did you mean 'use.verifier'",
        ),
        ("[gvqa]\nverifier = 'nli'\n", "Did you mean 'use.verifier'"),
        ("[gvqa.usee]\nverifier = 'nli'\n", "Did you mean 'use.verifier'"),
        ("[gvqa.options.verifier.nli]\nmodel = 'x'\n", "Unknown setting 'options.verifier.nli'"),
        ("[gvqa.sources]\na.b = 'x'\n", "Unknown setting 'sources.a.b'"),
        ("[gvqa.interval]\nseconds = 5\n", "'interval' must be one value, not a table"),
        ("[gvqa]\nuse = 'nli'\n", "'use' must be a table"),
        ("[gvqa]\ninterval = '5'\n", r"'interval' must be a number, got '5' \(from gvqa.toml\)"),
        ("[gvqa]\ninterval = true\n", "'interval' must be a number, got True"),
        (
            "[gvqa]\ninterval = 0\n",
            r"interval must be a number of seconds, at least 0.001, got 0.0 \(from gvqa.t",
        ),
        ("[gvqa]\ninterval = 1e-7\n", "at least 0.001, got 1e-07"),
        ("[gvqa]\ninterval = inf\n", "at least 0.001, got inf"),
        ("[gvqa]\ninterval = nan\n", "at least 0.001, got nan"),
        ("[gvqa]\ntop_k = 5.5\n", "'top_k' must be a whole number, got 5.5"),
        ("[gvqa]\ntop_k = 0\n", r"'top_k' must be >= 1: 0 \(from gvqa.toml\)"),
        ("[gvqa]\nneighbours = -1\n", "'neighbours' must be >= 0: -1"),
        ("[gvqa]\noffline = 1\n", "'offline' must be true or false, got 1"),
        ("[gvqa.use]\nverifier = 5\n", "'use': 'verifier' must be text, got 5"),
    ],
)
def test_faults_in_the_file(empty_folder: Path, text: str, message: str) -> None:
    write(empty_folder, text)
    with pytest.raises(ConfigError, match=message):
        load_settings(environ={})


def test_a_missing_file_and_a_folder(empty_folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere.toml cannot be read: No such file"):
        load_settings(file="nowhere.toml", environ={})
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load_settings(file=empty_folder, environ={})


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        (
            "GVQA_INTERVALL",
            "5",
            r"Unknown setting 'intervall' \(from GVQA_INTERVALL\). Did you mean GVQA_INTERVAL\?",
        ),
        ("GVQA_USE__VERIFER", "nli", r"Did you mean GVQA_USE__VERIFIER\?"),
        ("GVQA_VERIFIER", "nli", r"GVQA_USE__VERIFIER"),
        ("GVQA_VERIFIER__NLI", "x", r"Unknown setting 'verifier.nli'"),
        ("GVQA___INTERVAL", "5", "has an empty part"),
        ("GVQA_INTERVAL", "five", r"'interval' must be a number, got 'five' \(from GVQA_INTERVAL"),
        ("GVQA_TOP_K", "5.0", "'top_k' must be a whole number"),
        ("GVQA_OFFLINE", "perhaps", "'offline' must be true or false, got 'perhaps'"),
    ],
)
def test_faults_in_the_environment(variable: str, value: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_settings(environ={variable: value})


def test_names_in_the_environment() -> None:
    environ = {
        "GVQA_VERIFIER__NLI_MINI__BATCH_SIZE": "8",
        "GVQA_SCENE_GRAPH_PARSER__LLM__MAX_TOKENS": "64",
        "GVQA_CAPTIONER__MLX__EXTRA__DEEP__ER": "1",
        "GVQA_DISABLE_PLUGINS": "mlx",
        "GVQA_STRICT_PLUGINS": "1",
        "GVQA_INTERVAL": "",
        "OTHER_INTERVAL": "7",
    }
    settings = load_settings(environ=environ)
    assert settings.interval == 5.0
    assert settings.options == {
        "verifier": {"nli-mini": {"batch_size": "8"}},
        "scene_graph_parser": {"llm": {"max_tokens": "64"}},
        "captioner": {"mlx": {"extra": {"deep": {"er": "1"}}}},
    }
    value = settings.options["verifier"]["nli-mini"]["batch_size"]
    assert isinstance(value, RawText)


@pytest.mark.parametrize("word", ["1", "true", "YES", "on"])
def test_offline_from_the_environment(word: str) -> None:
    assert load_settings(environ={"GVQA_OFFLINE": word}).offline is True
    settings = load_settings(environ={"HF_HUB_OFFLINE": word})
    assert sources(settings)["offline"] == (True, "HF_HUB_OFFLINE")
    assert load_settings(environ={"HF_HUB_OFFLINE": "0"}).offline is False


def test_arguments() -> None:
    settings = load_settings(
        environ={},
        interval=1,
        top_k=None,
        verifier="lexical",
        use={"captioner": "embedded"},
        verify={"guards": False},
        retriever={"minilm": {"model": "a/b"}},
        options={"verifier": {"nli": {"device": "cpu"}}},
    )
    assert settings.interval == 1.0
    assert settings.top_k == 5
    assert (settings.use.verifier, settings.use.captioner) == ("lexical", "embedded")
    assert settings.verify.guards is False
    assert settings.options == {
        "retriever": {"minilm": {"model": "a/b"}},
        "verifier": {"nli": {"device": "cpu"}},
    }
    assert set(settings.sources.values()) == {"argument"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"intervall": 1}, r"Unknown setting 'intervall' \(from argument\). Did you mean 'inter"),
        ({"verifier": "nli", "use": {"verifier": "lexical"}}, "The verifier is given twice"),
        ({"interval": "5"}, "'interval' must be a number, got '5'"),
        ({"interval": {"a": 1}}, "must be one value, not a table"),
    ],
)
def test_faults_in_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_settings(environ={}, **arguments)


def test_secrets_are_not_shown() -> None:
    options = {"captioner": {"openai": {"api_key": "sk-1", "max_tokens": 5}}}
    found = sources(load_settings(environ={}, options=options))
    assert found["captioner.openai.api_key"] == ("***", "argument")
    assert found["captioner.openai.max_tokens"] == (5, "argument")
