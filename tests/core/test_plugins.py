"""Every known way in which a plugin can break discovery, built for real."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.core.fake_plugins import captioner_plugin, listed, make_distribution, run

from gvqa_core.errors import ComponentError, PluginError
from gvqa_core.events import StageEvent
from gvqa_core.hookspecs import hookimpl
from gvqa_core.plugins import PluginReport, Plugins, load_plugins
from gvqa_core.settings import load_settings

GOOD = captioner_plugin("good")


def load(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    *,
    strict: bool = False,
    modules: tuple[str, ...] = ("good", "bad"),
) -> Plugins:
    """Load the plugins of a folder, beside those that are installed, in this process."""
    monkeypatch.syspath_prepend(folder)
    for module in modules:
        monkeypatch.delitem(sys.modules, module, raising=False)
    try:
        return load_plugins(strict=strict)
    finally:
        for module in modules:
            sys.modules.pop(module, None)


def report(plugins: Plugins, name: str) -> PluginReport:
    (found,) = [each for each in plugins.reports if each.name == name]
    return found


def pair(folder: Path, bad: str) -> Path:
    """Install a sound plugin and a bad one."""
    make_distribution(folder, "pkg-good", {"good": GOOD})
    return make_distribution(folder, "pkg-bad", {"bad": bad})


def offered(plugins: Plugins, kind: str = "captioner") -> set[str]:
    return {each.spec.name for each in plugins.registry.components(kind)}


@pytest.mark.case("A17")
def test_import_error_of_one_plugin_leaves_the_others_working(tmp_path: Path) -> None:
    make_distribution(tmp_path / "a", "pkga", {"moda": GOOD}, entry_points={"good": "moda"})
    make_distribution(
        tmp_path / "c", "pkgc", {"modc": "import not_there_xyz"}, entry_points={"broken": "modc"}
    )
    result, said = listed([tmp_path / "a", tmp_path / "c"])

    assert result["reports"]["broken of pkgc"]["status"] == "failed"
    assert (
        result["reports"]["broken of pkgc"]["reason"]
        == "ModuleNotFoundError: No module named 'not_there_xyz'"
    )
    assert result["reports"]["good of pkga"]["status"] == "loaded"
    assert ["captioner", "good", "pkga"] in result["components"]
    assert "plugin 'broken' (pkgc 1.0) failed to load: ModuleNotFoundError" in said


@pytest.mark.case("A17")
def test_naming_a_broken_plugin_as_backend_gives_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugins = load(monkeypatch, pair(tmp_path, "import not_there_xyz"))
    settings = load_settings(environ={}, backend="bad")
    with pytest.raises(ComponentError, match=r"Unknown backend 'bad'.*not_there_xyz") as caught:
        plugins.registry.choose("captioner", "auto", settings)
    assert "pkg-bad 1.0" in str(caught.value)


@pytest.mark.case("A17")
def test_strict_raises_what_the_plugin_raised(tmp_path: Path) -> None:
    make_distribution(tmp_path, "pkgc", {"modc": "import not_there_xyz"})
    done = run("import gvqa_core.plugins as p; p.load_plugins()", [tmp_path],
               GVQA_STRICT_PLUGINS="1")  # fmt: skip
    assert done.returncode == 1
    assert "ModuleNotFoundError: No module named 'not_there_xyz'" in done.stderr
    assert "while gvqa loaded the plugin 'modc'" in done.stderr


@pytest.mark.case("A17")
def test_help_and_listing_of_the_command_line_survive_a_broken_plugin(tmp_path: Path) -> None:
    make_distribution(
        tmp_path, "pkgc", {"modc": "raise SystemExit(9)"}, entry_points={"broken": "modc"}
    )
    main = "import sys; from gvqa_core.cli import main; sys.argv = ['gvqa', {!r}]; main()"
    helped = run(main.format("--help"), [tmp_path])
    assert helped.returncode == 0, helped.stderr
    assert "Usage" in helped.stdout
    shown = run(main.format("plugins"), [tmp_path], COLUMNS="200")
    assert shown.returncode == 0, shown.stderr
    assert "broken" in shown.stdout
    assert "SystemExit: 9" in shown.stdout


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("class Odd(BaseException): pass\nraise Odd('why')", "Odd: why"),
        ("def broken(:", "SyntaxError: invalid syntax"),
    ],
)
def test_whatever_is_raised_at_import_is_contained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, reason: str
) -> None:
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert report(plugins, "bad").status == "failed"
    assert report(plugins, "bad").reason.startswith(reason)
    assert "Traceback" in report(plugins, "bad").trace
    assert "good" in offered(plugins)


def test_keyboard_interrupt_at_import_is_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        load(monkeypatch, pair(tmp_path, "raise KeyboardInterrupt"))


def test_exit_at_import_when_strict_is_an_error_not_an_exit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PluginError, match="plugin 'bad' failed: SystemExit: 3"):
        load(monkeypatch, pair(tmp_path, "raise SystemExit(3)"), strict=True)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            "@hookimpl\ndef gvqa_captionners():\n    return []",
            "gvqa_captionners matches no hook. Did you mean 'gvqa_captioners'?",
        ),
        (
            "def gvqa_verifier():\n    return []",
            "gvqa_verifier matches no hook. Did you mean 'gvqa_verifiers'?",
        ),
        (
            "def gvqa_verifiers():\n    return []",
            "gvqa_verifiers is not marked; put @hookimpl above it",
        ),
        (
            "@hookimpl\ndef verifiers():\n    return []",
            "verifiers matches no hook. Did you mean 'gvqa_verifiers'?",
        ),
        (
            "@hookimpl(specname='gvqa_verifierz')\ndef mine():\n    return []",
            "gvqa_verifierz matches no hook. Did you mean 'gvqa_verifiers'?",
        ),
        (
            "@hookimpl(wrapper=True)\ndef gvqa_verifiers():\n    return (yield)",
            "gvqa_verifiers is a hook wrapper",
        ),
    ],
)
def test_misspelt_and_unmarked_hooks_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, reason: str
) -> None:
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert report(plugins, "bad").status == "failed"
    assert report(plugins, "bad").reason.startswith(reason)
    assert "good" in offered(plugins)


def test_an_optional_hook_may_be_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "@hookimpl(optionalhook=True)\ndef gvqa_of_another():\n    return []\n"
    plugins = load(monkeypatch, pair(tmp_path, source + captioner_plugin("mine")))
    assert report(plugins, "bad").status == "loaded"
    assert "mine" in offered(plugins)


def test_functions_imported_into_a_plugin_are_not_taken_for_its_hooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "from gvqa_core.hookspecs import gvqa_verifiers\n"
    (tmp_path / "elsewhere.py").write_text("def gvqa_home():\n    return 1\n")
    source += "from elsewhere import gvqa_home\n" + captioner_plugin("mine")
    plugins = load(monkeypatch, pair(tmp_path, source), modules=("good", "bad", "elsewhere"))
    assert report(plugins, "bad").status == "loaded"


def test_a_half_registered_plugin_is_rolled_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pluggy registers in order of name: the captioners are in before the argument
    # of gvqa_verifiers is found to be wrong.
    source = captioner_plugin("half") + "@hookimpl\ndef gvqa_verifiers(wrong):\n    return []\n"
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert report(plugins, "bad").status == "failed"
    assert "wrong" in report(plugins, "bad").reason
    assert report(plugins, "bad").components == ()
    assert "half" not in offered(plugins)
    assert "good" in offered(plugins)
    assert "bad" not in dict(plugins.collect("gvqa_captioners"))


@pytest.mark.parametrize(
    ("stated", "cure"), [("2", "upgrade gvqa-core"), ("0", "upgrade the plugin"), ("'1'", "")]
)
def test_another_hook_interface_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stated: str, cure: str
) -> None:
    plugins = load(monkeypatch, pair(tmp_path, f"GVQA_HOOK_API = {stated}\n{GOOD}"))
    assert report(plugins, "bad").status == "failed"
    assert f"hook interface {stated}" in report(plugins, "bad").reason
    assert cure in report(plugins, "bad").reason


def test_a_disabled_plugin_is_never_imported(tmp_path: Path) -> None:
    witness = tmp_path / "imported"
    make_distribution(tmp_path, "pkg-loud", {"loud": f"open({str(witness)!r}, 'w')\n{GOOD}"})
    result, said = listed([tmp_path], GVQA_DISABLE_PLUGINS=" loud ,")
    assert not witness.exists()
    assert result["reports"]["loud of pkg-loud"]["status"] == "disabled"
    assert ["captioner", "good", "pkg-loud"] not in result["components"]
    assert said == ""
    listed([tmp_path])
    assert witness.exists()


def test_built_in_plugins_can_be_disabled(tmp_path: Path) -> None:
    result, _ = listed([tmp_path], GVQA_DISABLE_PLUGINS="builtin")
    assert result["reports"]["builtin of gvqa-core"]["status"] == "disabled"
    assert not [each for each in result["components"] if each[1] == "lexical"]


def test_naming_a_component_of_a_disabled_plugin_says_so() -> None:
    plugins = load_plugins(disable=["builtin"])
    with pytest.raises(ComponentError, match=r"plugin 'builtin' .* is disabled"):
        plugins.registry.get("verifier", "lexical")


@pytest.mark.case("B21")
def test_one_name_in_two_distributions_is_refused_whatever_the_order(tmp_path: Path) -> None:
    a = make_distribution(
        tmp_path / "a", "pkga", {"moda": captioner_plugin("from-a")}, entry_points={"same": "moda"}
    )
    b = make_distribution(
        tmp_path / "b", "pkgb", {"modb": captioner_plugin("from-b")}, entry_points={"same": "modb"}
    )
    first, said_first = listed([a, b])
    second, said_second = listed([b, a])
    assert first == second
    for result, said in ((first, said_first), (second, said_second)):
        for owner in ("pkga", "pkgb"):
            one = result["reports"][f"same of {owner}"]
            assert one["status"] == "failed"
            assert "declared by pkga 1.0 and pkgb 1.0" in one["reason"]
        assert "pkga 1.0 and pkgb 1.0" in said


@pytest.mark.case("B21")
def test_the_clash_is_cured_by_disabling_one_distribution(tmp_path: Path) -> None:
    a = make_distribution(
        tmp_path / "a", "pkga", {"moda": captioner_plugin("from-a")}, entry_points={"same": "moda"}
    )
    b = make_distribution(
        tmp_path / "b", "pkgb", {"modb": captioner_plugin("from-b")}, entry_points={"same": "modb"}
    )
    result, _ = listed([a, b], GVQA_DISABLE_PLUGINS="pkga")
    assert result["reports"]["same of pkga"]["status"] == "disabled"
    assert result["reports"]["same of pkgb"]["status"] == "loaded"
    assert ["captioner", "from-b", "pkgb"] in result["components"]


@pytest.mark.case("B21")
def test_one_distribution_seen_through_a_link_loads_once_in_silence(tmp_path: Path) -> None:
    a = make_distribution(tmp_path / "a", "pkga", {"good": GOOD})
    (tmp_path / "a64").symlink_to(a)
    result, said = listed([a, tmp_path / "a64"], PYTHONWARNINGS="error")
    assert [each for each in result["components"] if each[2] == "pkga"] == [
        ["captioner", "good", "pkga"]
    ]
    assert result["reports"]["good of pkga"]["status"] == "loaded"
    assert said == ""


@pytest.mark.case("B21")
def test_a_built_in_plugin_keeps_its_name_and_says_so(tmp_path: Path) -> None:
    path = make_distribution(
        tmp_path, "pkga", {"moda": captioner_plugin("mine")}, entry_points={"builtin": "moda"}
    )
    result, said = listed([path])
    assert result["reports"]["builtin of gvqa-core"]["status"] == "loaded"
    assert result["reports"]["builtin of pkga"]["status"] == "failed"
    assert "built-in plugin of gvqa-core, which is kept" in said


@pytest.mark.case("B21")
def test_a_built_in_component_keeps_its_name_and_says_so(tmp_path: Path) -> None:
    source = captioner_plugin("embedded", priority=99) + (
        "@hookimpl\ndef gvqa_verifiers():\n"
        "    return [ComponentSpec(kind='verifier', name='mine', factory='m:n')]\n"
    )
    result, said = listed([make_distribution(tmp_path, "pkga", {"moda": source})])
    assert ["captioner", "embedded", "gvqa-core"] in result["components"]
    assert ["captioner", "embedded", "pkga"] not in result["components"]
    assert ["verifier", "mine", "pkga"] in result["components"]
    assert "captioner 'embedded' of plugin 'moda' of pkga 1.0 is set aside" in said


def test_plugins_come_in_order_of_name_whatever_the_folders(tmp_path: Path) -> None:
    names = ("zeta", "alpha", "mid")
    folders = [
        make_distribution(tmp_path / name, f"pkg-{name}", {name: captioner_plugin(name)})
        for name in names
    ]
    first, _ = listed(folders)
    second, _ = listed(folders[::-1])
    assert list(first["reports"]) == list(second["reports"]) == sorted(first["reports"])


@pytest.mark.parametrize("body", ["raise ValueError('boom')", "raise SystemExit(4)"])
def test_one_raising_implementation_loses_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    source = f"@hookimpl\ndef gvqa_captioners():\n    {body}\n" + (
        "@hookimpl\ndef gvqa_verifiers():\n"
        "    return [ComponentSpec(kind='verifier', name='mine', factory='m:n')]\n"
    )
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert "good" in offered(plugins)
    assert "mine" in offered(plugins, "verifier")
    assert report(plugins, "bad").components == (("verifier", "mine"),)
    assert report(plugins, "bad").status == "loaded"
    assert report(plugins, "bad").reason in ("ValueError: boom", "SystemExit: 4")


SPEC = "ComponentSpec(kind='captioner', name='mine', factory='m:n')"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("None", "must return a sequence of ComponentSpec, got NoneType"),
        ("'text'", "must return a sequence of ComponentSpec, got str"),
        (f"(spec for spec in [{SPEC}])", "must return a sequence of ComponentSpec, got generator"),
        (SPEC, "must return a sequence of ComponentSpec, got ComponentSpec"),
    ],
)
def test_a_hook_that_returns_no_sequence_offers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, reason: str
) -> None:
    plugins = load(
        monkeypatch, pair(tmp_path, f"@hookimpl\ndef gvqa_captioners():\n    return {value}\n")
    )
    assert reason in report(plugins, "bad").reason
    assert report(plugins, "bad").components == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("kind='verifier'", "is of kind 'verifier', and this hook collects 'captioner'"),
        ("name='Bad Name'", "needs a name of lower-case letters"),
        ("name='auto'", "other than 'auto'"),
        ("name=7", "needs a name of lower-case letters"),
        ("factory='no_colon'", "needs its factory as 'package.module:name'"),
        ("factory=None", "needs its factory as 'package.module:name'"),
        ("options=dict", "needs its options as 'package.module:name'"),
        ("probe=''", "needs its probe as 'package.module:name'"),
        ("requires='torch'", "needs its requires as a tuple of texts"),
        ("needs=('captoiner',)", "needs the unknown kind 'captoiner'. Did you mean 'captioner'?"),
        ("priority='high'", "needs a whole number as priority"),
        ("defaults=None", "needs a mapping as defaults"),
    ],
)
def test_an_unsound_specification_is_dropped_and_the_others_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, reason: str
) -> None:
    source = f"""
