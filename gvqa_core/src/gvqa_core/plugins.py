"""Loads plugins and calls their hooks, each apart from all others.

With `hookspecs.py` the only module that touches pluggy. No plugin can keep
another from working: each is imported, checked, registered and called in
isolation, and what went wrong stands in its `PluginReport`.
`GVQA_DISABLE_PLUGINS=name,name` keeps plugins from being imported;
`GVQA_STRICT_PLUGINS=1` raises the first failure instead, for plugin authors.
"""

from __future__ import annotations

import functools
import logging
import os
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import pluggy
from attrs import evolve, field, frozen

from gvqa_core import hookspecs
from gvqa_core.component import ComponentSpec
from gvqa_core.errors import PluginError
from gvqa_core.loading.contract import (
    check_hook_api,
    check_implementations,
    check_returned,
    implementations,
    is_hookspec,
)
from gvqa_core.loading.discovery import Candidate, discover
from gvqa_core.loading.names import describe_error, nearest
from gvqa_core.options import TRUE_WORDS
from gvqa_core.registry import Registered, Registry

if TYPE_CHECKING:
    from gvqa_core.events import StageEvent
    from gvqa_core.types import VerifiedClaim

log = logging.getLogger("gvqa_core.plugins")

DISABLE_VARIABLE = "GVQA_DISABLE_PLUGINS"
STRICT_VARIABLE = "GVQA_STRICT_PLUGINS"
_Key = tuple[str, str]
"""Plugin and distribution."""

LOADED, DISABLED, FAILED = "loaded", "disabled", "failed"


@frozen
class PluginReport:
    """What became of a plugin.

    Attributes:
        name: Entry-point name.
        distribution: Distribution that declares it.
        version: Version of that distribution.
        status: `loaded`, `disabled` or `failed`.
        reason: Why it is not in use; for a loaded plugin, what of it is not.
        components: (kind, name) of each component it offers.
        trace: Traceback of what it raised, for its author.
    """

    name: str
    distribution: str
    version: str
    status: str
    reason: str = ""
    components: tuple[tuple[str, str], ...] = ()
    trace: str = field(default="", repr=False)

    @property
    def text(self) -> str:
        """The report in one line."""
        states = {LOADED: "has a problem", DISABLED: "is disabled", FAILED: "failed to load"}
        origin = f"{self.distribution} {self.version}"
        return f"plugin '{self.name}' ({origin}) {states[self.status]}: {self.reason}"


def load_plugins(*, disable: Sequence[str] | None = None, strict: bool | None = None) -> Plugins:
    """Find, load and check all installed plugins, and collect what they offer.

    Args:
        disable: Plugins (or distributions) not to be imported, built-in ones too;
            None reads `GVQA_DISABLE_PLUGINS`.
        strict: Whether to raise the first failure; None reads `GVQA_STRICT_PLUGINS`.

    Raises:
        PluginError: Only when strict: a plugin broke the contract.
        Exception: Only when strict: what a plugin itself raised.
    """
    if disable is None:
        names = os.environ.get(DISABLE_VARIABLE, "").split(",")
        disable = [name.strip() for name in names if name.strip()]
    if strict is None:
        strict = os.environ.get(STRICT_VARIABLE, "").strip().lower() in TRUE_WORDS
    candidates = discover(disable)
    known = {name for each in candidates for name in (each.name, each.distribution)}
    for name in disable:
        match = nearest(name, known)
        if name not in known and match and match not in disable:
            _say_once(f"'{name}' is to be disabled and is no plugin here. Did you mean '{match}'?")
    return Plugins(candidates, strict=strict)


