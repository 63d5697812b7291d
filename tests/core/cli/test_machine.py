"""The commands about the machine: plugins, doctor, config, cache, models, check."""

from __future__ import annotations

import pytest
from tests.core.cli.conftest import EMBEDDED, install


def test_plugins_lists_components_with_what_they_lack(gvqa):
    done = gvqa("plugins", "--json")
    assert done.code == 0, done.err
    plugins = {plugin["name"]: plugin for plugin in done.json["plugins"]}
    assert plugins["builtin"]["status"] == "loaded"
    assert plugins["mlx"]["status"] == "disabled"
    assert plugins["mlx"]["reason"] == "named in GVQA_DISABLE_PLUGINS"
    components = {(c["kind"], c["name"]): c for c in done.json["components"]}
    assert components["captioner", "embedded"]["usable"]
    assert components["verifier", "lexical"]["distribution"] == "gvqa-core"
    table = gvqa("plugins").out
    assert "embedded" in table
    assert "disabled" in table


def test_plugins_check_builds_and_fails_on_a_broken_plugin(gvqa, tmp_path):
    assert gvqa("plugins", "--check").code == 0
    install(tmp_path, "broken")
    (tmp_path / "broken_plugin.py").write_text("import nowhere\n")
    environ = gvqa.path_with(tmp_path)
    shown = gvqa("plugins", environ=environ)
    assert shown.code == 0
    assert "No module named 'nowhere'" in " ".join(shown.out.split())
    assert gvqa("plugins", "--check", environ=environ).code == 1


def test_doctor_finds_this_machine_healthy(gvqa):
    done = gvqa("doctor", "--json", *EMBEDDED)
    findings = {finding["subject"]: finding for finding in done.json["findings"]}
    assert done.code == 0, [f for f in findings.values() if f["state"] == "broken"]
    assert done.json["healthy"]
    assert findings["decoder opencv"]["state"] == "ok"
    assert findings["backend embedded"]["state"] == "ok"
    assert findings["model hub"]["detail"].startswith("offline is set")
    pixels = findings["pixels reach captioner embedded"]
    assert pixels["state"] == "ok"
    assert "red" in pixels["detail"]
    assert "blue" in pixels["detail"]


