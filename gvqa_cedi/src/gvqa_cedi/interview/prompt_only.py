"""The examiner `prompt-only`: a prompt with example conversations, and no walk.

The ablation of everything else: the model alone decides what to ask next and of
which type, from the graph's facts, the interview so far and three examples of ours.
What it says it made up is checked against the graph before it is recorded as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen, validators

from gvqa_cedi.asks_model import AsksModel
from gvqa_cedi.interview.absent import is_absent
from gvqa_cedi.interview.examples import CONVERSATIONS
from gvqa_cedi.interview.llm_prompt import LONGEST, opening
from gvqa_cedi.interview.state import Interview, Question
from gvqa_cedi.prompting import quoted
from gvqa_cedi.transcripts import KINDS
from gvqa_cedi.verbalising import verbalise
from gvqa_cedi.wordnet import wordnet

_EXPECTED = {"regular": "answer", "follow-up": "answer", "adversarial": "deny",
             "unanswerable": "refuse"}  # fmt: skip

_FORM: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"enum": list(KINDS)},
        "question": {"type": "string", "maxLength": LONGEST},
        "truth": {"type": "string", "maxLength": LONGEST},
        "absent": {"type": "string", "maxLength": 40},
    },
    "required": ["kind", "question", "truth", "absent"],
    "additionalProperties": False,
}

_TASK = """\
Ask the next question. `kind` is `regular` (something that is there), `follow-up` (more about the
same thing), `adversarial` (something plausible that is not so) or `unanswerable` (a question that
takes something absent for granted). `truth` says what a right answer says. `absent` names the
thing that an adversarial or unanswerable question makes up, else it is empty. Answer with JSON:
{"kind": "…", "question": "…?", "truth": "…", "absent": "…"}"""


@frozen(kw_only=True)
class PromptOnlyOptions:
    """Options of the examiner `prompt-only`.

    Attributes:
        rounds: Questions of an interview.
        max_tokens: Most tokens of an answer.
        repairs: How often an answer that cannot be used is asked for again.
    """

    rounds: int = field(default=8, validator=validators.ge(1))
    max_tokens: int = field(default=256, validator=validators.ge(16))
    repairs: int = field(default=2, validator=validators.ge(0))


class PromptOnlyExaminer(AsksModel[PromptOnlyOptions]):
    """Asks whatever the drafter's chat model thinks of."""

    kind = "examiner"
    name = "prompt-only"

    def ask(self, interview: Interview) -> Question | None:
        """Ask the next question; None at the round limit.

        Raises:
            JudgeError: The model wrote nothing that can be used.
        """
        if interview.round >= self.options.rounds:
            return None

        def read(answer: Mapping[str, Any]) -> Question:
            return _question(answer, interview)

        return self.one(opening(_text(interview)), _FORM, read)


def _text(interview: Interview) -> str:
    parts = [quoted(f"example{n}", text) for n, text in enumerate(CONVERSATIONS, 1)]
    parts.insert(0, "Three interviews about other pictures:")
    if interview.context.scenario:
        parts += [f"Scenario: {interview.context.scenario}", f"Goal: {interview.context.goal}"]
    facts = "\n".join(verbalise(interview.focus, most=60))
    parts.append(f"Now another picture. What is true of it:\n{quoted('facts', facts)}")
    said = "\n".join(f"Q: {t.question}\nA: {t.text or '(no answer)'}" for t in interview.turns)
    parts.append(f"The interview so far:\n{quoted('interview', said or '(nothing yet)')}")
    return "\n\n".join([*parts, _TASK])


def _question(answer: Mapping[str, Any], interview: Interview) -> Question:
    kind, text, truth, absent = (answer[key] for key in ("kind", "question", "truth", "absent"))
    if kind not in KINDS:
        raise ValueError(f"`kind` must be one of {', '.join(KINDS)}")
    if not all(isinstance(each, str) for each in (text, truth, absent)) or not text.strip():
        raise ValueError("`question`, `truth` and `absent` must be texts")
    text = " ".join(text.split())[:LONGEST]
    if any(text.casefold() == turn.question.casefold() for turn in interview.turns):
        raise ValueError("this was asked before; ask something else")
    fabricated = ""
    if kind in ("adversarial", "unanswerable"):
        name = wordnet().lemma(" ".join(absent.lower().split()))
        if not name or not is_absent(name, {each.name for each in interview.graph.objects}):
            raise ValueError(f"`absent` must name a thing that is not in the picture, not {name!r}")
        fabricated = f"object: {name}"
    return Question(text, kind, _EXPECTED[kind], truth[:LONGEST], "", fabricated)
