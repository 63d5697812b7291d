"""The options that every command of the pipeline takes, written once.

    @app.command()
    @pipeline_options
    def ask(video: str, question: str, *, chosen: Chosen) -> None: ...

gives `ask` all of `--backend`, `--verifier`, `-o` and so on, as one `chosen`.
Extensions may use it for commands of their own.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer
from attrs import frozen
from typer.core import TyperCommand

from gvqa_core.config import PROFILES
from gvqa_core.options import RawText

_STAGES = "Which component for a stage"
_METHOD = "Method"
_OPTION_FLAGS = ("-o", "--option")
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[\w-]+)+")


@frozen
class Chosen:
    """What the user set on the command line, not yet checked.

    Attributes:
        arguments: For `load_settings`; None where nothing was given.
        models: Kind → model id, for the component that will be chosen.
        config: A configuration file named on the command line.
    """

    arguments: Mapping[str, Any]
    models: Mapping[str, str]
    config: str | None = None


class OptionsCommand(TyperCommand):
    """A command whose `-o` takes a key and a value as two words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join `-o KEY VALUE` into `-o KEY=VALUE`, which the parser knows."""
        return super().parse_args(ctx, join_options(args))


def pipeline_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the pipeline's options to a command, which receives them as `chosen`."""
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(_chosen, eval_str=True)

    @functools.wraps(command)
    def with_options(**given: Any) -> None:
        chosen = _chosen(**{name: given.pop(name) for name in shared.parameters})
        command(chosen=chosen, **given)

    parameters = [p for p in own.parameters.values() if p.name != "chosen"]
    signature = own.replace(parameters=[*parameters, *shared.parameters.values()])
    vars(with_options)["__signature__"] = signature
    with_options.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    return with_options


def join_options(args: Sequence[str]) -> list[str]:
    """Join each `-o KEY VALUE` into `-o KEY=VALUE`; all else stays."""
    joined: list[str] = []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        joined.append(word)
        if word == "--":
            return joined + rest
        if word in _OPTION_FLAGS and len(rest) >= 2 and "=" not in rest[0]:
            joined.append(f"{rest.pop(0)}={rest.pop(0)}")
    return joined


def read_options(pairs: Sequence[str]) -> dict[str, Any]:
    """Turn `verifier.nli.threshold=0.8` into nested mappings of text yet to be typed.

    Raises:
        typer.BadParameter: A pair is not a dotted key with a value.
    """
    nested: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not _DOTTED.fullmatch(key):
            raise typer.BadParameter(
                f"expected a dotted key and a value, as in `-o verifier.nli.threshold 0.8`, "
                f"found {pair!r}",
                param_hint="-o",
            )
        *path, last = key.split(".")
        table = nested
        for name in path:
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                raise typer.BadParameter(f"{key!r} contradicts another -o", param_hint="-o")
        table[last] = RawText(value)
    return nested


def _chosen(
    backend: Annotated[
        str | None,
        typer.Option(
            help="Where captions and drafts come from: mlx, cuda, openai, embedded, or auto.",
            rich_help_panel=_STAGES,
        ),
    ] = None,
    sampler: Annotated[str | None, typer.Option(metavar="NAME", rich_help_panel=_STAGES)] = None,
    captioner: Annotated[str | None, typer.Option(metavar="NAME", rich_help_panel=_STAGES)] = None,
    retriever: Annotated[str | None, typer.Option(metavar="NAME", rich_help_panel=_STAGES)] = None,
    drafter: Annotated[str | None, typer.Option(metavar="NAME", rich_help_panel=_STAGES)] = None,
    verifier: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="`gvqa plugins` lists the names.", rich_help_panel=_STAGES
        ),
    ] = None,
    captioner_model: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="A hub id or a folder.", rich_help_panel=_STAGES),
    ] = None,
    drafter_model: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="A hub id or a folder.", rich_help_panel=_STAGES),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o",
            "--option",
            metavar="KEY VALUE",
            help="Any setting by its dotted name, such as verifier.nli.threshold; repeatable.",
            rich_help_panel=_STAGES,
        ),
    ] = None,
    interval: Annotated[
        float | None,
        typer.Option(help="Seconds between sampled frames.", rich_help_panel=_METHOD),
    ] = None,
    top_k: Annotated[
        int | None,
        typer.Option(help="Captions retrieved for a question.", rich_help_panel=_METHOD),
    ] = None,
    neighbours: Annotated[
        int | None,
        typer.Option(
            help="Samples looked at on each side of a citation that does not hold.",
            rich_help_panel=_METHOD,
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(PROFILES),
            help="paper is the paper's pipeline and nothing else.",
            rich_help_panel=_METHOD,
        ),
    ] = None,
    offline: Annotated[
        bool | None,
        typer.Option("--offline", help="Reach for no model hub.", rich_help_panel=_METHOD),
    ] = None,
    subtitles: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|off",
            help="What is said: a subtitle file, or off; by default one beside the video or in it.",
            rich_help_panel=_METHOD,
        ),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Read this file, not ./gvqa.toml.", rich_help_panel=_METHOD
        ),
    ] = None,
) -> Chosen:
    stages = {
        "sampler": sampler,
        "captioner": captioner,
        "retriever": retriever,
        "drafter": drafter,
        "verifier": verifier,
    }
    arguments: dict[str, Any] = {
        "backend": backend,
        "interval": interval,
        "top_k": top_k,
        "neighbours": neighbours,
        "profile": profile,
        "offline": offline,
    }
    nested = read_options(option or ())
    use = {**nested.pop("use", {}), **{k: name for k, name in stages.items() if name is not None}}
    if use:
        arguments["use"] = use
    for table in ("verify", "answers", "speech"):
        if table in nested:
            arguments[table] = nested.pop(table)
    if subtitles is not None:
        arguments["speech"] = {**arguments.get("speech", {}), "subtitles": subtitles}
    arguments["options"] = nested
    models = {"captioner": captioner_model, "drafter": drafter_model}
    return Chosen(
        arguments=arguments,
        models={kind: model for kind, model in models.items() if model is not None},
        config=config,
    )