def test_doctor_says_what_is_broken_with_code_1(gvqa, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    done = gvqa("doctor", "--verifier", "nlii")
    assert done.code == 1
    assert "broken cache: " in done.out
    assert "broken verifier: Unknown verifier 'nlii'" in done.out
    assert done.out.rstrip().endswith("broken: cache, verifier")


def test_doctor_finds_a_captioner_that_does_not_see(gvqa, tmp_path):
    """A plugin whose captioner says the same of every picture."""
    install(tmp_path, "blind")
    (tmp_path / "blind_plugin.py").write_text(
        "from gvqa_core.component import BaseComponent, ComponentSpec\n"
        "from gvqa_core.hookspecs import hookimpl\n"
        "class Blind(BaseComponent):\n"
        "    batch_size = 1\n"
        "    max_pixels = None\n"
        "    def __init__(self): super().__init__(None)\n"
        "    def caption(self, frames): return ['A picture.' for _ in frames]\n"
        "@hookimpl\n"
        "def gvqa_captioners():\n"
        "    return [ComponentSpec(kind='captioner', name='blind', factory='blind_plugin:Blind')]\n"
    )
    done = gvqa("doctor", "--captioner", "blind", environ=gvqa.path_with(tmp_path))
    assert done.code == 1
    assert "broken pixels reach captioner blind: a red and a blue picture are described alike" in (
        done.out
    )


def test_config_shows_where_a_value_comes_from(gvqa, tmp_path):
    (tmp_path / "gvqa.toml").write_text(
        "[gvqa]\ninterval = 2.5\n[gvqa.use]\nverifier = 'lexical'\n"
    )
    rows = gvqa("config", "--json", environ={"GVQA_TOP_K": "7"}).json
    values = {row["key"]: (row["value"], row["source"]) for row in rows}
    assert values["interval"][0] == 2.5
    assert "gvqa.toml" in values["interval"][1]
    assert values["top_k"] == (7, "GVQA_TOP_K")
    assert values["neighbours"] == (1, "default")
    assert "use.verifier" in gvqa("config").out


def test_a_config_file_can_be_named(gvqa, tmp_path):
    (tmp_path / "mine.toml").write_text("[gvqa]\ninterval = 2.5\n")
    rows = gvqa("config", "--json", "--config", "mine.toml").json
    assert {row["key"]: row["value"] for row in rows}["interval"] == 2.5
    missing = gvqa("config", "--config", "nowhere.toml")
    assert missing.code == 2
    assert "nowhere.toml" in missing.err


def test_cache_lists_and_clears(gvqa, talk):
    assert gvqa("cache", "list", "--json").json["videos"] == []
    gvqa("ingest", talk)
    [video] = gvqa("cache", "list", "--json").json["videos"]
    assert video["path"] == talk
    assert video["captions"] == 3
    assert "1 videos" in gvqa("cache", "list").out
    assert gvqa("cache", "clear", "--json").json["videos"] == 1
    assert gvqa("cache", "list", "--json").json["videos"] == []


def test_models_lists_what_is_here(gvqa, tmp_path):
    snapshot = tmp_path / "hub" / "hub" / "models--a--b" / "snapshots" / "c0ffee"
    snapshot.mkdir(parents=True)
    (snapshot / "model.safetensors").write_bytes(b"x" * 2000)
    data = gvqa("models", "list", "--json").json
    [model] = data["models"]
    assert (model["model"], model["bytes"], model["complete"]) == ("a/b", 2000, True)
    text = gvqa("models", "list").out
    assert "a/b" in text
    assert "2 kB" in text


def test_a_pull_that_cannot_reach_the_hub_says_so(gvqa):
    pytest.importorskip("huggingface_hub")
    done = gvqa("models", "pull", "some/model")
    assert done.code == 1
    assert "some/model could not be fetched" in done.err
    assert ".." not in done.err
    assert "Traceback" not in done.err
    none = gvqa("models", "pull", "verifier.lexical")
    assert none.code == 2
    assert "has no model to fetch" in " ".join(none.err.split())
    bare = gvqa("models", "pull", "lexical")
    assert bare.code == 2
    assert "say verifier.lexical" in " ".join(bare.err.split())


def test_check_holds_a_component_to_its_contract(gvqa):
    pytest.importorskip("gvqa_core.testing.conformance")
    done = gvqa("check", "verifier", "lexical", "--json")
    assert done.code == 0, done.err
    assert len(done.json["checks"]) >= 3
    assert all(check["ok"] for check in done.json["checks"])
    assert "checks ran, 0 failed" in gvqa("check", "verifier", "lexical").out
    assert gvqa("check", "verifier", "nlii").code == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[gvqa\n", "gvqa.toml cannot be read"),
        (b"\xff\xfe\x00", "gvqa.toml cannot be read"),
        (b"[gvqa]\nintervall = 2\n", "Did you mean 'interval'?"),
        (b"[gvqa]\ninterval = 'often'\n", "'interval' must be a number"),
        (b"[gvqa.use]\nverifier = 3\n", "'verifier' must be text"),
        (b"interval = 2\n", "Unknown key 'interval' at the top"),
    ],
)
def test_a_settings_file_that_is_wrong_is_told_with_its_place(gvqa, tmp_path, content, said):
    (tmp_path / "gvqa.toml").write_bytes(content)
    done = gvqa("config")
    assert done.code == 2
    assert said in done.err
    assert "gvqa.toml" in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    "command",
    ["ask v.mp4 q", "verify v.mp4 -", "ingest v.mp4", "plugins", "doctor", "config", "cache list",
     "models list", "check verifier lexical"],
)  # fmt: skip
def test_every_command_tells_of_a_wrong_settings_file(gvqa, tmp_path, command):
    (tmp_path / "gvqa.toml").write_text("[gvqa]\nintervall = 2\n")
    done = gvqa(*command.split(), stdin=b'[{"claim": "x", "timestamp": 1}]')
    assert done.code == 2
    assert "Did you mean 'interval'?" in done.err
    assert "Traceback" not in done.err
