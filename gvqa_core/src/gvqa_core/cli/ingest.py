"""`gvqa ingest VIDEO`: describe a video's frames, once."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from gvqa_core.cli import console, times
from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options
from gvqa_core.text import clock

if TYPE_CHECKING:
    from gvqa_core.ingest import IngestedVideo, IngestPlan

app = typer.Typer(add_completion=False)


@app.command(cls=OptionsCommand)
@pipeline_options
def ingest(
    video: Annotated[str, typer.Argument(metavar="VIDEO", help="The video file.")],
    start: times.From = None,
    end: times.To = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only tell how many frames and how long.")
    ] = False,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Describe again what is in the cache.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The captions as JSON on stdout.")] = False,
    *,
    chosen: Chosen,
) -> None:
    """Describe a video's frames and keep the captions, so that asking is quick.

    What is in the cache is not done again; an interrupted run resumes where it stopped.
    """
    from gvqa_core.cli.session import choices_json, tell_choices, video_qa
    from gvqa_core.video.files import locate

    part = times.window(start, end)
    with video_qa(chosen) as qa:
        locate(video)  # a wrong name is told before anything is chosen or loaded
        used = {role: qa.choices[role] for role in ("sampler", "captioner")}
        tell_choices(used)
        if dry_run:
            plan = qa.plan(video, window=part)
            times.check_begins_inside(part, plan.info.duration)
            if json:
                console.print_json({**_plan_json(plan), "components": choices_json(used)})
            else:
                _print_plan(plan)
            return
        begun = time.perf_counter()
        ingested = qa.ingest(video, window=part, refresh=refresh)
        seconds = time.perf_counter() - begun
        times.check_begins_inside(part, ingested.info.duration)
    if json:
        console.print_json({**_ingested_json(ingested), "components": choices_json(used)})
    else:
        _print_ingested(ingested, seconds)


def _print_plan(plan: IngestPlan) -> None:
    console.line(f"{plan.info.path}: {clock(plan.info.duration)}")
    if plan.frames is None:
        console.line("how many frames will be described is known only after sampling")
        return
    left = max(0, plan.frames - plan.cached)
    console.line(f"{plan.frames} frames, {plan.cached} already described, {left} to describe")
    if plan.seconds is not None:
        console.line(f"about {_duration(plan.seconds)}")
    elif left:
        console.line("how long is known once this captioner has described a video here")


def _plan_json(plan: IngestPlan) -> dict[str, object]:
    return {
        "path": plan.info.path,
        "duration": plan.info.duration,
        "frames": plan.frames,
        "cached": plan.cached,
        "seconds": plan.seconds,
    }


def _print_ingested(video: IngestedVideo, seconds: float) -> None:
    console.line(
        f"{len(video.described)} frames of {video.path} ({clock(video.info.duration)}) "
        f"are described; this took {_duration(seconds)}"
    )
    if video.transcript is not None:
        count, source = len(video.transcript.segments), video.transcript.source
        console.line(f"{count} passage{'' if count == 1 else 's'} of speech from {source}")
    for warning in video.warnings:
        console.warn(warning)


def _ingested_json(video: IngestedVideo) -> dict[str, object]:
    return {
        "path": video.path,
        "sha256": video.sha256,
        "duration": video.info.duration,
        "captions": [
            {"timestamp": c.timestamp, "pts": c.pts, "text": c.text, "error": c.error}
            for c in video.captions
        ],
        "transcript": None if video.transcript is None else video.transcript.described(),
        "warnings": list(video.warnings),
    }


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 60 else f"{clock(round(seconds))} minutes"
