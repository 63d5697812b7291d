"""The components at work: chosen by name, opened at first use, each in a thread of its own.

Besides the five stages there is the role `verify.captioner`: the captioner that
describes re-extracted frames. Unless another is configured it is the captioner
of the ingest, and then the same opened component.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from gvqa_core.config import COMPONENT_KINDS
from gvqa_core.names import load_object
from gvqa_core.remote import RemoteChat
from gvqa_core.worker import Worker

if TYPE_CHECKING:
    from gvqa_core.component import ComponentSpec
    from gvqa_core.config import Settings
    from gvqa_core.plugins import Plugins
    from gvqa_core.protocols import Scalar
    from gvqa_core.registry import Registered
    from gvqa_core.selection import Choice

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

    @property
    def choices(self) -> Mapping[str, Choice]:
        """The choice for each stage, and for `verify.captioner` where it differs."""
        roles: list[str] = list(COMPONENT_KINDS)
        if self._settings.verify.captioner:
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
                for other, reason in choice.skipped:
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
                choice = self.choice(role)
                settings = with_inherited(self._settings, choice.registered)
                self._components[role] = self._registry.build(choice, settings)
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
                self._workers[role] = Worker(self.unopened(role), needs=needs, name=role)
            return self._workers[role]

    def _role(self, role: str) -> str:
        if role == VERIFY_CAPTIONER and not self._settings.verify.captioner:
            return "captioner"
        return role

    def _wanted(self, role: str) -> tuple[str, str]:
        if role == VERIFY_CAPTIONER:
            return "captioner", self._settings.verify.captioner
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
        verify = settings.verify
        values = {"guards": verify.guards, "split_compound": verify.split_compound}
    known = {a.name for a in attrs.fields(load_object(spec.options))} if spec.options else set()
    tables = settings.options.get(spec.kind, {})
    merged = {k: v for k, v in values.items() if k in known} | dict(tables.get(spec.name, {}))
    options = {**settings.options, spec.kind: {**tables, spec.name: merged}}
    return attrs.evolve(settings, options=options)
