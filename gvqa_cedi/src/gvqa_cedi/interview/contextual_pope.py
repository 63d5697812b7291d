"""The baseline `contextual-pope`: yes/no questions about the context, hard to guess.

Of as many questions as the interview had rounds (n):

- n // 2 are about objects of the context: yes;
- of the rest, half, rounded down, are about absent objects drawn at random from a
  pool of 50 candidates: no;
- the others are about the absent candidates that most often stand with what is there
  in the graphs at hand: no.

A candidate is absent when it is no synonym, kind or broader name of any object of the
whole picture. Where objects are too few, fewer yes questions are asked and as many
fewer no questions, so that yes stays half, rounded down; where candidates are too
few, fewer no questions. One shuffle by the seed decides the order.
"""

from __future__ import annotations

from collections import Counter

from attrs import evolve, field, frozen, validators

from gvqa_cedi.interview.absent import is_absent
from gvqa_cedi.interview.baselines import POOL, yes_no_question
from gvqa_cedi.interview.state import Interview, Question
from gvqa_core.component import BaseComponent


@frozen(kw_only=True)
class ContextualPopeOptions:
    """Options of the examiner `contextual-pope`.

    Attributes:
        questions: n; set it to the rounds of the interview it is compared with.
    """

    questions: int = field(default=8, validator=validators.ge(1))


class ContextualPopeExaminer(BaseComponent[ContextualPopeOptions]):
    """Asks "Is there a …?" in a context, half of the time about what is there."""

    def ask(self, interview: Interview) -> Question | None:
        """Ask the next question of the context's list; None at its end."""
        # The list is drawn once for the context: all rounds see the same one.
        questions = self._questions(evolve(interview, turns=()))
        return questions[interview.round] if interview.round < len(questions) else None

    def _questions(self, interview: Interview) -> list[Question]:
        rng = interview.random("contextual pope")
        there = list(dict.fromkeys(each.name for each in interview.focus.objects))
        yes = rng.sample(there, min(self.options.questions // 2, len(there)))
        wanted = min(self.options.questions - self.options.questions // 2, len(yes) + 1)
        likely = _candidates(interview)
        by_chance = rng.sample(likely, min(wanted // 2, len(likely)))
        with_it = [name for name in likely if name not in by_chance][: wanted - len(by_chance)]
        no = [*by_chance, *with_it]
        questions = [yes_no_question(name, "yes") for name in yes]
        questions += [yes_no_question(name, "no") for name in no]
        rng.shuffle(questions)
        return questions


def _candidates(interview: Interview) -> list[str]:
    """At most 50 absent names, those first that most often stand with what is there."""
    names = {each.name for each in interview.graph.objects}
    focus = {each.name for each in interview.focus.objects}
    score: Counter[str] = Counter()
    for name, others in interview.cooccurrence.items():
        score[name] = sum(count for other, count in others.items() if other in focus)
    ordered = sorted(score, key=lambda name: (-score[name], name))
    return [name for name in ordered if is_absent(name, names)][:POOL]
