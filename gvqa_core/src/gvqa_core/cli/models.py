"""`gvqa models`: which weights are here, and fetching more ahead of use."""

from __future__ import annotations

from typing import Annotated

import typer

from gvqa_core.cli import console

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="List model weights, or fetch them ahead."
)


@app.command("list")
def list_(
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """List the models in the hub's cache here, and those that components would fetch."""
    from gvqa_core.backends import models
    from gvqa_core.cli import session
    from gvqa_core.loading.names import readable_size
    from gvqa_core.settings import load_settings

    settings = load_settings()
    registry = session.plugins().registry
    here = models.cached_models()
    wanted = [
        (each, found)
        for each in registry.components()
        if (found := registry.inspect(each, settings)).download
    ]
    if json:
        console.print_json(
            {
                "path": str(models.hub_cache()),
                "models": [
                    {"model": m.model, "bytes": m.size, "complete": m.complete, "path": str(m.path)}
                    for m in here
                ],
                "wanted": [
                    {
                        "kind": each.spec.kind,
                        "name": each.spec.name,
                        "model": found.download,
                        "bytes": found.download_bytes,
                    }
                    for each, found in wanted
                ],
            }
        )
        return
    table = console.table("model", "size", "", "for")
    for model in here:
        state = "here" if model.complete else "incomplete"
        table.add_row(console.cell(model.model), console.cell(readable_size(model.size)), state, "")
    for each, found in wanted:
        size = readable_size(found.download_bytes) if found.download_bytes else "unknown"
        table.add_row(
            console.cell(found.download),
            console.cell(size),
            "not here",
            console.cell(f"{each.spec.kind} {each.spec.name}"),
        )
    if table.row_count:
        console.show(table)
    console.line(f"{len(here)} models in {models.hub_cache()}")


@app.command()
def pull(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A model's id, or a component such as captioner.mlx."),
    ],
    revision: Annotated[str | None, typer.Option(help="Branch, tag or commit.")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Fetch a model's weights ahead of use."""
    from gvqa_core.backends import models

    model = _model_of(name)
    console.note(f"fetching {model} …")
    path = models.pull(model, revision)
    if json:
        console.print_json({"model": model, "path": str(path)})
    else:
        console.line(f"{model} is here: {path}")


def _refuse_component(name: str) -> None:
    """A component's bare name is no model's id: several kinds may have one of that name."""
    from gvqa_core.cli import session

    found = [
        f"{each.spec.kind}.{name}"
        for each in session.plugins().registry.components()
        if each.spec.name == name
    ]
    if found:
        raise typer.BadParameter(
            f"{name!r} is a component, not a model; for its weights say {' or '.join(found)}",
            param_hint="NAME",
        )


def _model_of(name: str) -> str:
    """The model that a component named `kind.name` uses; any other name is a model's id."""
    from gvqa_core.cli import session
    from gvqa_core.settings import load_settings

    kind, dot, component = name.partition(".")
    registry = session.plugins().registry
    if not dot or kind not in registry.kinds:
        _refuse_component(name)
        return name
    options = registry.options(kind, component, load_settings())
    model = getattr(options, "model", None)
    if not isinstance(model, str) or not model:
        raise typer.BadParameter(f"{kind} {component} has no model to fetch", param_hint="NAME")
    return model
