"""Everything plugins offer: (kind, name) → specification → built component.

The registry knows nothing of pluggy; `gvqa_core.plugins` fills it. A clash of
names between two plugins is an error naming both, raised only when that name is
asked for or `auto` would take it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from gvqa_core.component import KINDS, Availability, ComponentSpec
from gvqa_core.errors import ComponentError, GvqaError, PluginError
from gvqa_core.loading import selection
from gvqa_core.loading.availability import check_availability, install_command
from gvqa_core.loading.component_options import build_options, check_all_options
from gvqa_core.loading.names import CORE, describe_error, did_you_mean, listing, load_object
from gvqa_core.loading.selection import Choice

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.protocols import Component


@frozen
class Registered:
    """A component with its origin.

    Attributes:
        spec: What the plugin declared.
        plugin: Entry-point name of the plugin.
        distribution: Name of the distribution that holds it.
        version: Version of that distribution.
    """

    spec: ComponentSpec
    plugin: str
    distribution: str
    version: str

    @property
    def title(self) -> str:
        """Kind and name for messages: `verifier 'nli'`."""
        return f"{self.spec.kind} '{self.spec.name}'"

    @property
    def origin(self) -> str:
        """Plugin and distribution for messages."""
        return f"plugin '{self.plugin}' of {self.distribution} {self.version}"


@frozen
class Kind:
    """A kind of component.

    Attributes:
        name: Singular, lower case: `captioner`.
        hook: The hook that collects its specifications: `gvqa_captioners`.
        methods: Methods that a component of this kind must have.
        plugin: The extension that added it; empty for the core's own.
    """

    name: str
    hook: str
    methods: tuple[str, ...]
    plugin: str = ""


@frozen
class Command:
    """A group of commands that an extension adds to `gvqa`; imported when used."""

    name: str
    target: str
    help: str
    plugin: str


_CORE_METHODS = {
    "sampler": ("sample",),
    "captioner": ("caption",),
    "retriever": ("build",),
    "drafter": ("draft",),
    "verifier": ("judge",),
}


class Registry:
    """The components, kinds and commands of all loaded plugins."""

    def __init__(self) -> None:
        self._kinds = {kind: Kind(kind, f"gvqa_{kind}s", _CORE_METHODS[kind]) for kind in KINDS}
        self._components: dict[tuple[str, str], list[Registered]] = {}
        self._commands: dict[str, Command] = {}
        self._hookspecs: list[tuple[str, ModuleType]] = []
        self._failures: dict[str, str] = {}
        self._extending = ""

    # What an extension may do in `gvqa_register(registry)`.

    def add_kind(
        self, kind: str, *, methods: tuple[str, ...] = (), hook: str | None = None
    ) -> None:
        """Add a kind of component.

        Args:
            kind: Singular, lower case, words joined by `_`: `scene_graph_parser`.
            methods: Methods a component of this kind must have; checked when built.
            hook: The hook that collects its specifications, declared in a module
                given to `add_hookspecs`; None means `gvqa_<kind>s`.

        Raises:
            PluginError: The kind exists already, or its name is not legal.
        """
        if kind in self._kinds:
            owner = self._kinds[kind].plugin or CORE
            raise PluginError(f"The kind '{kind}' exists already; '{owner}' added it.")
        if not kind.isidentifier() or kind != kind.lower() or kind in ("use", "verify", "options"):
            raise PluginError(f"A kind is a lower-case identifier, and '{kind}' is not legal.")
        self._kinds[kind] = Kind(kind, hook or f"gvqa_{kind}s", tuple(methods), self._extending)

    def add_hookspecs(self, module: ModuleType) -> None:
        """Add the hook specifications of a module, marked with `gvqa_core.hookspecs.hookspec`."""
        self._hookspecs.append((self._extending, module))

    def add_commands(self, name: str, target: str, help: str = "") -> None:  # noqa: A002
        """Add a group of commands, `gvqa NAME …`, imported only when used.

        Args:
            name: What a user types.
            target: `"package.module:app"` of a typer application.
            help: One line for `gvqa --help`.

        Raises:
            PluginError: Another extension added a group of that name.
        """
        if name in self._commands:
            owner = self._commands[name].plugin
            raise PluginError(f"The commands '{name}' exist already; '{owner}' added them.")
        self._commands[name] = Command(name, target, help, self._extending)

    # What the loader does.

    @contextmanager
    def extending(self, plugin: str) -> Generator[None]:
        """Attribute what is added inside to a plugin."""
        self._extending = plugin
        try:
            yield
        finally:
            self._extending = ""

    def withdraw(self, plugin: str) -> None:
        """Take back the kinds and commands of a plugin that failed.

        Its hook specifications stay known, so that others who implement them are
        not blamed for a name they spelt rightly.
        """
        self._kinds = {n: kind for n, kind in self._kinds.items() if kind.plugin != plugin}
        self._commands = {n: each for n, each in self._commands.items() if each.plugin != plugin}

    def note_failure(self, plugin: str, text: str) -> None:
        """Remember why a plugin is not, or not wholly, in use, to explain what is missing."""
        self._failures[plugin] = text

    def add(self, registered: Registered) -> str:
        """Register a component.

        Returns:
            A notice when it is set aside because the core has one of that name, else
            an empty text. A name that two other plugins offer is kept twice.
        """
        spec = registered.spec
        present = self._components.setdefault((spec.kind, spec.name), [])
        if any(each.distribution == CORE for each in present):
            return (
                f"{registered.title} of {registered.origin} is set aside: "
                f"the built-in component of that name is kept"
            )
        present.append(registered)
        return ""

    # What everyone may ask.

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """All kinds by name."""
        return dict(self._kinds)

    @property
    def commands(self) -> Mapping[str, Command]:
        """The command groups that extensions added, by name."""
        return dict(self._commands)

    @property
    def hookspecs(self) -> list[tuple[str, ModuleType]]:
        """(plugin, module) of the hook specifications that extensions added."""
        return list(self._hookspecs)

    def components(self, kind: str | None = None) -> list[Registered]:
        """List the components of one kind, or of all, in order of kind, priority and name."""
        found = [each for group in self._components.values() for each in group]
        order = list(self._kinds)
        return sorted(
            (each for each in found if kind in (None, each.spec.kind)),
            key=lambda each: (
                order.index(each.spec.kind),
                -each.spec.priority,
                each.spec.name,
                each.distribution,
            ),
        )

    def candidates(self, kind: str, name: str) -> list[Registered]:
        """List all that are registered under one name: none, one, or several that clash."""
        return list(self._components.get((kind, name), ()))

    def check_kind(self, kind: str) -> None:
        """Raise ComponentError when there is no such kind."""
        if kind not in self._kinds:
            raise ComponentError(
                f"Unknown kind '{kind}'.{did_you_mean(kind, self._kinds)} "
                f"Known kinds: {listing(self._kinds)}.{self.failures_text()}"
            )

    def get(self, kind: str, name: str) -> Registered:
        """Return the component of that name.

        Raises:
            ComponentError: It is unknown, or two plugins offer it.
        """
        self.check_kind(kind)
        found = self.candidates(kind, name)
        if len(found) == 1:
            return found[0]
        if not found:
            known = {each.spec.name for each in self.components(kind)}
            raise ComponentError(
                f"Unknown {kind} '{name}'.{did_you_mean(name, known)} "
                f"Known {kind}s: {listing(known)}.{self.explain_absence(name)}",
                component=name,
            )
        origins = " and ".join(sorted(each.origin for each in found))
        raise ComponentError(
            f"The name {found[0].title} is offered by {origins}. Uninstall one, or disable "
            f"one with GVQA_DISABLE_PLUGINS.",
            component=name,
        )

    def options(self, kind: str, name: str, settings: Settings) -> Any:
        """Build the options instance of a component from its defaults and the settings.

        Returns:
            An instance of the component's options class; None when it has none.

        Raises:
            ConfigError: An option is unknown or ill-typed.
            ComponentError: The component is unknown, or its options class cannot be used.
        """
        return build_options(self.get(kind, name), settings)

    def available(self, registered: Registered, options: Any = None) -> Availability:
        """Check whether a component can be used here; see `check_availability`."""
        return check_availability(registered.spec, options)

    def inspect(self, registered: Registered, settings: Settings) -> Availability:
        """Check whether a component, with the options the settings give it, can be used here.

        What it requires is checked before anything of it is imported.

        Raises:
            ConfigError: An option is unknown or ill-typed.
        """
        requirements = check_availability(evolve(registered.spec, probe=None))
        if not requirements.usable:
            return requirements
        try:
            options = build_options(registered, settings)
        except ComponentError as error:
            return Availability(usable=False, reason=str(error).rstrip("."))
        return check_availability(registered.spec, options)

    def choose(self, kind: str, name: str, settings: Settings) -> Choice:
        """Choose the component for a stage.

        Args:
            kind: The stage.
            name: A component's name, or `auto`: the usable one with the highest
                priority whose weights are here or can be fetched. For a captioner
                or drafter `auto` follows `settings.backend` when that is set.
            settings: Backend, offline, and the options of components.

        Raises:
            ComponentError: What was named is unknown, offered twice or unusable here;
                or `auto` found nothing.
            ModelUnavailableError: It lacks weights that cannot be fetched now.
            ConfigError: An option is unknown or ill-typed.
        """
        return selection.choose(self, kind, name, settings)

    def build(self, chosen: Choice | Registered, settings: Settings) -> Component:
        """Import a component's factory and call it with its options; nothing is opened.

        Raises:
            ComponentError: The factory fails, or what it returns lacks the kind's methods.
            ConfigError: An option is unknown or ill-typed.
        """
        registered = chosen.registered if isinstance(chosen, Choice) else chosen
        spec = registered.spec
        options = build_options(registered, settings)
        try:
            factory = load_object(spec.factory)
            component = factory() if options is None else factory(options)
        except (KeyboardInterrupt, GvqaError):
            raise
        except BaseException as error:
            command = install_command(spec)
            hint = f" If something is missing, install it with: {command}" if command else ""
            raise ComponentError(
                f"{registered.title} of {registered.origin} could not be built from "
                f"{spec.factory}: {describe_error(error)}.{hint}",
                plugin=registered.plugin,
                component=spec.name,
            ) from error
        self._check_methods(registered, component)
        return component

    def check_options(self, settings: Settings) -> tuple[str, ...]:
        """Check every table of options in the settings against the registered components.

        Returns:
            A notice for each table whose component no loaded plugin offers; settings
            may be shared with a machine that has other plugins.

        Raises:
            ConfigError: An option is unknown or ill-typed, or a kind or component looks
                like a misspelling of a known one.
        """
        return check_all_options(self, settings)

    def explain_absence(self, name: str) -> str:
        """Say what is known of plugins not in use, as a reason why `name` is not offered."""
        if name in self._failures:
            return f" The {self._failures[name]}"
        return self.failures_text()

    def failures_text(self) -> str:
        """Return one line for each plugin that is not in use, or an empty text."""
        if not self._failures:
            return ""
        lines = "".join(f"\n  {text}" for _, text in sorted(self._failures.items()))
        return f" Plugins not in use:{lines}"

    def _check_methods(self, registered: Registered, component: object) -> None:
        wanted = ("open", "close", *self._kinds[registered.spec.kind].methods)
        missing = [name for name in wanted if not callable(getattr(component, name, None))]
        if missing:
            raise ComponentError(
                f"{registered.title} of {registered.origin} is a {type(component).__name__} "
                f"without {listing(missing)}; a {registered.spec.kind} must have "
                f"{listing(wanted)}.",
                plugin=registered.plugin,
                component=registered.spec.name,
            )
