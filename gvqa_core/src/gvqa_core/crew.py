"""The components at work: chosen by name, opened at first use, each in a thread of its own.

Besides the five stages there is the role `verify.captioner`: the captioner that
describes re-extracted frames. Unless `verify` asks for another one it is the
captioner of the ingest, and then the same opened component; asked for another
prompt only, it is a second component on the same loaded weights.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from gvqa_core.config import COMPONENT_KINDS
from gvqa_core.errors import ConfigError
from gvqa_core.loading.names import load_object
from gvqa_core.threads.remote import RemoteChat
from gvqa_core.threads.worker import Worker

if TYPE_CHECKING:
    from gvqa_core.component import ComponentSpec
    from gvqa_core.config import Settings
    from gvqa_core.loading.selection import Choice
    from gvqa_core.plugins import Plugins
    from gvqa_core.protocols import Scalar
    from gvqa_core.registry import Registered

VERIFY_CAPTIONER = "verify.captioner"

ResultT = TypeVar("ResultT")


class Crew:
    """Chooses, builds, opens and closes the components of one `VideoQA`.

    Args:
        settings: Names and options.
        plugins: Where components come from.
    """

    def __init__(self, settings: Settings, plugins: Plugins) -> None:
        self._settings = settings
        self._registry = plugins.registry
        self._lock = threading.RLock()
        self._choices: dict[str, Choice] = {}
        self._components: dict[str, Any] = {}
        self._workers: dict[str, Worker] = {}
        self._warnings: list[str] = []

    # -- choosing ---------------------------------------------------------------

    def check_named(self) -> None:
        """Choose every component the user named, so that a wrong name fails at once."""
        for kind in COMPONENT_KINDS:
            if getattr(self._settings.use, kind) != "auto":
                self.choice(kind)
        if self._settings.verify.captioner:
            self.choice(VERIFY_CAPTIONER)
        if self._settings.verify.prompt or self._settings.verify.model:
            self.unopened(VERIFY_CAPTIONER)

    @property
    def choices(self) -> Mapping[str, Choice]:
        """The choice for each stage, and for `verify.captioner` where it differs."""
        roles: list[str] = list(COMPONENT_KINDS)
        if self._role(VERIFY_CAPTIONER) == VERIFY_CAPTIONER:
            roles.append(VERIFY_CAPTIONER)
        return {role: self.choice(role) for role in roles}

    def choice(self, role: str) -> Choice:
        """Which component fills a role.

        Raises:
            ComponentError: None can, or the one named cannot be used here.
        """
        with self._lock:
            role = self._role(role)
            if role not in self._choices:
                kind, name = self._wanted(role)
                choice = self._registry.choose(kind, name, self._settings)
                self._choices[role] = choice
                for other, reason in choice.surprising:
                    self.warn(f"{kind} {other} was passed over: {reason}")
            return self._choices[role]

    def title(self, role: str) -> str:
        """The component's name with its model, for people and for timing estimates."""
        model = self.identity(role).get("model")
        name = self.choice(role).name
        return f"{name} ({model})" if model else name

    def identity(self, role: str) -> Mapping[str, Scalar]:
        """All that changes a role's output; part of cache keys and provenance."""
        registered = self.choice(role).registered
        return {
            "component": registered.spec.name,
            "distribution": registered.distribution,
            **self.unopened(role).identity,
        }

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a user should know about the choices made."""
        return tuple(self._warnings)

    def warn(self, message: str) -> None:
        """Note something a user should know, once."""
        if message not in self._warnings:
            self._warnings.append(message)

    # -- using ------------------------------------------------------------------

    def unopened(self, role: str) -> Any:
        """The built component, for its attributes; it may or may not be open."""
        with self._lock:
            role = self._role(role)
            if role not in self._components:
                self._components[role] = self._build(role)
            return self._components[role]

    def run(self, role: str, function: Callable[[Any], ResultT]) -> ResultT:
        """Call a function with the opened component, in the component's own thread."""
        worker = self._worker(role)
        return worker.run(function, worker.component)

    def caller(self, role: str, method: str) -> Callable[..., Any]:
        """A function that calls a method of the component in its own thread, opening it first."""

        def call(*arguments: Any) -> Any:
            return self.run(role, lambda component: getattr(component, method)(*arguments))

        return call

    def close(self) -> None:
        """Close every component; those that fail to close do not keep others open."""
        with self._lock:
            workers, self._workers = self._workers, {}
            self._components.clear()
        for worker in reversed(workers.values()):
            worker.close()

    def _worker(self, role: str) -> Worker:
        with self._lock:
            role = self._role(role)
            if role not in self._workers:
                spec: ComponentSpec = self.choice(role).registered.spec
                needs = {kind: RemoteChat(self._worker(kind)) for kind in spec.needs}
                component = self.unopened(role)
                if self._borrows_weights(role):
                    loaded = RemoteChat(self._worker("captioner"))
                    component = component.asking(self._settings.verify.prompt, loaded)
                self._workers[role] = Worker(component, needs=needs, name=role)
            return self._workers[role]

    def _build(self, role: str) -> Any:
        if self._borrows_weights(role):
            return self.unopened("captioner").asking(self._settings.verify.prompt)
        choice = self.choice(role)
        settings = with_inherited(self._settings, choice.registered)
        if role == VERIFY_CAPTIONER:
            settings = with_second_look(settings, choice.registered)
        return self._registry.build(choice, settings)

    def _borrows_weights(self, role: str) -> bool:
        """Whether a role is the ingest's chat model with nothing but another prompt."""
        from gvqa_core.chat import ChatCaptioner

        return (
            role == VERIFY_CAPTIONER
            and not self._settings.verify.model
            and self.choice(role).name == self.choice("captioner").name
            and isinstance(self.unopened("captioner"), ChatCaptioner)
        )

    def _role(self, role: str) -> str:
        if role != VERIFY_CAPTIONER:
            return role
        verify = self._settings.verify
        if verify.model or verify.prompt:
            return role
        same = verify.captioner in ("", self._settings.use.captioner)
        return "captioner" if same else role

    def _wanted(self, role: str) -> tuple[str, str]:
        if role == VERIFY_CAPTIONER:
            return "captioner", self._settings.verify.captioner or self.choice("captioner").name
        return role, getattr(self._settings.use, role, "auto")


