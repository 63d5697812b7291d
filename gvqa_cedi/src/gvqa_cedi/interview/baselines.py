"""Baseline examiners of the paper: the caption, and POPE's yes/no questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from attrs import field, frozen, validators

from gvqa_cedi.interview.state import Interview, Question
from gvqa_cedi.verbalising import with_article
from gvqa_cedi.wordnet.sameness import is_broader, same_thing
from gvqa_core.component import BaseComponent

POOL = 50
"""How many candidates a question about something absent is drawn from."""


@frozen(kw_only=True)
class CaptionOptions:
    """Options of the examiner `caption`.

    Attributes:
        contextual: Put the context's scenario and goal before the request.
    """

    contextual: bool = False


class CaptionExaminer(BaseComponent[CaptionOptions]):
    """Asks once for a caption."""

    def ask(self, interview: Interview) -> Question | None:
        """Ask for a description in the first round, then end."""
        if interview.turns:
            return None
        request = "Please describe this picture in detail."
        if self.options.contextual and interview.context.scenario:
            request = f"{interview.context.scenario} {interview.context.goal} {request}"
        return Question(request, expected="answer")


@frozen(kw_only=True)
class PopeOptions:
    """Options of the examiner `pope`.

    Attributes:
        sampling: Absent names are drawn at `random`, by how many pictures they are in
            (`popular`), or by how often they stand with what is there (`adversarial`).
        questions: How many at most; half of them, rounded down, are about what is there.
    """

    sampling: Literal["random", "popular", "adversarial"] = "random"
    questions: int = field(default=6, validator=validators.ge(1))


class PopeExaminer(BaseComponent[PopeOptions]):
    """Asks "Is there a …?" of things that are there and of things that are not, shuffled."""

    def ask(self, interview: Interview) -> Question | None:
        """Ask the next question of the picture's list; None at its end."""
        # The list is drawn once for the picture: all rounds see the same one.
        start = Interview(
            interview.graph,
            interview.focus,
            interview.context,
            seed=interview.seed,
            cooccurrence=interview.cooccurrence,
        )
        questions = self._questions(start)
        return questions[interview.round] if interview.round < len(questions) else None

    def _questions(self, interview: Interview) -> Sequence[Question]:
        rng = interview.random("pope")
        there = list(dict.fromkeys(each.name for each in interview.focus.objects))
        wanted = self.options.questions // 2
        present = rng.sample(there, min(wanted, len(there)))
        candidates = self._candidates(interview)
        # Where too little is there, both halves shrink: as many no as yes, or one more.
        rest = min(len(present) + self.options.questions % 2, len(candidates))
        if self.options.sampling == "random":
            absent = rng.sample(candidates, rest)
        else:
            absent = candidates[:rest]
        questions = [yes_no_question(name, "yes") for name in present]
        questions += [yes_no_question(name, "no") for name in absent]
        rng.shuffle(questions)
        return questions

    def _candidates(self, interview: Interview) -> list[str]:
        """Absent names, the likeliest first; fewer than asked for where the graphs have no more."""
        names = {each.name for each in interview.graph.objects}
        score: Counter[str] = Counter()
        for name, others in interview.cooccurrence.items():
            if self.options.sampling == "adversarial":
                score[name] = sum(count for other, count in others.items() if other in names)
            else:
                score[name] = max(others.values(), default=0)
        ordered = sorted(score, key=lambda name: (-score[name], name))
        absent = [name for name in ordered if not any(_covers(name, each) for each in names)]
        return absent if self.options.sampling == "random" else absent[:POOL]


def _covers(name: str, there: str) -> bool:
    return same_thing(name, there) or is_broader(name, there) or is_broader(there, name)


def yes_no_question(name: str, label: str) -> Question:
    """Ask whether a thing is there; the label is `yes` or `no`."""
    made_up = f"object: {name}" if label == "no" else ""
    return Question(f"Is there {with_article(name)} in the picture?", "", label,
                    f"{label.capitalize()}.", fabricated=made_up)  # fmt: skip
