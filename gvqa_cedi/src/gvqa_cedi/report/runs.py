"""Reading graded runs: the folder of a run, or a file that `gvqa cedi grade --out` wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from attrs import evolve, field, frozen

from gvqa_cedi.errors import TranscriptError
from gvqa_cedi.transcripts import Transcript, load_transcripts

GRADES = "grades.json"
"""Where `gvqa cedi grade DIR` puts its figures in the folder of a run."""


@frozen
class Run:
    """One graded run, or the part of it with one examiner and one evaluatee.

    Attributes:
        label: Names it on the page; no two runs of a page share it.
        metrics: As `gvqa cedi grade --out` writes them, of all graders; empty for a part.
        conversations: As it writes them, in order.
        said: The transcripts of the same conversations; empty when they are not at hand.
        settings: Of the run; empty when unknown.
    """

    label: str
    metrics: Sequence[Mapping[str, Any]]
    conversations: Sequence[Mapping[str, Any]]
    said: Sequence[Transcript] = ()
    settings: Mapping[str, Any] = field(factory=dict[str, Any])

    @property
    def images(self) -> tuple[str, ...]:
        """The pictures it is about, each once."""
        return tuple(dict.fromkeys(str(each["image"]) for each in self.conversations))


def load_runs(paths: Sequence[Path]) -> list[Run]:
    """Read graded runs.

    Args:
        paths: Folders of runs with `grades.json`, or files of grades.

    Raises:
        TranscriptError: A path holds no grades, or grades of another form.
    """
    found = [part for path in paths for part in _parts(path)]
    labels = [run.label for run in found]
    return [
        evolve(run, label=f"{run.label} ({n})") if labels.count(run.label) > 1 else run
        for n, run in enumerate(found, 1)
    ]


def graphs_of(folder: Path) -> Path | None:
    """The file of scene graphs that a run was made with; None for the shipped set."""
    graphs = _settings(folder / "run.json").get("graphs")
    return None if graphs in (None, "synthetic") else Path(str(graphs))


def _parts(path: Path) -> Iterator[Run]:
    """A file may hold several examiners and evaluatees: each pair is a run of its own."""
    grades = _read(path / GRADES if path.is_dir() else path, path)
    conversations = cast("list[Mapping[str, Any]]", grades["conversations"])
    metrics = [metric for grader in grades["graders"] for metric in grader["metrics"]]
    folder = path if path.is_dir() else path.parent
    said = _said(folder / "transcripts.jsonl", conversations)
    settings = _settings(folder / "run.json") if said else {}
    pairs = dict.fromkeys(_who(each) for each in conversations)
    for pair in pairs:
        places = [place for place, each in enumerate(conversations) if _who(each) == pair]
        yield Run(
            label=_label(path, *pair, settings),
            metrics=metrics if len(pairs) == 1 else (),
            conversations=[conversations[place] for place in places],
            said=[said[place] for place in places] if said else (),
            settings=settings,
        )


def _read(path: Path, given: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        [each["metrics"] for each in data["graders"]]
        if [(c["image"], c["values"], c["turns"]) for c in data["conversations"]]:
            return data
    except FileNotFoundError as error:
        raise TranscriptError(
            f"There is no '{path}'. Grade the run first: gvqa cedi grade {given}"
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TranscriptError(f"'{path}' cannot be read as grades ({error!r}).") from error
    raise TranscriptError(f"'{path}' holds no graded conversation.")


def _said(path: Path, conversations: Sequence[Mapping[str, Any]]) -> list[Transcript]:
    """The transcripts beside the grades, if they are the ones that were graded."""
    if not path.is_file():
        return []
    said = load_transcripts(path)
    same = [(each.image, len(each.turns)) for each in said] == [
        (each["image"], len(each["turns"])) for each in conversations
    ]
    return said if same else []


def _settings(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("Mapping[str, Any]", data) if isinstance(data, dict) else {}


def _who(conversation: Mapping[str, Any]) -> tuple[str, str]:
    return str(conversation.get("examiner") or ""), str(conversation.get("evaluatee") or "")


def _label(path: Path, examiner: str, evaluatee: str, settings: Mapping[str, Any]) -> str:
    name = path.resolve().name if path.is_dir() else path.stem
    evaluated = settings.get("evaluatee")
    silent = isinstance(evaluated, dict) and cast("Any", evaluated).get("history") is False
    remark = ", without history" if silent else ""
    return f"{name}: {evaluatee or 'unnamed'} asked by {examiner or 'unnamed'}{remark}"