def with_inherited(settings: Settings, registered: Registered) -> Settings:
    """Give a component the settings of the method that are also options of its own.

    A sampler with an option `interval` samples at Δt, a verifier with an option
    `guards` follows `verify.guards`; what the user set for the component itself wins.
    """
    spec = registered.spec
    values: dict[str, Any] = {}
    if spec.kind == "sampler":
        values = {"interval": settings.interval}
    elif spec.kind == "verifier":
        names = ("guards", "sentences", "split_compound")
        values = {name: getattr(settings.verify, name) for name in names}
    known = _option_names(registered)
    given = settings.options.get(spec.kind, {}).get(spec.name, {})
    return _with_options(
        settings, registered, {k: v for k, v in values.items() if k in known} | dict(given)
    )


def with_second_look(settings: Settings, registered: Registered) -> Settings:
    """Give the captioner of re-extracted frames the model and prompt that `verify` names.

    Raises:
        ConfigError: The captioner has no such option.
    """
    verify = settings.verify
    wanted: dict[str, Any] = {}
    if verify.model:
        wanted |= {"model": verify.model, "revision": ""}
    if verify.prompt:
        wanted["prompt"] = verify.prompt
    spec = registered.spec
    known = _option_names(registered)
    for name in ("model", "prompt"):
        if name in wanted and name not in known:
            raise ConfigError(
                f"verify.{name} is set, but captioner {spec.name!r} has no option {name!r}. Name "
                "another captioner in verify.captioner."
            )
    given = settings.options.get(spec.kind, {}).get(spec.name, {})
    wanted = {k: v for k, v in wanted.items() if k in known}
    return _with_options(settings, registered, {**given, **wanted})


def _option_names(registered: Registered) -> set[str]:
    options = registered.spec.options
    return {a.name for a in attrs.fields(load_object(options))} if options else set()


def _with_options(
    settings: Settings, registered: Registered, values: Mapping[str, Any]
) -> Settings:
    spec = registered.spec
    tables = settings.options.get(spec.kind, {})
    return attrs.evolve(
        settings, options={**settings.options, spec.kind: {**tables, spec.name: dict(values)}}
    )
