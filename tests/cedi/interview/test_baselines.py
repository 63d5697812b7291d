"""The examiners `prompt-only` and `contextual-pope`."""

from __future__ import annotations

import json

import pytest

from gvqa_cedi.errors import JudgeError
from gvqa_cedi.interview.absent import is_absent
from gvqa_cedi.interview.context import whole
from gvqa_cedi.interview.contextual_pope import ContextualPopeExaminer, ContextualPopeOptions
from gvqa_cedi.interview.examples import CONVERSATIONS
from gvqa_cedi.interview.prompt_only import PromptOnlyExaminer, PromptOnlyOptions
from gvqa_cedi.interview.state import Interview, as_turn, cooccurrences
from gvqa_cedi.synthetic import graphs
from gvqa_core.chat import ChatDrafter
from gvqa_core.testing.fakes import ScriptedChat

GRAPH = graphs()[30]
LARGE = max(graphs(), key=len)
COUNTS = cooccurrences(graphs())


def prompted(*replies, **options):
    chat = ScriptedChat([json.dumps(reply) for reply in replies])
    made = PromptOnlyExaminer(PromptOnlyOptions(**options))
    made.open({"drafter": ChatDrafter(chat)})
    return made, chat


def start(*turns):
    return Interview(GRAPH, GRAPH, whole(GRAPH), turns, cooccurrence=COUNTS)


def reply(kind="regular", absent="", question="What is there?"):
    return {"kind": kind, "question": question, "truth": "Something.", "absent": absent}


def test_prompt_only_shows_three_examples_and_the_facts():
    made, chat = prompted(reply())
    question = made.ask(start())
    assert (question.kind, question.expected, question.fabricated) == ("regular", "answer", "")
    text = chat.calls[0].conversations[0][1].text
    assert len(CONVERSATIONS) == 3
    assert all(example in text for example in CONVERSATIONS)
    assert all(each.name in text for each in GRAPH.objects)


def test_prompt_only_must_make_up_what_is_not_there():
    there = GRAPH.objects[0].name
    made, chat = prompted(
        reply("adversarial", there), reply("unanswerable", "zebra", "Why does the zebra run?")
    )
    question = made.ask(start())
    assert (question.expected, question.fabricated) == ("refuse", "object: zebra")
    assert there in chat.calls[1].conversations[0][-1].text


def test_prompt_only_ends_at_the_round_limit_and_tells_what_it_could_not_use():
    made, _ = prompted(reply(), rounds=1, repairs=0)
    first = as_turn(made.ask(start()), "Yes.")
    assert made.ask(start(first)) is None
    again, _ = prompted(reply(), rounds=2, repairs=0)
    with pytest.raises(JudgeError, match="asked before"):
        again.ask(start(first))


def pope(n, seed=0):
    context = whole(LARGE)
    now = Interview(LARGE, LARGE, context, seed=seed, cooccurrence=COUNTS)
    made = ContextualPopeExaminer(ContextualPopeOptions(questions=n))
    turns = []
    while question := made.ask(Interview(**{**vars_of(now), "turns": tuple(turns)})):
        turns.append(as_turn(question, "Yes."))
    return now, turns


def vars_of(interview):
    names = ("graph", "focus", "context", "seed", "cooccurrence")
    return {name: getattr(interview, name) for name in names}


@pytest.mark.parametrize(("n", "yes", "no"), [(6, 3, 3), (7, 3, 4), (8, 4, 4)])
def test_contextual_pope_asks_half_rounded_down_about_what_is_there(n, yes, no):
    now, turns = pope(n)
    there = {each.name for each in now.focus.objects}
    assert len(there) >= 4
    labels = [turn.expected for turn in turns]
    assert (labels.count("yes"), labels.count("no")) == (yes, no)
    everything = {each.name for each in now.graph.objects}
    for turn in turns:
        name = turn.fabricated.removeprefix("object: ")
        if turn.expected == "no":
            assert is_absent(name, everything)
        else:
            assert name == ""
            assert any(each in turn.question for each in there)


def test_contextual_pope_draws_by_chance_and_by_company():
    now, turns = pope(8)
    focus = {each.name for each in now.focus.objects}
    everything = {each.name for each in now.graph.objects}
    score = {
        name: sum(count for other, count in others.items() if other in focus)
        for name, others in COUNTS.items()
        if is_absent(name, everything)
    }
    likeliest = sorted(score, key=lambda name: (-score[name], name))
    asked = [turn.fabricated.removeprefix("object: ") for turn in turns if turn.fabricated]
    assert len(asked) == len(set(asked)) == 4
    assert sum(name in likeliest[:4] for name in asked) >= 2
    assert [turn.question for turn in pope(8)[1]] == [turn.question for turn in turns]
    others = [turn.question for turn in pope(8, seed=1)[1]]
    assert others != [turn.question for turn in turns]


def test_where_too_little_is_there_both_halves_shrink():
    _, turns = pope(40)
    labels = [turn.expected for turn in turns]
    assert labels.count("yes") <= labels.count("no") <= labels.count("yes") + 1
    assert len(turns) < 40
