"""Guard `clauses`: who does what, asked clause by clause."""

from __future__ import annotations

from gvqa_core.builtin.sentences import sentences
from gvqa_verifiers.guards.doubt import Doubt
from gvqa_verifiers.language.clauses import clauses
from gvqa_verifiers.language.forms import content_stems


def doubts(premise: str, claim: str) -> list[Doubt]:
    """Doubt what follows from a sentence of several clauses, but from none of them.

    "A teacher writes while a student sleeps" must not bear out a sleeping teacher: the
    claim is made of the caption's words, put together anew. A claim in other words is
    let pass, since it may sum up several clauses. The claim is cut in the same way, and
    each of its parts must follow from some clause.
    """
    if not content_stems(claim) <= content_stems(premise):
        return []
    cut = [clauses(sentence) for sentence in sentences(premise)]
    if all(len(group) < 2 for group in cut):
        return []
    every = [clause for group in cut for clause in group]
    asked = tuple(tuple((clause, part) for clause in every) for part in clauses(claim))
    return [Doubt("no clause of the caption says so by itself", clauses=asked)]
