"""Walking G_s: which type of question comes next, and about which node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from attrs import field, frozen, validators

from gvqa_cedi.graph import SceneObject
from gvqa_cedi.interview.state import Interview

Kind = Literal["regular", "follow-up", "adversarial", "unanswerable"]

_WEIGHTS: dict[Kind, float] = {
    "regular": 0.35,
    "follow-up": 0.25,
    "adversarial": 0.2,
    "unanswerable": 0.2,
}


@frozen(kw_only=True)
class WalkOptions:
    """How an examiner walks; each switch is an ablation.

    Attributes:
        rounds: Most questions of an interview.
        random_nodes: Choose v_t at random; off takes the nodes in order.
        regular: Ask regular questions; the first question is regular all the same.
        follow_up: Ask follow-ups.
        adversarial: Ask about plausible things that are not so.
        unanswerable: Ask questions that rest on a false premise.
    """

    rounds: int = field(default=8, validator=validators.ge(1))
    random_nodes: bool = True
    regular: bool = True
    follow_up: bool = True
    adversarial: bool = True
    unanswerable: bool = True


def is_over(interview: Interview, options: WalkOptions) -> bool:
    """Whether the round limit is reached, or there is nothing to ask about."""
    return interview.round >= options.rounds or not interview.focus.objects


def kinds_to_try(interview: Interview, options: WalkOptions) -> Sequence[Kind]:
    """Types to try, the one furthest behind its share first; no type thrice in a row."""
    if not interview.turns:
        return ["regular"]
    on: dict[Kind, bool] = {
        "regular": options.regular,
        "follow-up": options.follow_up,
        "adversarial": options.adversarial,
        "unanswerable": options.unanswerable,
    }
    asked = Counter(turn.kind for turn in interview.turns)
    recent = [turn.kind for turn in interview.turns[-2:]]
    rng = interview.random("kind")
    behind: dict[Kind, float] = {
        kind: asked[kind] / _WEIGHTS[kind] + 3 * rng.random() + 9 * (recent == [kind, kind])
        for kind, wanted in on.items()
        if wanted
    }
    return sorted(behind, key=lambda kind: behind[kind])


def node_for(kind: Kind, interview: Interview, options: WalkOptions) -> SceneObject | None:
    """v_t: for a regular question a node not yet asked about, else the one last asked about.

    Returns:
        None when every node has had its regular question.
    """
    if kind != "regular":
        by_id = interview.focus.by_id
        named = [turn.node for turn in interview.turns if turn.node in by_id]
        return by_id[named[-1]] if named else interview.focus.objects[0]
    asked = {turn.node for turn in interview.turns if turn.kind == "regular"}
    left = [each for each in interview.focus.objects if each.id not in asked]
    if not left:
        return None
    return interview.random("node").choice(left) if options.random_nodes else left[0]
