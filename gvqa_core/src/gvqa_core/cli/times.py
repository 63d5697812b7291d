"""The times a user may write: 12, 12s, 01:23, 1:02:03."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from gvqa_core.types import Window


def read(value: str) -> float:
    """Read a time from the command line.

    Raises:
        typer.BadParameter: It is no time.
    """
    from gvqa_core.reading.times import read_time

    try:
        return read_time(value)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; write 12, 12s, 01:23 or 1:02:03") from None


def window(start: float | None, end: float | None) -> Window | None:
    """The span between two times; None when neither is given.

    Raises:
        typer.BadParameter: It ends before it begins.
    """
    if start is None and end is None:
        return None
    if end is not None and end < (start or 0.0):
        raise typer.BadParameter(f"the part ends ({end:g} s) before it begins ({start or 0:g} s)")
    return Window(start=start or 0.0, end=end)


def check_begins_inside(part: Window | None, duration: float) -> None:
    """Refuse a part that begins past the end of the video.

    Raises:
        typer.BadParameter: It does.
    """
    if part is not None and part.start > duration:
        raise typer.BadParameter(
            f"the part begins at {part.start:g} s, and the video ends at {duration:g} s",
            param_hint="--from",
        )


From: TypeAlias = Annotated[
    float | None,
    typer.Option("--from", parser=read, metavar="TIME", help="Only the video from here on."),
]
To: TypeAlias = Annotated[
    float | None,
    typer.Option("--to", parser=read, metavar="TIME", help="Only the video up to here."),
]
