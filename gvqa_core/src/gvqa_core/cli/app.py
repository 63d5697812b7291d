"""`gvqa app`: the same in the browser, on a page of this machine."""

from __future__ import annotations

import importlib.util
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from gvqa_core.cli import console
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@app.command(cls=OptionsCommand, name="app")
@pipeline_options
def run_app(
    host: Annotated[
        str, typer.Option(help="Where to listen; anything but loopback lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page at once.")
    ] = True,
    *,
    chosen: Chosen,
) -> None:
    """Ask videos in the browser: upload one, ask, click a claim to see its moment.

    The page is served on this machine only, unless --host says otherwise, and fetches
    nothing from elsewhere. Stop with Ctrl-C; uploads and reports are then removed.
    """
    from gvqa_core.cli.session import plugins, settings_of
    from gvqa_core.errors import ComponentError

    if importlib.util.find_spec("gradio") is None:
        raise ComponentError(
            'The app needs Gradio, which is not installed. Run: pip install "gvqa-core[app]"'
        )
    settings = settings_of(chosen)
    if host not in LOOPBACK:
        console.warn(
            f"listening on {host}: whoever reaches this machine can upload videos and use its "
            "models; there is no password"
        )
    folder = Path(tempfile.mkdtemp(prefix="app-", dir=_cache(settings.cache_dir)))
    # Gradio reads these when it is imported.
    os.environ.update(GRADIO_TEMP_DIR=str(folder), GRADIO_ANALYTICS_ENABLED="False")
    from gvqa_core.app.engine import Engine
    from gvqa_core.app.page import build, look

    engine = Engine(settings, plugins(), folder)
    try:
        page = build(engine)
        _, address, _ = page.launch(
            server_name=host,
            server_port=port or None,
            share=False,
            quiet=True,
            prevent_thread_lock=True,
            inbrowser=browser,
            footer_links=[],
            **look(),
        )
        console.line(f"the app is at {address}")
        console.note("Ctrl-C ends it")
        page.block_thread()
    finally:
        engine.close()


def _cache(cache_dir: str) -> Path:
    from gvqa_core.store import default_folder

    folder = Path(cache_dir).expanduser() if cache_dir else default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder
