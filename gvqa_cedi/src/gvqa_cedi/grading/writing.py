"""Gradings as JSON: the figures, and every value of every conversation and turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.grading.results import Case, Grading


def gradings_json(cases: Sequence[Case], gradings: Sequence[Grading]) -> dict[str, Any]:
    """All that was found, as JSON data."""
    return {
        "graders": [
            {
                "grader": grading.grader,
                "settings": dict(grading.settings),
                "metrics": [
                    {
                        "name": metric.name,
                        "variant": metric.variant,
                        "value": metric.value,
                        "better": metric.definition.better,
                        "scored": metric.scored,
                        "missing": metric.missing,
                        "unit": metric.unit,
                        "note": metric.note,
                    }
                    for metric in grading.metrics
                ],
            }
            for grading in gradings
        ],
        "conversations": [_conversation(place, case, gradings) for place, case in enumerate(cases)],
    }


def write_json(path: Path, data: Any) -> None:
    """Write JSON data.

    Raises:
        TranscriptError: The file cannot be written.
    """
    try:
        path.write_text(
            json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n", encoding="utf-8"
        )
    except OSError as error:
        raise TranscriptError(f"'{path}' cannot be written: {error.strerror}.") from error


def _conversation(place: int, case: Case, gradings: Sequence[Grading]) -> dict[str, Any]:
    turns: list[dict[str, Any]] = [
        {"kind": turn.kind, "values": {}} for turn in case.transcript.turns
    ]
    for grading in gradings:
        for turn, values in zip(turns, grading.turns[place] if grading.turns else (), strict=False):
            turn["values"].update(values)
    return {
        "image": case.transcript.image,
        "source": case.graph.source,
        "examiner": case.transcript.examiner,
        "evaluatee": case.transcript.evaluatee,
        "values": {name: v for g in gradings for name, v in g.samples[place].items()},
        "details": {g.grader: dict(g.details[place]) for g in gradings if g.details},
        "turns": turns,
    }
