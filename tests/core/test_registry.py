"""Choosing, checking and building components."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.core.hub_server import hub

from gvqa_core.component import Availability, BaseComponent, ComponentSpec
from gvqa_core.config import Settings
from gvqa_core.errors import ComponentError, ConfigError, ModelUnavailableError, PluginError
from gvqa_core.registry import Registered, Registry
from gvqa_core.settings import load_settings

HERE = __name__


@frozen
class Options:
    model: str = "org/name"
    batch_size: int = 4


class Captioner(BaseComponent[Options]):
    def caption(self, frames: Any) -> list[str]:
        return [self.options.model for _ in frames]


class NoMethods:
    def open(self, needs: Any) -> None: ...

    def close(self) -> None: ...


def plain() -> Captioner:
    return Captioner(Options(model="plain"))


def fails(options: object = None) -> None:
    raise ImportError("no module called secret_sauce")


def exits(options: object = None) -> None:
    raise SystemExit(1)


def absent(options: object = None) -> Availability:
    return Availability(usable=False, reason="no such device here")


def downloads(options: object = None) -> Availability:
    return Availability(usable=True, download="org/weights", download_bytes=1_300_000_000)


def has_batch_of_nine(options: Options) -> Availability:
    return Availability(usable=options.batch_size == 9, reason="wants a batch of nine")


def nonsense(options: object = None) -> str:
    return "yes"


def spec(name: str, kind: str = "captioner", **changes: Any) -> ComponentSpec:
    values: dict[str, Any] = {"factory": f"{HERE}:Captioner", "options": f"{HERE}:Options"}
    return ComponentSpec(kind=kind, name=name, **{**values, **changes})


def registry(*specs: ComponentSpec | Registered) -> Registry:
    made = Registry()
    for each in specs:
        if isinstance(each, ComponentSpec):
            each = Registered(each, f"p-{each.name}", f"d-{each.name}", "1.0")
        assert made.add(each) == ""
    return made


@pytest.fixture(autouse=True)
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "GVQA_OFFLINE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")


def test_auto_takes_the_highest_priority_of_what_is_usable() -> None:
    made = registry(
        spec("low", priority=1),
        spec("best", priority=90, probe=f"{HERE}:absent"),
        spec("second", priority=50, requires=("not-a-real-distribution>=2",)),
        spec("third", priority=10),
        spec("hidden", priority=-1),
    )
    choice = made.choose("captioner", "auto", Settings())
    assert choice.name == "third"
    assert choice.why == "highest priority (10) of what can be used here"
    assert choice.skipped == (
        ("best", "no such device here"),
        ("second", "needs not-a-real-distribution>=2 (not installed)"),
    )
    assert choice.surprising == (("best", "no such device here"),)


def test_equal_priorities_go_by_name_not_by_order_of_loading() -> None:
    for names in (("b", "a"), ("a", "b")):
        made = registry(*[spec(name, priority=5) for name in names])
        assert made.choose("captioner", "auto", Settings()).name == "a"


def test_a_negative_priority_is_taken_only_by_name() -> None:
    made = registry(spec("shy", priority=-1))
    with pytest.raises(ComponentError, match="No plugin offers a captioner that may be chosen"):
        made.choose("captioner", "auto", Settings())
    assert made.choose("captioner", "shy", Settings()).why == "asked for by name"


def test_a_named_component_that_is_unusable_is_an_error_with_the_cure() -> None:
    made = registry(
        spec("gpu", requires=("not-a-real-distribution>=2",), install="pip install 'mine[gpu]'"),
        spec("bare", requires=("not-a-real-distribution>=2",)),
        spec("fine"),
    )
    with pytest.raises(ComponentError) as caught:
        made.choose("captioner", "gpu", Settings())
    assert str(caught.value) == (
        "captioner 'gpu' cannot be used here: needs not-a-real-distribution>=2 (not installed). "
        "Install what it needs with: pip install 'mine[gpu]'"
    )
    assert caught.value.plugin == "p-gpu"
    assert caught.value.component == "gpu"
    with pytest.raises(ComponentError, match=r"pip install 'not-a-real-distribution>=2'"):
        made.choose("captioner", "bare", Settings())


def test_nothing_usable_lists_every_reason() -> None:
    made = registry(spec("one", probe=f"{HERE}:absent"), spec("two", probe=f"{HERE}:fails"))
    with pytest.raises(ComponentError) as caught:
        made.choose("captioner", "auto", Settings())
    assert str(caught.value) == (
        "No captioner can be used here:\n  one: no such device here\n"
        "  two: its probe failed: ImportError: no module called secret_sauce"
    )


@pytest.mark.parametrize(
    ("probe", "reason"),
    [
        ("fails", "its probe failed: ImportError: no module called secret_sauce"),
        ("exits", "its probe failed: SystemExit: 1"),
        ("nonsense", "its probe returned str instead of an Availability"),
        ("gone", f"its probe failed: AttributeError: module '{HERE}' has no attribute 'gone'"),
    ],
)
def test_a_bad_probe_makes_its_component_unusable_and_nothing_more(probe: str, reason: str) -> None:
    made = registry(spec("bad", priority=9, probe=f"{HERE}:{probe}"), spec("good"))
    choice = made.choose("captioner", "auto", Settings())
    assert choice.name == "good"
    assert choice.skipped == (("bad", reason),)


def test_the_probe_gets_the_options_of_the_settings() -> None:
    made = registry(spec("nine", probe=f"{HERE}:has_batch_of_nine"))
    settings = load_settings(environ={"GVQA_CAPTIONER__NINE__BATCH_SIZE": "9"})
    assert made.choose("captioner", "auto", settings).name == "nine"
    with pytest.raises(ComponentError, match="wants a batch of nine"):
        made.choose("captioner", "nine", Settings())


def test_requirements_are_checked_before_anything_is_imported(tmp_path: Path) -> None:
    made = registry(
        spec(
            "heavy",
            requires=("not-a-real-distribution",),
            options="module_that_must_not_load:Options",
            probe="module_that_must_not_load:probe",
        )
    )
    found = made.inspect(made.get("captioner", "heavy"), Settings())
    assert found.reason == "needs not-a-real-distribution (not installed)"
    assert "module_that_must_not_load" not in sys.modules


@pytest.mark.parametrize(
    ("requirement", "reason"),
    [
        ("attrs>=20", ""),
        ("Attrs", ""),
        ("attrs>=999", r"needs attrs>=999 \(found \d+"),
        ("attrs>=999; python_version < '3'", ""),
        ("not a requirement !", "needs 'not a requirement !', which is no requirement"),
    ],
)
def test_requirement_strings(requirement: str, reason: str) -> None:
    made = registry(spec("one", requires=(requirement,)))
    found = made.available(made.get("captioner", "one"))
    assert found.usable == (not reason)
    assert re.match(reason or "$", found.reason)


def test_requirements_of_an_extra_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.core.fake_plugins import make_distribution

    needs = ["not-a-real-distribution>=2; extra == 'ocr'", "attrs"]
    make_distribution(tmp_path, "pkg-extras", {}, requires=needs)
    monkeypatch.syspath_prepend(tmp_path)
    made = registry(spec("a", requires=("pkg-extras[ocr]",)), spec("b", requires=("pkg-extras",)))
    assert (
        made.available(made.get("captioner", "a")).reason
        == "needs not-a-real-distribution>=2 (not installed)"
    )
    assert made.available(made.get("captioner", "b")).usable


def test_an_uninstalled_folder_of_that_name_does_not_count_as_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Beside a checkout, `import ghost` succeeds as an empty namespace.
    (tmp_path / "ghost").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    import ghost  # type: ignore[import-not-found]

    assert ghost.__file__ is None
    made = registry(
        spec("a", requires=("ghost",)), spec("b", factory="ghost:Captioner", options=None)
    )
    assert made.available(made.get("captioner", "a")).reason == "needs ghost (not installed)"
    with pytest.raises(ComponentError, match="could not be built from ghost:Captioner: Attribute"):
        made.build(made.get("captioner", "b"), Settings())


def test_unknown_names_suggest_the_nearest() -> None:
    made = registry(spec("embedded"), spec("mlx"))
    with pytest.raises(ComponentError) as caught:
        made.get("captioner", "embeded")
    assert str(caught.value) == (
        "Unknown captioner 'embeded'. Did you mean 'embedded'? Known captioners: embedded, mlx."
    )
    with pytest.raises(ComponentError, match=r"Unknown kind 'captoiner'. Did you mean 'captioner'"):
        made.get("captoiner", "mlx")


def test_a_failed_plugin_explains_what_is_missing() -> None:
    made = registry(spec("embedded"))
    made.note_failure("mlx", "plugin 'mlx' (gvqa-mlx 0.1) failed to load: ImportError: no mlx")
    with pytest.raises(ComponentError, match=r"The plugin 'mlx' \(gvqa-mlx 0.1\) failed to load"):
        made.get("captioner", "mlx")
    with pytest.raises(ComponentError, match="Plugins not in use:\n  plugin 'mlx'"):
        made.get("captioner", "qwen")


def twins(**changes: Any) -> Registry:
    both = spec("twin", **changes)
    return registry(
        Registered(both, "p1", "dist-one", "1.0"),
        Registered(both, "p2", "dist-two", "2.0"),
        spec("other"),
    )


def test_two_plugins_with_one_component_name_clash_when_it_is_asked_for() -> None:
    made = twins(priority=-1)
    with pytest.raises(ComponentError) as caught:
        made.choose("captioner", "twin", Settings())
    assert str(caught.value) == (
        "The name captioner 'twin' is offered by plugin 'p1' of dist-one 1.0 and plugin 'p2' of "
        "dist-two 2.0. Uninstall one, or disable one with GVQA_DISABLE_PLUGINS."
    )
    assert made.choose("captioner", "auto", Settings()).name == "other"
    assert made.choose("captioner", "other", Settings()).name == "other"
    assert len(made.components("captioner")) == 3


def test_a_clash_is_an_error_when_auto_would_take_it() -> None:
    with pytest.raises(ComponentError, match=r"dist-one 1\.0 and plugin 'p2' of dist-two"):
        twins(priority=9).choose("captioner", "auto", Settings())
    # Where neither can be used, auto would not take it.
    unusable = twins(priority=9, probe=f"{HERE}:absent")
    assert unusable.choose("captioner", "auto", Settings()).name == "other"


def backend_registry() -> Registry:
    made = registry(spec("cloud", priority=1), spec("local", priority=9), spec("eyes"))
    for name in ("cloud", "local"):
        made.add(Registered(spec(name, "drafter"), name, f"d-{name}", "1.0"))
    return made


@pytest.mark.parametrize("kind", ["captioner", "drafter"])
def test_captioner_and_drafter_follow_the_backend(kind: str) -> None:
    choice = backend_registry().choose(kind, "auto", load_settings(environ={}, backend="cloud"))
    assert choice.name == "cloud"
    assert choice.why == "follows the backend"


def test_a_name_wins_over_the_backend() -> None:
    settings = load_settings(environ={}, backend="cloud", captioner="eyes")
    assert backend_registry().choose("captioner", settings.use.captioner, settings).name == "eyes"


@pytest.mark.parametrize("backend", ["clod", "eyes"])
def test_an_unknown_backend_names_the_known_ones(backend: str) -> None:
    settings = load_settings(environ={}, backend=backend)
    with pytest.raises(ComponentError, match="Known backends: cloud, local") as caught:
        backend_registry().choose("captioner", "auto", settings)
    assert f"Unknown backend '{backend}'" in str(caught.value)


def weights_registry() -> Registry:
    return registry(spec("big", priority=9, probe=f"{HERE}:downloads"), spec("small", priority=1))


def test_missing_weights_are_fetched_when_the_hub_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with hub({}) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        choice = weights_registry().choose("captioner", "auto", Settings())
    assert choice.name == "big"
    assert choice.why.endswith("; fetches org/weights, 1.3 GB at first use")


def of_unknown_size(options: object = None) -> Availability:
    return Availability(usable=True, download="org/asked")


def test_a_size_that_the_plugin_does_not_know_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made = registry(spec("big", probe=f"{HERE}:of_unknown_size"))
    with hub({"org/asked": {"model.safetensors": b"x" * 2_000_000}}) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        choice = made.choose("captioner", "auto", Settings())
    assert choice.why.endswith("; fetches org/asked, 2 MB at first use")


def test_auto_takes_the_next_when_the_hub_does_not_answer(no_hub: None) -> None:
    choice = weights_registry().choose("captioner", "auto", Settings())
    assert choice.name == "small"
    ((name, reason),) = choice.skipped
    assert name == "big"
    assert reason == (
        "the weights of org/weights are not on this machine and the model hub "
        "(http://127.0.0.1:9) cannot be reached"
    )


@pytest.mark.parametrize("variable", ["HF_HUB_OFFLINE", "GVQA_OFFLINE"])
def test_auto_takes_the_next_when_offline_is_set(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    with hub({}) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        monkeypatch.setenv(variable, "1")
        choice = weights_registry().choose("captioner", "auto", Settings())
    assert choice.skipped == (
        ("big", "the weights of org/weights are not on this machine and offline is set"),
    )


@pytest.mark.parametrize("offline", [True, False])
def test_a_named_component_without_weights_is_an_error(no_hub: None, offline: bool) -> None:
    settings = load_settings(environ={}, offline=offline)
    with pytest.raises(ModelUnavailableError, match="gvqa models pull org/weights") as caught:
        weights_registry().choose("captioner", "big", settings)
    assert ("offline is set" in str(caught.value)) == offline


def test_when_only_weights_are_lacking_the_error_says_so(no_hub: None) -> None:
    made = registry(spec("big", probe=f"{HERE}:downloads"))
    with pytest.raises(ModelUnavailableError, match="No captioner can be used here"):
        made.choose("captioner", "auto", Settings())


def test_build_hands_over_the_options_and_opens_nothing() -> None:
    made = registry(spec("one", defaults={"batch_size": 8}))
    settings = load_settings(environ={"GVQA_CAPTIONER__ONE__MODEL": "my/model"})
    component: Any = made.build(made.choose("captioner", "one", settings), settings)
    assert component.options == Options(model="my/model", batch_size=8)
    assert component.caption([1, 2]) == ["my/model", "my/model"]


def test_build_without_options() -> None:
    made = registry(spec("one", factory=f"{HERE}:plain", options=None))
    component: Any = made.build(made.get("captioner", "one"), Settings())
    assert component.options.model == "plain"


@pytest.mark.parametrize(
    ("factory", "reason"),
    [
        (f"{HERE}:fails", "ImportError: no module called secret_sauce"),
        (f"{HERE}:exits", "SystemExit: 1"),
        ("not_there_xyz:make", "ModuleNotFoundError: No module named 'not_there_xyz'"),
        (f"{HERE}:NoMethods.gone", "AttributeError"),
    ],
)
def test_a_factory_that_fails_is_a_component_error(factory: str, reason: str) -> None:
    made = registry(spec("one", factory=factory, requires=("attrs",), install="pip install x"))
    with pytest.raises(ComponentError, match=reason) as caught:
        made.build(made.get("captioner", "one"), Settings())
    assert "plugin 'p-one' of d-one 1.0" in str(caught.value)
    assert "pip install x" in str(caught.value)
    assert caught.value.__cause__ is not None


def test_a_component_without_its_kinds_methods_is_refused() -> None:
    made = registry(spec("one", factory=f"{HERE}:NoMethods", options=None))
    with pytest.raises(ComponentError, match="is a NoMethods without caption"):
        made.build(made.get("captioner", "one"), Settings())


def test_unknown_options_name_the_nearest_and_the_place() -> None:
    made = registry(spec("one"))
    settings = load_settings(environ={"GVQA_CAPTIONER__ONE__MODLE": "x"})
    with pytest.raises(ConfigError) as caught:
        made.options("captioner", "one", settings)
    assert str(caught.value) == (
        "Unknown option 'modle' for captioner 'one' (from GVQA_CAPTIONER__ONE__MODLE). "
        "Did you mean 'model'? Known options: batch_size, model."
    )


def test_options_for_a_component_that_has_none() -> None:
    made = registry(spec("one", factory=f"{HERE}:plain", options=None))
    settings = load_settings(environ={"GVQA_CAPTIONER__ONE__MODEL": "x"})
    with pytest.raises(ConfigError, match="'one' has no options, got model"):
        made.build(made.get("captioner", "one"), settings)
    assert made.options("captioner", "one", Settings()) is None


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"defaults": {"modle": 1}}, "Unknown option 'modle'"),
        ({"options": f"{HERE}:gone"}, "AttributeError"),
        ({"options": f"{HERE}:plain"}, "must be an attrs class"),
    ],
)
def test_a_plugins_own_faulty_options_are_not_the_users_error(
    changes: dict[str, Any], reason: str
) -> None:
    made = registry(spec("one", priority=9, **changes), spec("two"))
    with pytest.raises(ComponentError, match=reason):
        made.options("captioner", "one", Settings())
    assert made.choose("captioner", "auto", Settings()).name == "two"


def test_a_users_faulty_option_is_never_passed_over_by_auto() -> None:
    made = registry(spec("one", priority=9), spec("two"))
    settings = load_settings(environ={"GVQA_CAPTIONER__ONE__BATCH_SIZE": "many"})
    with pytest.raises(ConfigError, match="'batch_size' must be a whole number, got 'many'"):
        made.choose("captioner", "auto", settings)


def test_options_for_nobody_are_reported() -> None:
    made = registry(spec("embedded"))
    settings = load_settings(environ={"GVQA_CAPTIONER__MLX__MODEL": "x"})
    assert made.check_options(settings) == (
        "There are options for the unknown captioner 'mlx' (from GVQA_CAPTIONER__MLX__MODEL); "
        "they have no effect until a plugin that offers it is installed.",
    )
    grader = load_settings(environ={"GVQA_GRADER__LLM__MODEL": "x"})
    assert "unknown kind 'grader'" in made.check_options(grader)[0]


@pytest.mark.parametrize(
    ("variable", "meant"),
    [("GVQA_CAPTIONER__EMBEDED__MODEL", "embedded"), ("GVQA_CAPTOINER__X__MODEL", "captioner")],
)
def test_options_under_a_misspelt_name_are_an_error(variable: str, meant: str) -> None:
    made = registry(spec("embedded"))
    with pytest.raises(ConfigError, match=rf"from {variable}\). Did you mean '{meant}'"):
        made.check_options(load_settings(environ={variable: "x"}))


def test_every_table_of_options_is_checked_even_of_what_is_not_chosen() -> None:
    made = registry(spec("one"), spec("two"))
    settings = load_settings(environ={}, options={"captioner": {"two": {"batch_size": 1.5}}})
    with pytest.raises(ConfigError, match="captioner 'two': 'batch_size' must be a whole number"):
        made.check_options(settings)


def test_commands_of_two_extensions_may_not_share_a_name() -> None:
    made = Registry()
    with made.extending("one"):
        made.add_commands("cedi", "a:app", "A.")
    with pytest.raises(PluginError, match="'cedi' exist already; 'one' added them"):
        made.add_commands("cedi", "b:app", "B.")
    assert made.commands["cedi"].target == "a:app"
