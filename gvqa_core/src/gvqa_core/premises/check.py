"""Is anything in the video like what a question presupposes? A check on an absence.

Each thing is sought among the blind captions retrieved for it, and where they are
silent, on freshly extracted frames between the sampled ones. An absence can never be
shown, only looked for: the result says how many captions and frames were looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.builtin.words import stems
from gvqa_core.checking.judging import judge_pairs
from gvqa_core.premises.phrases import Presupposed, presupposed
from gvqa_core.text import clock, shortened
from gvqa_core.types import Evidence, Judgement, PremiseCheck, Segment

if TYPE_CHECKING:
    from gvqa_core.checking.judging import JudgeCall
    from gvqa_core.checking.looking import Look
    from gvqa_core.types import Caption, Pair

CAPTIONS = 8
"""Captions retrieved for each thing."""

FRESH_LOOKS = 2
"""Fresh frames looked at for each thing that the captions do not show."""

PLAUSIBLE = 0.3
"""p(entailment) from which a thing counts as there. Lower than for a claim: refusing a
question about what is there is worse than answering one about what is not."""

LookCall = Callable[[Sequence[float]], "dict[float, Look]"]


@frozen(kw_only=True)
class PremiseChecker:
    """What the check works with.

    Attributes:
        search: The captions retrieved for some words, best first.
        judge: The verifier's `judge`, which reads captions.
        look: Extracts and describes the frames at some times; empty dict when it cannot.
        times: All sample times, ascending, seconds.
        spoken: The passages of speech. A thing that is spoken of is not refused: the
            question may be about what is said of it.
    """

    search: Callable[[str, int], Sequence[Caption]]
    judge: JudgeCall
    look: LookCall
    times: Sequence[float]
    spoken: Sequence[Caption] = ()

    def check(self, question: str) -> tuple[PremiseCheck, ...]:
        """Check everything a question presupposes."""
        return tuple(self._check(thing) for thing in presupposed(question))

    def _check(self, thing: Presupposed) -> PremiseCheck:
        captions = self.search(thing.phrase, CAPTIONS)
        seen = [Evidence(c.timestamp, pts=c.pts, caption=c.text) for c in captions]
        best, supported = self._best(thing, seen)
        fresh: list[Evidence] = []
        heard = None if supported else self._heard(thing)
        if heard is not None:
            best, supported = heard, True
        if not supported and captions:
            fresh = self._fresh(captions)
            nearest, supported = self._best(thing, fresh)
            best = nearest if supported else best
        if best is not None and best.picture is None and not supported:
            best = next(iter(self._looks([best.timestamp])), best)
        return PremiseCheck(
            phrase=thing.phrase,
            hypothesis=thing.hypotheses[0],
            supported=supported,
            captions=len(seen),
            frames=len(fresh),
            passages=len(self.spoken),
            closest=best,
        )

    def _best(self, thing: Presupposed, looks: Sequence[Evidence]) -> tuple[Evidence | None, bool]:
        """The look that comes nearest, and whether it supports the thing."""
        pairs: list[Pair] = [(look.caption or "", h) for look in looks for h in thing.hypotheses]
        owners = [look for look in looks for _ in thing.hypotheses]
        judged = judge_pairs(self.judge, pairs)
        scored: list[tuple[float, int]] = []
        for number, judgement in enumerate(judged):
            value = _support(judgement)
            if _names(owners[number].caption or "", thing):
                value = max(value, 1.0)
            scored.append((value, -number))
        if not scored:
            return None, False
        value, number = max(scored)
        return owners[-number], value >= PLAUSIBLE

    def _heard(self, thing: Presupposed) -> Evidence | None:
        """The first passage that names the thing."""
        for passage in self.spoken:
            if _names(passage.text, thing):
                said = Segment(passage.pts, passage.end or passage.pts, passage.text)
                return Evidence(passage.pts, spoken=(said,))
        return None

    def _fresh(self, captions: Sequence[Caption]) -> list[Evidence]:
        """Looks halfway between the best captions and their next samples."""
        following = dict(pairwise(self.times))
        times = [
            (c.timestamp + following[c.timestamp]) / 2 for c in captions if c.timestamp in following
        ]
        return self._looks(times[:FRESH_LOOKS])

    def _looks(self, times: Sequence[float]) -> list[Evidence]:
        return [
            Evidence(
                timestamp=look.timestamp, pts=look.pts, picture=look.picture, caption=look.caption
            )
            for look in self.look(sorted(set(times))).values()
            if look.caption is not None
        ]


def refusal(checks: Sequence[PremiseCheck]) -> str:
    """What to say when something presupposed was not found; empty when all was."""
    missing = [check for check in checks if not check.supported]
    if not missing:
        return ""
    return " ".join(_said(check) for check in missing)


def _said(check: PremiseCheck) -> str:
    noun = check.hypothesis.removeprefix("There is ").removeprefix("There are ").rstrip(".")
    closest = ""
    if check.closest is not None:
        words = shortened(check.closest.caption or "", 80)
        closest = f' (closest: {clock(check.closest.timestamp)}, "{words}")'
    heard = f", and no passage of speech (of {check.passages}) names it" if check.passages else ""
    return (
        f"Nothing looked at in the video shows {noun}{closest}; looked at "
        f"{check.captions} captions and {check.frames} fresh frames{heard}."
    )


def _support(judgement: Judgement | str) -> float:
    if isinstance(judgement, str):
        return 1.0  # what could not be judged refuses nothing
    if judgement.supports:
        return 1.0
    return judgement.scores.get("entailment", 0.0)


def _names(caption: str, thing: Presupposed) -> bool:
    """Whether a caption uses the very word."""
    words = set(stems(caption))
    return any(set(stems(head)) <= words for head in thing.heads)
