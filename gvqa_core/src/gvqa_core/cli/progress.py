"""Progress bars, drawn by an observer of the pipeline."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from gvqa_core.hookspecs import hookimpl

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID

    from gvqa_core.events import StageEvent

_DOING = {
    "transcribe": "recognising speech",
    "sample": "sampling frames",
    "caption": "describing frames",
    "index": "indexing",
    "retrieve": "searching",
    "draft": "drafting",
    "verify": "checking claims",
}


class ProgressBars:
    """One bar for each stage, with counts and time left; silent when not on a terminal.

    Args:
        console: Where to draw; never stdout.
    """

    def __init__(self, console: Console) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left", style="dim"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    @hookimpl
    def gvqa_stage_progress(self, event: StageEvent) -> None:
        """Move the stage's bar."""
        if event.stage not in self._tasks:
            doing = _DOING.get(event.stage, event.stage)
            self._tasks[event.stage] = self._bars.add_task(doing, total=event.total)
        self._bars.update(self._tasks[event.stage], completed=event.done, total=event.total)

    @hookimpl
    def gvqa_stage_finished(self, event: StageEvent) -> None:
        """Take the stage's bar away."""
        task = self._tasks.pop(event.stage, None)
        if task is not None:
            self._bars.remove_task(task)
