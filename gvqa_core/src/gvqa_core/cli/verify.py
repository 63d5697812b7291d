"""`gvqa verify VIDEO CLAIMS`: check what anyone wrote about a video."""

from __future__ import annotations

import json as json_
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from gvqa_core.cli.options import Chosen, OptionsCommand, pipeline_options

app = typer.Typer(add_completion=False)

SHAPE = '[{"claim": "The bar is red.", "timestamp": 35.0}, …]'


@app.command(cls=OptionsCommand)
@pipeline_options
def verify(
    video: Annotated[
        str, typer.Argument(metavar="VIDEO", help="The video file; it need not be ingested.")
    ],
    claims: Annotated[
        str,
        typer.Argument(
            metavar="CLAIMS", help="A JSON file of claims, a saved answer.json, or - for stdin."
        ),
    ],
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write JSON, frames and a report page.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout.")] = False,
    fail_on_unverified: Annotated[
        bool, typer.Option("--fail-on-unverified", help="Exit with 3 when a claim is unverified.")
    ] = False,
    *,
    chosen: Chosen,
) -> None:
    """Check claims about a video, each against the frame it cites.

    CLAIMS is a JSON list of objects with "claim" and "timestamp" (seconds or "01:23").
    Exit codes: 0 checked, 1 could not, 2 wrong usage, 3 a claim is unverified
    (with --fail-on-unverified).
    """
    from gvqa_core.cli.ending import check_can_save, finish
    from gvqa_core.cli.session import tell_choices, video_qa
    from gvqa_core.video.files import locate

    given = read_claims(claims)
    check_can_save(save)
    with video_qa(chosen) as qa:
        locate(video)  # a wrong name is told before anything is chosen or loaded
        used = ("captioner", "verify.captioner", "verifier")
        tell_choices({role: choice for role, choice in qa.choices.items() if role in used})
        answer = qa.verify(video, given)
    finish(answer, save=save, as_json=json, fail_on_unverified=fail_on_unverified)


def read_claims(source: str) -> list[dict[str, Any]]:
    """Read claims from a file, or from stdin when `source` is `-`.

    Raises:
        typer.BadParameter: The file cannot be read, or a claim in it is none; says which.
    """
    try:
        content = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        data = json_.loads(content.decode("utf-8-sig"))
    except OSError as error:
        raise _bad(f"{source} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise _bad(f"{source} is not JSON: {error}") from None
    if isinstance(data, Mapping):
        data = cast("Mapping[str, Any]", data).get("claims")
    if not isinstance(data, list) or not data:
        raise _bad(f"expected a JSON list of claims, as in {SHAPE}")
    items = cast("list[Any]", data)
    return [_claim(number, item) for number, item in enumerate(items, start=1)]


def _claim(number: int, item: Any) -> dict[str, Any]:
    from gvqa_core.reading.claim_items import fault_of
    from gvqa_core.reading.times import read_time

    inner: Any = item.get("claim") if isinstance(item, Mapping) else None
    if isinstance(inner, Mapping):  # a claim of a saved answer
        item = {"claim": inner.get("text"), "timestamp": inner.get("timestamp")}
    if not isinstance(item, Mapping) or "claim" not in item or "timestamp" not in item:
        raise _bad(f'claim {number} must have "claim" and "timestamp", as in {SHAPE}')
    claim = cast("Mapping[str, Any]", item)
    text, when = claim["claim"], claim["timestamp"]
    if fault := fault_of(text):
        raise _bad(f"claim {number} {fault}")
    try:
        return {"claim": text, "timestamp": read_time(when)}
    except ValueError as error:
        raise _bad(f"the time of claim {number} cannot be read: {error}") from None


def _bad(message: str) -> typer.BadParameter:
    return typer.BadParameter(message, param_hint="CLAIMS")
