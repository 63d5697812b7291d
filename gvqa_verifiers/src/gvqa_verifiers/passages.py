"""A caption of several sentences is judged sentence by sentence, joined by a written rule.

A small model that reads many sentences at once mixes them up: who of two does what, and
in long captions what is said at all (docs/verifiers.md has the figures). So a claim must
follow from one passage by itself. A passage is one sentence; a sentence that leans on
the one before ("He holds a cup.") is read together with it; a repeated sentence counts
once. A passage is *about* a claim when it has at least half of the claim's content words.
A screen shows many texts, so a passage that quotes one is about a claim only if no other
passage has more of its words, and never if the claim quotes another text.

The joining rule:

1. The passage that entails the claim most decides.
2. Unless another passage that is about the claim surely contradicts it (p at least 0.9):
   then that one decides, and the claim is not supported however surely the first
   entails it.
3. A claim that says something is *absent* must be entailed by a passage about it, or
   else by every passage: a sentence that merely leaves the car out proves nothing.
4. When none entails, the passage about the claim that contradicts it most decides, or
   if there is none, again the one that entails it most.

With one passage the rule changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from gvqa_core.builtin.sentences import quotations, sentences
from gvqa_verifiers.language.forms import content_stems
from gvqa_verifiers.language.quoting import quotes_other_text

ABOUT = 0.5
"""Least share of a claim's content words that a passage about it has, 0 to 1."""

SURE = 0.9
"""Least p(contradiction), 0 to 1, at which a passage sinks what another one entails."""

MOST_JOINED = 3
"""Most sentences that lean on each other in one passage."""

_LEANING = re.compile(
    r"\W*(?:(?:and|but|then|also)\W+)?(?:he|she|it|they|him|her|his|its|their|both|these|those"
    r"|this|that|one of them|the (?:former|latter))\b",
    re.IGNORECASE,
)


def passages(premise: str) -> list[str]:
    """Cut a caption into the passages that are judged by themselves.

    Args:
        premise: The caption.

    Returns:
        The passages in order, none twice; a lone sentence just as it was written.
    """
    every = sentences(premise)
    if len(every) < 2:
        return [premise]
    found: list[list[str]] = []
    known: set[str] = set()
    for sentence in every:
        key = " ".join(sentence.lower().split())
        if key in known:
            continue
        known.add(key)
        if found and _LEANING.match(sentence):
            found.append([*found[-1][1 - MOST_JOINED :], sentence])
        else:
            found.append([sentence])
    return [" ".join(group) for group in found]


def about(group: Sequence[str], claim: str) -> list[bool]:
    """Which passages of a caption are about a claim, as the rule above has it.

    The row "South site 9 turbines" of a table is about "The south site has 9 turbines",
    and the row "North site 12 turbines" beside it is not.
    """
    wanted = content_stems(claim)
    shares = [len(wanted & content_stems(passage)) for passage in group]
    most = max(shares, default=0)
    return [
        bool(wanted)
        and share >= ABOUT * len(wanted)
        and not quotes_other_text(passage, claim)
        and (share == most or not quotations(passage))
        for passage, share in zip(group, shares, strict=True)
    ]


@frozen
class Scored:
    """What the model says of one passage.

    Attributes:
        entailment: p(entailment), 0 to 1.
        contradiction: p(contradiction), 0 to 1.
        about: Whether the passage is about the claim.
    """

    entailment: float
    contradiction: float
    about: bool

    @property
    def entails(self) -> bool:
        """Whether entailment is strictly the most probable relation."""
        return self.entailment > max(self.contradiction, self._neutral)

    @property
    def denies(self) -> bool:
        """Whether it is about the claim and most probably contradicts it."""
        return self.about and self.contradiction > max(self.entailment, self._neutral)

    @property
    def sinks(self) -> bool:
        """Whether it contradicts the claim so surely that no other passage can save it."""
        return self.denies and self.contradiction >= SURE

    @property
    def _neutral(self) -> float:
        return 1 - self.entailment - self.contradiction


def deciding_passage(scored: Sequence[Scored], *, absence: bool) -> tuple[int, bool]:
    """Choose the passage whose judgement stands for the whole caption.

    Args:
        scored: The passages in order; at least one.
        absence: Whether the claim says that something is absent.

    Returns:
        Its position, and whether it sinks a claim that another passage entails.
    """
    every = range(len(scored))
    best = max(every, key=lambda i: (scored[i].entailment, -i))
    if absence and len(scored) > 1 and not all(one.entails for one in scored):
        telling = [i for i in every if scored[i].about]
        if not telling:
            return min(every, key=lambda i: (scored[i].entailment, i)), False
        best = max(telling, key=lambda i: (scored[i].entailment, -i))
    sinking = [i for i in every if i != best and scored[i].sinks]
    if scored[best].entails:
        return (_surest(scored, sinking), True) if sinking else (best, False)
    denying = [i for i in every if scored[i].denies]
    return (_surest(scored, denying) if denying else best), False


def _surest(scored: Sequence[Scored], positions: Sequence[int]) -> int:
    """Which of some passages contradicts the claim most."""
    return max(positions, key=lambda i: (scored[i].contradiction, -i))
