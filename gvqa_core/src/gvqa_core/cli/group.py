"""The lazy command group: names and one-line helps are here, commands are imported when used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from gvqa_core.cli.failures import told

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS: Mapping[str, tuple[str, str]] = {
    "ask": ("gvqa_core.cli.ask:app", "Ask a video a question; every claim is checked."),
    "chat": ("gvqa_core.cli.chat:app", "Ask one question after the other, follow-ups too."),
    "app": ("gvqa_core.cli.app:app", "The same in the browser, on a page of this machine."),
    "verify": ("gvqa_core.cli.verify:app", "Check claims that anyone wrote against a video."),
    "audit": ("gvqa_core.cli.audit:app", "Check a saved answer anew against the video."),
    "ingest": ("gvqa_core.cli.ingest:app", "Describe a video's frames ahead of asking."),
    "plugins": ("gvqa_core.cli.plugins:app", "Show plugins and the components they offer."),
    "doctor": ("gvqa_core.cli.doctor:app", "Check what works on this machine, and why not."),
    "config": ("gvqa_core.cli.config:app", "Show every setting and where it comes from."),
    "cache": ("gvqa_core.cli.cache:app", "List or clear what was kept of ingested videos."),
    "models": ("gvqa_core.cli.models:app", "List model weights, or fetch them ahead."),
    "eval": ("gvqa_core.cli.eval:app", "Measure answers and verifiers, with intervals."),
    "measure": ("gvqa_core.cli.measure:app", "Measure what every stage costs on this machine."),
    "check": ("gvqa_core.cli.check:app", "Hold a component to the contract of its stage."),
}
"""Name → (where the typer application is, help)."""

HELP = """Ask a video a question and check every sentence of the answer against the video.

Start with: gvqa ask VIDEO "QUESTION"

Exit codes: 0 answered, 1 could not, 2 wrong usage, 3 unverified (--fail-on-unverified)."""


class LazyGroup(TyperGroup):
    """Knows its commands by name; imports one only to run it or to show its own help.

    Commands that extensions add are found by loading the plugins, which happens
    only for the list of commands and for a name the core does not know.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands, the core's first."""
        return [*COMMANDS, *sorted(set(_extensions()) - set(COMMANDS))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A stand-in that knows only its name and help, for listings and completion."""
        found = COMMANDS.get(cmd_name) or _extensions().get(cmd_name)
        return None if found is None else TyperCommand(name=cmd_name, help=found[1])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command to run, and import it.

        The names go where typer looks for the one that may have been meant.
        """
        name = args[0]
        target = COMMANDS.get(name) or _extensions().get(name)
        if target is None:
            self.commands.update({known: self.get_command(ctx, known) for known in COMMANDS})
            return super().resolve_command(ctx, args)
        module, _, attribute = target[0].partition(":")
        app = getattr(importlib.import_module(module), attribute)
        command = typer.main.get_command(app)
        command.name = name
        return name, command, args[1:]

    def invoke(self, ctx: Any) -> Any:
        """Run a command so that its errors reach the user as messages."""
        with told():
            return super().invoke(ctx)


def make_command() -> Any:
    """Build the `gvqa` command."""
    app = typer.Typer(
        cls=LazyGroup,
        name="gvqa",
        help=HELP,
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    return typer.main.get_command(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"gvqa {version('gvqa-core')}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """The group itself does nothing."""


def _extensions() -> dict[str, tuple[str, str]]:
    from gvqa_core.cli.session import plugins

    commands = plugins().registry.commands
    return {name: (command.target, command.help) for name, command in commands.items()}