from attrs import evolve
@hookimpl
def gvqa_captioners():
    spec = {SPEC}
    return [evolve(spec, {change}), spec]
"""
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert reason in report(plugins, "bad").reason
    assert report(plugins, "bad").components == (("captioner", "mine"),)


def test_a_component_declared_twice_by_one_plugin_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"@hookimpl\ndef gvqa_captioners():\n    return [{SPEC}, {SPEC}]\n"
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert "'mine' is declared twice" in report(plugins, "bad").reason
    assert len(plugins.registry.candidates("captioner", "mine")) == 1


def test_broken_metadata_of_strangers_is_passed_over(tmp_path: Path) -> None:
    make_distribution(tmp_path, "pkg-good", {"good": GOOD})
    nameless = tmp_path / "nameless-1.0.dist-info"
    nameless.mkdir()
    (nameless / "entry_points.txt").write_text("[gvqa]\nodd = odd\n")
    binary = tmp_path / "binary-1.0.dist-info"
    binary.mkdir()
    (binary / "METADATA").write_text("Name: binary\nVersion: 1.0\n")
    (binary / "entry_points.txt").write_bytes(b"\xff\xfe[gvqa]\nodd = odd\n")
    result, _ = listed([tmp_path])
    assert ["captioner", "good", "pkg-good"] in result["components"]


def test_broken_metadata_of_a_plugin_is_reported(tmp_path: Path) -> None:
    path = make_distribution(tmp_path, "pkg-torn", {"torn": GOOD}, entry_points={})
    (path / "pkg_torn-1.0.dist-info" / "entry_points.txt").write_text("[gvqa]\ntorn\n")
    result, said = listed([path])
    assert result["reports"]["pkg-torn of pkg-torn"]["status"] == "failed"
    assert "its entry_points.txt cannot be read" in said


@pytest.mark.parametrize("target", ["no such module!", "", "good:", "good:gone", "nowhere.at.all"])
def test_an_entry_point_that_names_nothing(tmp_path: Path, target: str) -> None:
    make_distribution(tmp_path, "pkg-good", {"good": GOOD}, entry_points={"odd": target})
    make_distribution(tmp_path, "pkg-fine", {"fine": captioner_plugin("fine")})
    result, _ = listed([tmp_path])
    assert ["captioner", "fine", "pkg-fine"] in result["components"]
    if target != "good:":
        assert result["reports"]["odd of pkg-good"]["status"] == "failed"


def test_a_misspelt_name_to_disable_is_noticed(tmp_path: Path) -> None:
    _, said = listed([tmp_path], GVQA_DISABLE_PLUGINS="builtn")
    assert said == "'builtn' is to be disabled and is no plugin here. Did you mean 'builtin'?\n"
    _, said = listed([tmp_path], GVQA_DISABLE_PLUGINS="something-else")
    assert said == ""


class Watch:
    """An observer that notes what it is told."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, Any]] = []

    @hookimpl
    def gvqa_stage_progress(self, event: StageEvent) -> None:
        self.seen.append(("progress", event))

    @hookimpl
    def gvqa_stage_finished(self) -> None:
        self.seen.append(("finished", None))


