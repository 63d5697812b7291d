"""From the command line's options to a `VideoQA`, and what it says about itself."""

from __future__ import annotations

import functools
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gvqa_core.cli import console

if TYPE_CHECKING:
    from gvqa_core.cli.options import Chosen
    from gvqa_core.config import Settings
    from gvqa_core.loading.selection import Choice
    from gvqa_core.pipeline import VideoQA
    from gvqa_core.plugins import Plugins


@functools.cache
def plugins() -> Plugins:
    """The plugins of this process, loaded once."""
    from gvqa_core.plugins import load_plugins

    return load_plugins()


def settings_of(chosen: Chosen) -> Settings:
    """Read all layers, the command line last, and check every component's options.

    Raises:
        ConfigError: A setting or option is unknown or ill-typed.
        ComponentError: A model was given for a stage that no component can serve.
    """
    from gvqa_core.settings import load_settings

    settings = load_settings(file=chosen.config, **chosen.arguments)
    if chosen.models:
        arguments = _with_models(chosen, settings)
        settings = load_settings(file=chosen.config, **arguments)
    for notice in plugins().registry.check_options(settings):
        console.warn(notice)
    return settings


@contextmanager
def video_qa(chosen: Chosen) -> Generator[VideoQA]:
    """A `VideoQA` for the options given, with progress on the terminal."""
    from gvqa_core.cli.progress import ProgressBars
    from gvqa_core.pipeline import VideoQA

    settings = settings_of(chosen)
    for report in plugins().reports:
        if report.status == "failed":
            console.warn(f"plugin {report.name} is not in use: {report.reason}")
    with (
        VideoQA.from_config(settings=settings, plugins=plugins()) as qa,
        ProgressBars(console.stderr()) as bars,
    ):
        plugins().register_observer(bars)
        yield qa


def tell_choices(choices: Mapping[str, Choice]) -> None:
    """Say on stderr which component serves each stage, and why."""
    for role, choice in choices.items():
        console.note((f"{role}: ", "dim"), choice.name, (f"  {choice.why}", "dim"))
        for name, reason in choice.surprising:
            console.warn(f"{choice.kind} {name} was passed over: {reason}")


def choices_json(choices: Mapping[str, Choice]) -> dict[str, Any]:
    """The same for machines."""
    return {
        role: {
            "name": choice.name,
            "distribution": choice.registered.distribution,
            "version": choice.registered.version,
            "why": choice.why,
            "skipped": [{"name": name, "reason": reason} for name, reason in choice.skipped],
        }
        for role, choice in choices.items()
    }


def _with_models(chosen: Chosen, settings: Settings) -> dict[str, Any]:
    """Give each model to the component that serves its stage, and pin that component.

    Pinned, because `auto` might otherwise pass over it and the model with it.
    """
    registry = plugins().registry
    arguments = dict(chosen.arguments)
    options = {kind: dict(names) for kind, names in arguments.get("options", {}).items()}
    use = dict(arguments.get("use", {}))
    for kind, model in chosen.models.items():
        # One that is named may be usable with this model alone, so it is not examined yet.
        name = _named(kind, settings) or registry.choose(kind, "auto", settings).name
        named = options.setdefault(kind, {})
        named[name] = {**named.get(name, {}), "model": model}
        use[kind] = name
    return {**arguments, "options": options, "use": use}


def _named(kind: str, settings: Settings) -> str:
    """The component named for a stage, or by the backend; empty when it is chosen by itself."""
    names = (getattr(settings.use, kind), settings.backend)
    return next((name for name in names if name != "auto"), "")
