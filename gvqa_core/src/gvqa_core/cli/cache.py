"""`gvqa cache`: what was kept of ingested videos."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gvqa_core.cli import console

if TYPE_CHECKING:
    from gvqa_core.store import Store

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="List or clear what was kept of videos."
)


@app.command("list")
def list_(
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """List the videos whose captions are kept, the last used first."""
    from gvqa_core.loading.names import readable_size

    with _store() as store:
        videos, size, path = store.videos(), store.size(), store.path
    if json:
        console.print_json(
            {
                "path": str(path),
                "bytes": size,
                "videos": [
                    {
                        "path": video.path,
                        "sha256": video.sha256,
                        "captioner": video.captioner,
                        "captions": video.captions,
                        "used": video.used,
                    }
                    for video in videos
                ],
            }
        )
        return
    if videos:
        table = console.table("video", "captions", "captioner", "last used")
        for video in videos:
            used = time.strftime("%Y-%m-%d %H:%M", time.localtime(video.used))
            cells = (video.path, video.captions, video.captioner, used)
            table.add_row(*(console.cell(each) for each in cells))
        console.show(table)
    console.line(f"{len(videos)} videos, {readable_size(size)} in {path}")


@app.command()
def clear(
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Forget all captions and embeddings. Videos and saved answers are not touched."""
    from gvqa_core.loading.names import readable_size

    with _store() as store:
        videos, before = len(store.videos()), store.size()
        store.clear()
        freed = max(0, before - store.size())
    if json:
        console.print_json({"videos": videos, "bytes": freed})
    else:
        console.line(f"forgot {videos} videos, {readable_size(freed)}")


@contextmanager
def _store() -> Generator[Store]:
    from gvqa_core.settings import load_settings
    from gvqa_core.store import Store, default_folder

    folder = load_settings().cache_dir
    store = Store(Path(folder).expanduser() if folder else default_folder())
    try:
        yield store
    finally:
        store.close()
