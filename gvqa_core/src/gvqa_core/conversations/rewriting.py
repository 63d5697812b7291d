"""A follow-up → a question that stands alone, so that the right captions are retrieved.

The drafter's chat model rewrites it, where there is one. Without one a written rule
does: a follow-up that leans on what was said (a pronoun, or no content word of its own)
is given the things that the last question was about. A question that stands alone is
never touched by the rule, and a model's reply that cannot be used leaves the question
as it was asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gvqa_core import prompts
from gvqa_core.builtin.question import read_question
from gvqa_core.builtin.words import word_set
from gvqa_core.premises.phrases import presupposed
from gvqa_core.protocols import HasChat
from gvqa_core.reading.replies import text_of
from gvqa_core.reading.thinking import strip_thinking

if TYPE_CHECKING:
    from gvqa_core.crew import Crew

LONGEST = 300
"""Most characters of a rewritten question."""

_MAX_TOKENS = 96
_LEANING = word_set(
    "it its he him his she her hers they them their theirs this these those one ones"
)
_WORD = re.compile(r"[^\W_]+")


def standalone(question: str, earlier: Sequence[tuple[str, str]], crew: Crew) -> str:
    """Rewrite a follow-up so that it can be understood by itself.

    Args:
        question: As asked.
        earlier: (question that stands alone, what was answered) of each earlier turn.
        crew: Where the drafter comes from.
    """
    if not earlier:
        return question
    if isinstance(crew.unopened("drafter"), HasChat):
        return by_model(question, earlier, crew)
    return by_rule(question, earlier[-1][0])


def by_model(question: str, earlier: Sequence[tuple[str, str]], crew: Crew) -> str:
    """Let the drafter's chat model rewrite a follow-up."""
    messages = prompts.rewrite_messages(question, earlier)

    def ask(drafter: Any) -> Any:
        return drafter.chat.generate([messages], max_tokens=_MAX_TOKENS)

    replies = crew.run("drafter", ask)
    said = strip_thinking(text_of(replies[0])) if replies else ""
    lines = [line.strip().strip('"') for line in said.splitlines() if line.strip()]
    rewritten = next((line for line in lines if line.endswith("?")), "")
    usable = rewritten and len(rewritten) <= LONGEST and read_question(rewritten).words
    return rewritten if usable else question


def by_rule(question: str, before: str) -> str:
    """Give a follow-up that leans on the last question what that one was about.

    >>> by_rule("What colour is it?", "Where does the dog sleep?")
    'What colour is it? (about the dog)'
    >>> by_rule("Where is the cat?", "Where does the dog sleep?")
    'Where is the cat?'
    """
    words = {word.casefold() for word in _WORD.findall(question)}
    if not words & _LEANING and read_question(question).words:
        return question
    phrases = [thing.phrase for thing in presupposed(before)]
    if not phrases:
        return f"{question} ({before})"
    return f"{question} (about {' and '.join(f'the {phrase}' for phrase in phrases)})"
