"""Reads what the model of the examiner `llm` wrote; what cannot be used is a `ValueError`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve

from gvqa_cedi.asking import json_object
from gvqa_cedi.interview.absent import is_absent
from gvqa_cedi.interview.context import MOST_OBJECTS, Context
from gvqa_cedi.interview.llm_prompt import LONGEST
from gvqa_cedi.wordnet import wordnet
from gvqa_core.reading.thinking import strip_thinking

if TYPE_CHECKING:
    from gvqa_cedi.graph import SceneGraph
    from gvqa_cedi.interview.state import Interview, Question

_QUESTION = re.compile(r"[A-Z][^?:{}\"\n]*\?")


def question_or_object(text: str) -> Mapping[str, Any]:
    """The JSON object of a reply; where there is none, its first question.

    Small models write the question alone, or are cut off behind it. What it asks is
    checked all the same (`read_question`).
    """
    try:
        return json_object(text)
    except ValueError:
        found = _QUESTION.search(strip_thinking(text))
        if found is None:
            raise
        return {"question": found[0]}


def read_question(answer: Mapping[str, Any], brief: Question, interview: Interview) -> str:
    """The question of an answer: new, short, and naming what it is to be about."""
    text = answer["question"]
    if not isinstance(text, str) or not text.strip():
        raise ValueError("`question` must be a text")
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise ValueError(f"the question is longer than {LONGEST} characters")
    if any(text.casefold() == turn.question.casefold() for turn in interview.turns):
        raise ValueError("this was asked before; ask something else")
    kind, _, made_up = brief.fabricated.partition(": ")
    wanted = [] if kind == "object" else [interview.graph.by_id[brief.node].name]
    wanted += [made_up] if made_up else []
    for named in wanted:
        if not _names(text, named):
            raise ValueError(f"the question does not name {named!r}")
    return text


def with_absent(brief: Question, answer: Mapping[str, Any], interview: Interview) -> Question:
    """A brief about the absent thing that the model thought of."""
    name = answer["absent"]
    if not isinstance(name, str) or not name.strip():
        raise ValueError("`absent` must be a name")
    name = wordnet().lemma(" ".join(name.lower().split()))
    if not is_absent(name, {each.name for each in interview.graph.objects}):
        raise ValueError(f"{name!r} is in the picture, or nothing that could be seen in one")
    truth = f"There is no {name} in the picture."
    return evolve(brief, fabricated=f"object: {name}", truth=truth)


def _names(text: str, name: str) -> bool:
    """Whether a question has the words of a name, in the singular or in the plural."""
    words = {wordnet().lemma(word) for word in _words(text)}
    return all(wordnet().lemma(word) in words for word in _words(name))


def _words(text: str) -> list[str]:
    return "".join(c.lower() if c.isalnum() else " " for c in text).split()


def read_context(answer: Mapping[str, Any], graph: SceneGraph, number: int) -> Context:
    """The context of an answer; ids that no object has are left out."""
    scenario, goal, objects = answer["scenario"], answer["goal"], answer["objects"]
    if not all(isinstance(text, str) and text.strip() for text in (scenario, goal)):
        raise ValueError("`scenario` and `goal` must be texts")
    if not isinstance(objects, list):
        raise TypeError("`objects` must be a list of ids")
    ids = dict.fromkeys(str(each) for each in cast("list[object]", objects))
    known = [each for each in ids if each in graph.by_id]
    if not known:
        raise ValueError("`objects` holds no id of the picture's objects")
    return Context(number, _short(scenario), _short(goal), tuple(known[:MOST_OBJECTS]))


def read_end(answer: Mapping[str, Any]) -> bool:
    """Whether the model wants to end."""
    if not isinstance(answer["end"], bool):
        raise TypeError("`end` must be true or false")
    return answer["end"]


def _short(text: str) -> str:
    return " ".join(text.split())[:LONGEST]