class Broken:
    """An observer that raises."""

    calls = 0

    @hookimpl
    def gvqa_stage_progress(self, event: StageEvent) -> None:
        self.calls += 1
        raise ValueError(f"cannot draw {event.stage}")


def test_a_raising_observer_is_reported_once_and_then_ignored(
    caplog: pytest.LogCaptureFixture,
) -> None:
    plugins = load_plugins()
    broken, watch = Broken(), Watch()
    plugins.register_observer(broken)
    plugins.register_observer(watch)
    event = StageEvent("caption", done=1, total=2)
    with caplog.at_level(logging.WARNING, "gvqa_core.plugins"):
        for _ in range(3):
            plugins.notify_progress(event)
    assert broken.calls == 1
    assert watch.seen == [("progress", event)] * 3
    (message,) = [record.getMessage() for record in caplog.records]
    assert "ValueError: cannot draw caption" in message


def test_an_observer_takes_only_the_arguments_it_wants_and_can_be_removed() -> None:
    plugins = load_plugins()
    watch = Watch()
    remove = plugins.register_observer(watch)
    plugins.notify_finished(StageEvent("draft"))
    assert watch.seen == [("finished", None)]
    remove()
    remove()
    plugins.notify_finished(StageEvent("draft"))
    assert watch.seen == [("finished", None)]


