"""`gvqa eval pairs`: every verifier judges the same labelled pairs; raw records are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.checking.judging import judge_pairs
from gvqa_core.errors import ConfigError, StoreError
from gvqa_core.evaluation.pairs import LabelledPair, groups
from gvqa_core.evaluation.records import Lines, digest, open_run, read_json, write_json
from gvqa_core.evaluation.systems import System, opened

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.evaluation.systems import Judge
    from gvqa_core.plugins import Plugins
    from gvqa_core.types import Judgement, Pair

    Progress = Callable[[str, int, int], None]

BATCH = 32
"""Pairs judged between two writes to the disk."""


@frozen(kw_only=True)
class PairsRun:
    """One measurement over one file of pairs.

    Attributes:
        folder: Where records are kept; a run begun there is resumed.
        source: Name of the file, for people.
        pairs: What to judge.
        keep_text: Keep the pairs' texts, and what judges wrote, with the records; without
            them the records of a licensed data set may be published.
    """

    folder: Path
    source: str
    pairs: Sequence[LabelledPair]
    keep_text: bool = True

    def begin(self, path: str = "text") -> None:
        """Make the folder, or check that what is there is this run.

        Args:
            path: `text`, or `video` when premises are on slides.

        Raises:
            StoreError: The folder holds something else.
        """
        shown = [[p.id, p.premise, p.hypothesis, p.gold.value] for p in self.pairs]
        open_run(
            self.folder,
            "pairs",
            {
                "source": self.source,
                "path": path,
                "pairs": len(self.pairs),
                "content": digest(shown),
            },
        )
        items = self.folder / "items.jsonl"
        if len(Lines(items).read()) == len(self.pairs):
            return
        items.unlink(missing_ok=True)
        Lines(items).append(
            {
                "id": pair.id,
                "group": group,
                "gold": pair.gold.value,
                **(
                    {"premise": pair.premise, "hypothesis": pair.hypothesis}
                    if self.keep_text
                    else {}
                ),
            }
            for pair, group in zip(self.pairs, groups(self.pairs), strict=True)
        )

    def run(
        self,
        systems: Sequence[System],
        settings: Settings,
        plugins: Plugins,
        crew: Crew,
        progress: Progress,
    ) -> None:
        """Let each verifier judge every pair that it has not yet judged.

        Args:
            systems: The verifiers, one after another.
            settings: How they are built.
            plugins: Offer them.
            crew: Holds the models they may ask.
            progress: Told (system, done, all).

        Raises:
            ConfigError: A verifier judges frames: there are none here.
            StoreError: Records of this verifier with other settings are there.
        """
        self.begin()
        for system in systems:
            kept = Lines(self.folder / "judgements" / f"{system.file}.jsonl")
            done = {row["id"] for row in kept.read()}
            left = [pair for pair in self.pairs if pair.id not in done]
            progress(system.name, len(done), len(self.pairs))
            if not left and (self.folder / "systems" / f"{system.file}.json").exists():
                continue
            with opened(system, settings, plugins, crew) as judge:
                if judge.needs != "caption":
                    raise ConfigError(
                        f"{system.name} judges frames, and pairs are texts; "
                        "use `gvqa eval run` with a video"
                    )
                note_system(self.folder, judge)
                judge.judge([("A dog runs.", "A dog is running.")])  # warm up, untimed
                for rows in _judged(judge, left):
                    kept.append(rows if self.keep_text else map(without_text, rows))
                    done.update(row["id"] for row in rows)
                    progress(system.name, len(done), len(self.pairs))


def note_system(folder: Path, judge: Judge) -> None:
    """Record what a verifier is, or make sure that it is what it was.

    Raises:
        StoreError: It was measured here with other settings or another model.
    """
    system = judge.system
    identity = dict(judge.identity)
    mine = {
        "name": system.name,
        "verifier": system.verifier,
        "profile": system.profile,
        "needs": judge.needs,
        "identity": identity,
    }
    path = folder / "systems" / f"{system.file}.json"
    if not path.exists():
        write_json(path, mine)
        return
    found = read_json(path)
    before: Any = found.get("identity", {})
    changed = sorted(k for k in {**before, **identity} if before.get(k) != identity.get(k))
    if changed:
        raise StoreError(
            f"{system.name} was measured in {folder} with another {', '.join(changed)}; "
            "choose another folder for the new settings"
        )


def _judged(judge: Judge, pairs: Sequence[LabelledPair]) -> Iterator[list[dict[str, Any]]]:
    for start in range(0, len(pairs), BATCH):
        batch = pairs[start : start + BATCH]
        asked: list[Pair] = [(pair.premise, pair.hypothesis) for pair in batch]
        begun = time.perf_counter()
        answers = judge_pairs(judge.judge, asked)
        each = (time.perf_counter() - begun) / len(batch)
        yield [
            {"id": pair.id, **judgement_record(answer), "seconds": round(each, 6)}
            for pair, answer in zip(batch, answers, strict=True)
        ]


def without_text(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that quotes nothing: what a judge wrote may repeat the pair."""
    return {name: value for name, value in row.items() if name != "raw"}


def judgement_record(answer: Judgement | str) -> dict[str, Any]:
    """A judgement, or why there is none, as plain data."""
    if isinstance(answer, str):
        return {"supports": False, "label": None, "error": answer}
    record: dict[str, Any] = {"supports": answer.supports, "label": answer.label}
    if answer.scores:
        record["scores"] = {name: round(score, 6) for name, score in answer.scores.items()}
    for name in ("reason", "judge", "raw"):
        if (value := getattr(answer, name)) is not None:
            record[name] = value
    return record
