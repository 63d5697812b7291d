"""What people said of a run's claims."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from attrs import frozen

from gvqa_core.errors import StoreError
from gvqa_core.evaluation.records import read_json, read_manifest, write_json

CHOICES = ("true", "false", "unsure")


def claim_id(question: str, place: int) -> str:
    """The id of a question's claim; places count from 1."""
    return f"{question}/{place}"


class Labels:
    """The labels of a run, on disk as soon as they are given.

    Args:
        folder: The run.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "labels.json"
        self._lock = threading.Lock()

    def read(self) -> dict[str, str]:
        """Claim id → `true`, `false` or `unsure`.

        Raises:
            StoreError: The file is damaged; says what is wrong.
        """
        if not self._path.exists():
            return {}
        found = read_json(self._path).get("labels")
        if not isinstance(found, Mapping):
            raise StoreError(f"{self._path} is damaged: expected 'labels'")
        labels = cast("Mapping[str, Any]", found)
        for claim, label in labels.items():
            if label not in CHOICES:
                raise StoreError(f"{self._path}: '{label}' of {claim} is none of {CHOICES}")
        return {str(claim): str(label) for claim, label in labels.items()}

    def set(self, claim: str, label: str | None) -> None:
        """Keep a label; None takes it back.

        Raises:
            ValueError: There is no such label.
            StoreError: It cannot be written.
        """
        if label is not None and label not in CHOICES:
            raise ValueError(f"expected one of {CHOICES}, got {label!r}")
        with self._lock:
            labels = self.read()
            labels.pop(claim, None)
            if label is not None:
                labels[claim] = label
            write_json(self._path, {"labels": labels})

    def truths(self) -> dict[str, bool]:
        """Claim id → whether it is true, of those a person was sure of."""
        return {claim: label == "true" for claim, label in self.read().items() if label != "unsure"}


@frozen
class ToLabel:
    """One claim as a person is to see it.

    Attributes:
        id: Its id.
        question: What was asked.
        text: The claim.
        timestamp: The time it cites, seconds.
        frame: The frame there, a file below the run; None when it could not be read.
    """

    id: str
    question: str
    text: str
    timestamp: float
    frame: str | None


def to_label(folder: Path) -> list[ToLabel]:
    """All claims of a run, with the frames they cite.

    No verdict is among it: who labels must not know what a verifier said.

    Raises:
        StoreError: This is no run over questions, or no claim has been checked yet.
    """
    if read_manifest(folder).get("kind") != "questions":
        raise StoreError(f"{folder} is not a run of `gvqa eval run`; pairs carry their labels")
    return list(_claims(folder))


def _claims(folder: Path) -> Iterator[ToLabel]:
    for path in sorted((folder / "drafts").glob("*.json")):
        draft = read_json(path)
        verdicts = [read_json(p) for p in sorted((folder / "verdicts").glob(f"*/{path.name}"))]
        for place, claim in enumerate(draft["claims"]):
            looks = [verdict["claims"][place]["looked_at"][0] for verdict in verdicts]
            frames = [look["frame"] for look in looks if look["frame"]]
            yield ToLabel(
                id=claim_id(draft["id"], place + 1),
                question=draft["question"],
                text=claim["text"],
                timestamp=claim["timestamp"],
                frame=frames[0] if frames else None,
            )