def test_a_misspelt_observer_is_the_callers_error() -> None:
    class Misspelt:
        @hookimpl
        def gvqa_stage_finish(self, event: StageEvent) -> None: ...

    with pytest.raises(PluginError, match="Did you mean 'gvqa_stage_finished'"):
        load_plugins().register_observer(Misspelt())


def test_a_plugin_may_observe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
seen = []
@hookimpl
def gvqa_stage_finished(event):
    seen.append(event.stage)
"""
    make_distribution(tmp_path, "pkg-watch", {"watching": source})
    monkeypatch.syspath_prepend(tmp_path)
    plugins = load_plugins()
    plugins.notify_finished(StageEvent("verify"))
    module = sys.modules.pop("watching")
    assert module.seen == ["verify"]


EXTENSION = {
    "ext": """
import ext_specs
GVQA_HOOK_API = 1

@hookimpl
def gvqa_register(registry):
    registry.add_kind("critic", methods=("grade",))
    registry.add_kind("shot_list_reader")
    registry.add_hookspecs(ext_specs)
    registry.add_commands("ext", "ext_cli:app", "Commands of ext.")

@hookimpl
def gvqa_critics():
    return [ComponentSpec(kind="critic", name="own", factory="m:n")]
""",
    "ext_specs": """
from gvqa_core.hookspecs import hookspec
@hookspec
def gvqa_critics(): ...
@hookspec
def gvqa_shot_list_readers(): ...
@hookspec
def gvqa_turn_graded(turn): ...
""",
}


def test_an_extension_adds_kinds_hooks_and_commands(tmp_path: Path) -> None:
    make_distribution(tmp_path, "pkg-ext", EXTENSION, entry_points={"zz-ext": "ext"})
    # In order of name this one comes first: its hook must be known all the same.
    user = """
