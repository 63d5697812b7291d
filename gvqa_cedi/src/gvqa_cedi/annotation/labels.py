"""Human labels of a transcript file, kept in one JSON file beside it.

Each label is kept under `conversation/turn`, both counted from 0, with a digest of the
response, so that labels of other transcripts are noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from attrs import evolve, field, frozen

from gvqa_cedi.errors import LabelError
from gvqa_cedi.transcripts import Transcript

FAMILIES: Mapping[str, str] = {
    "object": "Object: not there, or wrong count",
    "attribute": "Attribute",
    "relation": "Relation",
    "text": "Scene text",
    "other": "Other",
}
"""Error family → what people read."""

Place = tuple[int, int]
"""Conversation and turn, from 0."""


@frozen
class ErrorSpan:
    """A hallucinated part of a response: characters `start` to `end`, and its family."""

    start: int
    end: int
    family: str


@frozen
class Labels:
    """All labels of one file.

    Attributes:
        spans: Turn → its hallucinated parts; an empty tuple says "looked at, none".
        relevant: Turn → whether the question is relevant to picture and context.
        realism: Conversation → its rank among those on the same picture, 1 the best.
    """

    spans: Mapping[Place, tuple[ErrorSpan, ...]] = field(factory=dict[Place, tuple[ErrorSpan, ...]])
    relevant: Mapping[Place, bool] = field(factory=dict[Place, bool])
    realism: Mapping[int, int] = field(factory=dict[int, int])

    def with_spans(self, place: Place, spans: Sequence[ErrorSpan] | None) -> Labels:
        """The labels with those of one turn set, or taken back."""
        kept = {at: value for at, value in self.spans.items() if at != place}
        if spans is not None:
            kept[place] = tuple(sorted(spans, key=lambda span: (span.start, span.end)))
        return evolve(self, spans=kept)

    def with_relevance(self, place: Place, relevant: bool | None) -> Labels:
        """The labels with the relevance of one turn set, or taken back."""
        kept = {at: value for at, value in self.relevant.items() if at != place}
        return evolve(self, relevant=kept if relevant is None else {**kept, place: relevant})

    def with_rank(self, conversation: int, rank: int | None) -> Labels:
        """The labels with the rank of one conversation set, or taken back."""
        kept = {at: value for at, value in self.realism.items() if at != conversation}
        return evolve(self, realism=kept if rank is None else {**kept, conversation: rank})


def read_labels(path: Path, transcripts: Sequence[Transcript]) -> Labels:
    """Read a file of labels; a file that is not there yet holds none.

    Raises:
        LabelError: It cannot be read, or does not fit the transcripts.
    """
    if not path.exists():
        return Labels()
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        labels = _labels(data)
        digests: Mapping[str, str] = data["responses"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LabelError(f"'{path}' is no file of labels ({error}).") from error
    for place, spans in labels.spans.items():
        _check(place, spans, transcripts, digests, path)
    return labels


def write_labels(path: Path, labels: Labels, transcripts: Sequence[Transcript]) -> None:
    """Write labels so that a crash leaves the old file or the new one, never half of one.

    Raises:
        LabelError: The file cannot be written.
    """
    data = {
        "spans": {
            _key(place): [[span.start, span.end, span.family] for span in spans]
            for place, spans in sorted(labels.spans.items())
        },
        "relevant": {_key(place): value for place, value in sorted(labels.relevant.items())},
        "realism": {str(place): rank for place, rank in sorted(labels.realism.items())},
        "responses": {
            _key(place): _digest(transcripts[place[0]].turns[place[1]].text)
            for place in sorted(labels.spans)
        },
    }
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise LabelError(f"'{path}' cannot be written: {error.strerror}.") from error


def _labels(data: Any) -> Labels:
    return Labels(
        spans={
            _place(key): tuple(ErrorSpan(int(s), int(e), _family(f)) for s, e, f in spans)
            for key, spans in data["spans"].items()
        },
        relevant={_place(key): bool(value) for key, value in data["relevant"].items()},
        realism={int(key): int(rank) for key, rank in data["realism"].items()},
    )


def _check(
    place: Place,
    spans: Sequence[ErrorSpan],
    transcripts: Sequence[Transcript],
    digests: Mapping[str, str],
    path: Path,
) -> None:
    conversation, turn = place
    fits = 0 <= conversation < len(transcripts) and 0 <= turn < len(transcripts[conversation].turns)
    text = transcripts[conversation].turns[turn].text if fits else ""
    if not fits or digests.get(_key(place)) != _digest(text):
        raise LabelError(
            f"The labels in '{path}' are of other transcripts: turn {turn} of conversation "
            f"{conversation} differs. Give the transcripts that were labelled."
        )
    for span in spans:
        if not 0 <= span.start < span.end <= len(text):
            raise LabelError(f"'{path}' marks characters outside of a response: {span}.")


def _key(place: Place) -> str:
    return f"{place[0]}/{place[1]}"


def _place(key: str) -> Place:
    conversation, turn = key.split("/")
    return int(conversation), int(turn)


def _family(value: object) -> str:
    if value not in FAMILIES:
        raise ValueError(f"unknown error family {value!r}")
    return cast("str", value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
