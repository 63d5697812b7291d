"""Does a claim answer a question? A written rule over words, meaning and time.

A claim answers a question when it is about what the question is about, tells something of
the kind that is asked for and that the question does not say itself, and is of a moment
that the question's time language allows. About the same: by at least half of the question's
content words, or where an embedding model is at hand by nearness of meaning. What is of the
very moment that the question names need not be ("What happens at 4:30?"), nor what begins
with a pronoun, which stands for what was asked about. English only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.builtin.question import read_question
from gvqa_core.relevance.moment import Moment, moment
from gvqa_core.relevance.wanted import Wanted, content, tells, wanted
from gvqa_core.retrieval.grammar import read
from gvqa_core.speech.question import without_speaker
from gvqa_core.types import Relevance

if TYPE_CHECKING:
    from gvqa_core.types import Claim

NEAR = 0.3
"""Cosine of question and claim, -1 to 1, from which they are about the same."""

SHARED = 0.5
"""Share of the question's content words, 0 to 1, from which they are."""

_PRONOUN = re.compile(
    r"\W*(?:he|she|it|they|his|her|its|their|this|that|these|those)\b", re.IGNORECASE
)

Compare = Callable[[str, Sequence[str]], Sequence[float] | None]
"""Cosine of a text with each of some texts; None when that cannot be told."""


@frozen(kw_only=True)
class RelevanceJudge:
    """What the rule works with.

    Attributes:
        compare: Nearness of meaning, where that can be told; else words alone decide.
        duration: The video's, seconds.
        interval: Δt, seconds.
    """

    compare: Compare
    duration: float
    interval: float

    def label(
        self, question: str, claims: Sequence[Claim], reading: Mapping[str, Any]
    ) -> tuple[Relevance, ...]:
        """Label each claim.

        Args:
            question: Stands alone.
            claims: What was drafted for it.
            reading: How the retriever read the question.
        """
        asked = read(question).content or question
        texts = [claim.hypothesis for claim in claims]
        near = self.compare(asked, texts) or [-1.0] * len(texts)
        return tuple(
            self._one(asked, claim, float(cosine), reading)
            for claim, cosine in zip(claims, near, strict=True)
        )

    def _one(
        self, asked: str, claim: Claim, cosine: float, reading: Mapping[str, Any]
    ) -> Relevance:
        text = claim.hypothesis
        if claim.channel == "said":  # who says it, and that it is said, is no part of it
            asked = without_speaker(asked)
        words = read_question(asked).words
        share = len(words & content(text)) / len(words) if words else 1.0
        when = moment(reading, claim.timestamp, self.duration, self.interval)
        if when is Moment.ELSEWHERE:
            return Relevance(False, "it is of another moment than the question asks about")
        about = share >= SHARED or cosine >= NEAR or _PRONOUN.match(text) is not None
        if when is not Moment.NAMED and not about:
            return Relevance(False, "it is about something else")
        if not content(text) or not tells(text, asked):
            kind = wanted(asked)
            what = "what is asked" if kind is Wanted.ANYTHING else f"a {kind.value}, as is asked"
            return Relevance(False, f"it does not tell {what}")
        return Relevance(True)