class Plugins:
    """The loaded plugins.

    Args:
        candidates: What discovery found.
        strict: Whether to raise the first failure.

    Attributes:
        registry: What the plugins offer.
    """

    def __init__(self, candidates: Sequence[Candidate], *, strict: bool = False) -> None:
        self.registry = Registry()
        self._manager = pluggy.PluginManager("gvqa")
        self._manager.add_hookspecs(hookspecs)
        self._strict = strict
        self._reports: dict[_Key, PluginReport] = {}
        self._silenced: set[str] = set()
        self._lock = threading.Lock()
        plugins = self._import_all(candidates)
        self._extend(plugins)
        for key, plugin in plugins.items():
            if self._in_use(key):
                with self._isolated(key):
                    self._register(key[0], plugin)
        for key in plugins:
            if self._in_use(key):
                self._collect_components(key)

    @property
    def reports(self) -> tuple[PluginReport, ...]:
        """One report for each plugin found, in order of name."""
        return tuple(self._reports.values())

    def collect(self, hook: str, **arguments: Any) -> list[tuple[str, Any]]:
        """Call a hook that an extension specified, each implementation apart.

        Returns:
            (plugin, what it returned) in order of name. A plugin whose
            implementation raises is reported and left out.
        """
        results: list[tuple[str, Any]] = []
        for plugin, function in self._implementations(hook, arguments):
            try:
                results.append((plugin, function()))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                if self._strict:
                    raise
                log.warning("%s of plugin '%s' failed: %s", hook, plugin, describe_error(error))
        return results

    def notify(self, hook: str, **arguments: Any) -> None:
        """Call an observer hook; an observer that raises is reported once, then left alone."""
        for plugin, function in self._implementations(hook, arguments):
            if plugin in self._silenced:
                continue
            try:
                function()
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                if self._strict:
                    raise
                with self._lock:
                    first = plugin not in self._silenced
                    self._silenced.add(plugin)
                if first:
                    log.warning(
                        "The observer '%s' failed in %s and is ignored from now on: %s",
                        plugin,
                        hook,
                        describe_error(error),
                    )

    def notify_progress(self, event: StageEvent) -> None:
        """Tell observers that a stage is at work."""
        self.notify("gvqa_stage_progress", event=event)

    def notify_finished(self, event: StageEvent) -> None:
        """Tell observers that a stage has ended."""
        self.notify("gvqa_stage_finished", event=event)

    def notify_claim(self, claim: VerifiedClaim) -> None:
        """Tell observers that a claim's verdict is final."""
        self.notify("gvqa_claim_verified", claim=claim)

    def register_observer(self, observer: object) -> Callable[[], None]:
        """Add an object whose methods, marked `hookimpl`, are observer hooks.

        Returns:
            A function that removes it again.

        Raises:
            PluginError: A method is misspelt, unmarked or has wrong arguments.
        """
        name = f"{type(observer).__name__} at {id(observer):#x}"
        with self._lock:
            self._register(name, observer)

        def remove() -> None:
            with self._lock:
                self._silenced.discard(name)
                if self._manager.has_plugin(name):
                    self._manager.unregister(name=name)

        return remove

    def _import_all(self, candidates: Sequence[Candidate]) -> dict[_Key, Any]:
        loaded: dict[_Key, Any] = {}
        for each in candidates:
            key = (each.name, each.distribution)
            report = PluginReport(each.name, each.distribution, each.version, LOADED)
            self._reports[key] = report
            if each.disabled:
                reason = f"named in {DISABLE_VARIABLE}"
                report = evolve(report, status=DISABLED, reason=reason)
                self._reports[key] = report
                self.registry.note_failure(each.name, report.text)
                continue
            with self._isolated(key):
                if each.conflict or each.entry_point is None:
                    raise PluginError(each.conflict, plugin=each.name)
                plugin = each.entry_point.load()
                check_hook_api(plugin, hookspecs.HOOK_API)
                loaded[key] = plugin
        return loaded

    def _extend(self, plugins: dict[_Key, Any]) -> None:
        """Let extensions speak first, so that their kinds and hooks are known to all."""
        for key, plugin in plugins.items():
            if "gvqa_register" not in (found := implementations(plugin)):
                continue
            function, _ = found["gvqa_register"]
            before = len(self.registry.hookspecs)
            with self._isolated(key), self.registry.extending(key[0]):
                function(self.registry)
            for _, module in self.registry.hookspecs[before:]:
                with self._isolated(key):
                    self._add_hookspecs(module)

    def _add_hookspecs(self, module: Any) -> None:
        names = [name for name in dir(module) if is_hookspec(getattr(module, name))]
        wrong = [name for name in names if not name.startswith("gvqa_")]
        taken = [name for name in names if name in self._known_hooks()]
        if wrong or taken or not names:
            raise PluginError(
                f"The hook specifications of {module.__name__} must be new functions marked "
                f"hookspec whose names begin with gvqa_; found {wrong + taken or 'none'}."
            )
        self._manager.add_hookspecs(module)

    def _register(self, name: str, plugin: Any) -> None:
        """Register what passes the checks; undo it by name when pluggy refuses it midway."""
        check_implementations(plugin, self._known_hooks())
        try:
            self._manager.register(plugin, name=name)
        except BaseException as error:
            # pluggy leaves the implementations before the failing one active.
            if self._manager.get_plugin(name) is plugin:
                self._manager.unregister(name=name)
            if isinstance(error, pluggy.PluginValidationError | ValueError):
                raise PluginError(str(error), plugin=name) from error
            raise

    def _collect_components(self, key: _Key) -> None:
        name, distribution = key
        offered: list[tuple[str, str]] = []
        for kind in self.registry.kinds.values():
            for function in self._of_plugin(kind.hook, name):
                specs: Sequence[ComponentSpec] = ()
                with self._isolated(key, partly=True):
                    specs, problems = check_returned(
                        function(), kind=kind.name, hook=kind.hook, kinds=self.registry.kinds
                    )
                    for problem in problems:
                        self._note(key, PluginError(problem, plugin=name), partly=True)
                for spec in specs:
                    registered = Registered(spec, name, distribution, self._reports[key].version)
                    notice = self.registry.add(registered)
                    if notice:
                        self._note(key, PluginError(notice, plugin=name), partly=True)
                    else:
                        offered.append((spec.kind, spec.name))
        self._reports[key] = evolve(self._reports[key], components=tuple(offered))

    def _known_hooks(self) -> set[str]:
        return {
            name
            for name in vars(self._manager.hook)
            if name.startswith("gvqa_") and getattr(self._manager.hook, name).has_spec()
        }

    def _of_plugin(self, hook: str, plugin: str) -> Iterator[Callable[..., Any]]:
        caller = getattr(self._manager.hook, hook, None)
        if caller is not None:
            yield from (i.function for i in caller.get_hookimpls() if i.plugin_name == plugin)

    def _implementations(
        self, hook: str, arguments: dict[str, Any]
    ) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield (plugin, call) for each implementation, with the arguments it asks for."""
        caller = getattr(self._manager.hook, hook, None)
        if caller is None or not caller.has_spec():
            raise PluginError(f"No hook '{hook}' is specified.")
        for each in sorted(caller.get_hookimpls(), key=lambda each: each.plugin_name):
            values = [arguments[name] for name in each.argnames]
            yield each.plugin_name, lambda each=each, values=values: each.function(*values)

    @contextmanager
    def _isolated(self, key: _Key, *, partly: bool = False) -> Generator[None]:
        """Note whatever a plugin raises inside, SystemExit included, and go on."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a foreign plugin may raise anything
            self._note(key, error, partly=partly)

    def _note(self, key: _Key, error: BaseException, *, partly: bool) -> None:
        """Write a failure into the plugin's report, or raise it when strict."""
        if self._strict:
            _raise_strictly(key[0], error)
        broken_contract = isinstance(error, PluginError)
        reason = str(error) if broken_contract else describe_error(error)
        before = self._reports[key]
        report = evolve(
            before,
            status=before.status if partly else FAILED,
            reason="; ".join(filter(None, (before.reason, reason))),
            trace="" if broken_contract else "".join(traceback.format_exception(error)),
        )
        self._reports[key] = report
        if not partly:
            self.registry.withdraw(key[0])
        self.registry.note_failure(key[0], report.text)
        _say_once(evolve(report, reason=reason).text)

    def _in_use(self, key: _Key) -> bool:
        return self._reports[key].status == LOADED


@functools.cache
def _say_once(text: str) -> None:
    """Warn, once for each process: plugins are loaded again for each pipeline."""
    log.warning("%s", text)


def _raise_strictly(plugin: str, error: BaseException) -> NoReturn:
    if isinstance(error, Exception) and not isinstance(error, PluginError):
        error.add_note(f"raised while gvqa loaded the plugin '{plugin}' ({STRICT_VARIABLE} is set)")
        raise error
    # A plugin that exits would otherwise end the program without a word.
    reason = str(error) if isinstance(error, PluginError) else describe_error(error)
    raise PluginError(f"The plugin '{plugin}' failed: {reason}.", plugin=plugin) from error
