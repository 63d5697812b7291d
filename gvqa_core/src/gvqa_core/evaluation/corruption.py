"""The corruption experiment: what verification catches of a captioner's lies.

Each slide shows a premise. An honest captioner says what is on it; of a share of
the slides it lies, and says a sentence that the premise contradicts. The draft
claims, at each slide's time, what the ingest captions say. Then verification looks
at the slides again:

- `ingest`: the lie was told at ingest only, and the fresh caption is honest;
- `both`: the captioner tells the same lie again when the frame is re-extracted.

A claim check compares words with words: in the second case there is nothing it
could see.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.errors import ConfigError
from gvqa_core.evaluation.comparisons import WILSON
from gvqa_core.evaluation.oracle_run import Slides, checked, slides
from gvqa_core.evaluation.pairs_report import judged_systems
from gvqa_core.evaluation.pairs_run import note_system, without_text
from gvqa_core.evaluation.records import Lines, digest, open_run, write_json
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.systems import opened
from gvqa_core.evaluation.tables import Cell, Table
from gvqa_core.types import Claim, NLILabel

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.evaluation.pairs import LabelledPair
    from gvqa_core.evaluation.pairs_run import Progress
    from gvqa_core.evaluation.systems import Judge, System
    from gvqa_core.plugins import Plugins
    from gvqa_core.types import Frame

WHERE = ("ingest", "both")


@frozen(kw_only=True)
class CorruptionRun:
    """One corruption experiment.

    Attributes:
        folder: Where records are kept; a run begun there is resumed.
        source: Name of the file of pairs.
        pairs: Contradictions give slides and lies; at most one for each premise.
        count: How many slides.
        share: Share of slides about which the captioner lies, 0 to 1.
        seed: Chooses slides and liars.
        keep_text: Keep what was read from the slides, and what judges wrote, with the
            records; without it a run that was killed reads the slides again.
    """

    folder: Path
    source: str
    pairs: Sequence[LabelledPair]
    count: int
    share: float
    seed: int = 0
    keep_text: bool = True

    def run(
        self,
        systems: Sequence[System],
        settings: Settings,
        plugins: Plugins,
        crew: Crew,
        progress: Progress,
    ) -> None:
        """Let each verifier check the draft against honest and against lying captions.

        Raises:
            ConfigError: The file has no contradictions.
            StoreError: The folder holds another run.
        """
        chosen = self._chosen()
        liars = self._liars(len(chosen))
        content = digest([[p.premise, p.hypothesis] for p in chosen])
        manifest = {"source": self.source, "slides": len(chosen), "share": self.share}
        open_run(self.folder, "corruption", {**manifest, "seed": self.seed, "content": content})
        items = Lines(self.folder / "items.jsonl")
        if not items.read():
            items.append({"id": n, "lied": n in liars} for n in range(len(chosen)))
        read = Lines(self.folder / "read.jsonl") if self.keep_text else None
        with slides([pair.premise for pair in chosen], read) as deck:
            lies = {n: chosen[n].hypothesis for n in liars}
            for system in systems:
                kept = Lines(self.folder / "judgements" / f"{system.file}.jsonl")
                done = {row["where"] for row in kept.read()}
                progress(system.name, len(done), len(WHERE))
                if set(WHERE) <= done:
                    continue
                with opened(system, settings, plugins, crew) as judge:
                    note_system(self.folder, judge)
                    for where in WHERE:
                        if where not in done:
                            rows = _rows(judge, deck, lies, where)
                            kept.append(rows if self.keep_text else map(without_text, rows))
                    progress(system.name, len(WHERE), len(WHERE))
            if deck.caption.texts:
                write_json(self.folder / "reading.json", deck.fidelity())

    def _chosen(self) -> list[LabelledPair]:
        by_premise = {
            pair.premise: pair for pair in self.pairs if pair.gold is NLILabel.CONTRADICTION
        }
        if not by_premise:
            raise ConfigError(f"{self.source} holds no contradiction to lie with")
        found = list(by_premise.values())
        random.Random(self.seed).shuffle(found)  # noqa: S311
        return found[: self.count]

    def _liars(self, of: int) -> frozenset[int]:
        return frozenset(
            random.Random(self.seed + 1).sample(range(of), round(self.share * of))  # noqa: S311
        )


def corruption_tables(folder: Path) -> list[Table]:
    """The table of a corruption run, rebuilt from its raw records alone."""
    lied = {int(item["id"]): bool(item["lied"]) for item in Lines(folder / "items.jsonl").read()}
    rows: list[tuple[Cell, ...]] = []
    for name, judged in judged_systems(folder):
        for where in WHERE:
            mine = [row for row in judged if row["where"] == where]
            if len(mine) == len(lied):
                false = [row for row in mine if lied[row["id"]]]
                true = [row for row in mine if not lied[row["id"]]]
                failed = sum(bool(row.get("error")) and not row.get("unseen") for row in mine)
                rows.append((name, where, _refused(false), _refused(true), failed))
    return [
        Table(
            name="corruption",
            title="Lies of the captioner that verification catches",
            columns=("verifier", "lies at", "lies caught", "true claims lost", "verifier failed"),
            rows=tuple(rows),
            note=f"{WILSON} Ingest: the captioner lied once, and described the re-extracted "
            "frame honestly. Both: it told the same lie again.",
        )
    ]


def _rows(judge: Judge, deck: Slides, lies: dict[int, str], where: str) -> Iterator[dict[str, Any]]:
    lying = _lying(deck.caption, lies, deck.oracle.seconds)
    times = [deck.oracle.time_of(n) for n in range(len(deck.places))]
    drafted = lying(list(deck.video.frames_at(times)))
    claims = [Claim(text, time) for text, time in zip(drafted, times, strict=True)]
    looker = deck.looker(deck.caption if where == "ingest" else lying)
    for number, row in enumerate(checked(judge, looker, claims)):
        yield {"id": number, "where": where, **row}


def _lying(
    honest: Callable[[Sequence[Frame]], list[str]], lies: dict[int, str], seconds: float
) -> Callable[[Sequence[Frame]], list[str]]:
    """A captioner that reads slides, and of some says something else."""

    def caption(frames: Sequence[Frame]) -> list[str]:
        told = [lies.get(int(frame.pts // seconds)) for frame in frames]
        read = iter(honest([f for f, lie in zip(frames, told, strict=True) if lie is None]))
        return [next(read) if lie is None else lie for lie in told]

    return caption


def _refused(rows: Sequence[dict[str, Any]]) -> Rate:
    refused = [row for row in rows if not row["supports"]]
    judged = [row for row in refused if row.get("unseen") or not row.get("error")]
    return Rate(len(judged), len(rows))