@hookimpl
def gvqa_critics():
    return [ComponentSpec(kind="critic", name="other", factory="m:n")]
@hookimpl
def gvqa_turn_graded(turn):
    return turn + 1
"""
    make_distribution(tmp_path, "pkg-user", {"aa_user": user})
    code = """
import json
from gvqa_core.plugins import load_plugins
p = load_plugins()
r = p.registry
print(json.dumps([
    [c.spec.name for c in r.components("critic")],
    r.kinds["shot_list_reader"].hook,
    [r.commands["ext"].target, r.commands["ext"].help, r.commands["ext"].plugin],
    p.collect("gvqa_turn_graded", turn=41),
    [x.reason for x in p.reports if x.distribution in ("pkg-ext", "pkg-user")],
]))
"""
    done = run(code, [tmp_path])
    assert done.stdout.strip() == (
        '[["other", "own"], "gvqa_shot_list_readers", ["ext_cli:app", "Commands of ext.", '
        '"zz-ext"], [["aa_user", 42]], ["", ""]]'
    ), done.stderr


def test_a_failed_extension_is_withdrawn_and_its_users_are_not_blamed(tmp_path: Path) -> None:
    broken = dict(EXTENSION)
    broken["ext"] = broken["ext"].replace(
        '"Commands of ext.")', '"Commands of ext.")\n    raise RuntimeError("half way")'
    )
    make_distribution(tmp_path, "pkg-ext", broken, entry_points={"ext": "ext"})
    user = "@hookimpl\ndef gvqa_critics():\n    return []\n" + captioner_plugin("mine")
    make_distribution(tmp_path, "pkg-user", {"user": user})
    result, said = listed([tmp_path])
    assert result["reports"]["ext of pkg-ext"]["status"] == "failed"
    assert result["reports"]["ext of pkg-ext"]["reason"] == "RuntimeError: half way"
    assert result["reports"]["user of pkg-user"]["status"] == "loaded"
    assert ["captioner", "mine", "pkg-user"] in result["components"]
    assert not [each for each in result["components"] if each[0] == "critic"]
    assert "half way" in said


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("registry.add_kind('captioner')", "kind 'captioner' exists already"),
        ("registry.add_kind('Grader')", "'Grader' is not legal"),
        ("registry.add_kind('use')", "'use' is not legal"),
        ("import json; registry.add_hookspecs(json)", "found none"),
        (
            "from gvqa_core import hookspecs; registry.add_hookspecs(hookspecs)",
            "must be new functions",
        ),
    ],
)
def test_an_extension_that_breaks_the_rules_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, reason: str
) -> None:
    source = f"@hookimpl\ndef gvqa_register(registry):\n    {call}\n"
    plugins = load(monkeypatch, pair(tmp_path, source))
    assert report(plugins, "bad").status == "failed"
    assert reason in report(plugins, "bad").reason
    assert set(plugins.registry.kinds) >= {"captioner", "verifier"}


def test_unknown_hooks_cannot_be_called() -> None:
    with pytest.raises(PluginError, match="No hook 'gvqa_nothing' is specified"):
        load_plugins().collect("gvqa_nothing")
