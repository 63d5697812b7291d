"""The parser that needs no model."""

from __future__ import annotations

import time

import pytest

from gvqa_cedi.parsing import Exchange, predicted_graph
from gvqa_cedi.parsing.agreement import labelled_responses, measure
from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions


def graph(response: str, question: str = "", **options):
    parsed = Lexicon(LexiconOptions(**options)).parse([Exchange(response, question)])
    return predicted_graph("i", parsed)


def things(found) -> dict[str, set[str]]:
    return {each.name: set(each.values) for each in found.objects}


@pytest.mark.parametrize(
    ("question", "response", "objects", "triples"),
    [
        (
            "",
            "A man in a red shirt is sitting on a wooden bench next to a dog.",
            {"man": set(), "shirt": {"red"}, "bench": {"wooden"}, "dog": set()},
            {("man", "in", "shirt"), ("man", "sit on", "bench"), ("man", "next to", "dog")},
        ),
        (
            "",
            "On the table, there is a cup and a plate.",
            {"table": set(), "cup": set(), "plate": set()},
            {("cup", "on", "table"), ("plate", "on", "table")},
        ),
        ("What color is the cat?", "Black and white.", {"cat": {"black", "white"}}, set()),
        ("What color is the cat?", "It is black.", {"cat": {"black"}}, set()),
        ("Is there a cat?", "Yes.", {}, set()),
        ("Is there a dog?", "No, there isn't a dog.", {}, set()),
        (
            "",
            "I don't see any hat on the man. The man might be holding a phone.",
            {"man": set()},
            set(),
        ),
        (
            "",
            "A red ball is to the left of a blue cube.",
            {"ball": {"red"}, "cube": {"blue"}},
            {("ball", "left of", "cube")},
        ),
        (
            "",
            "A cat and a dog are on the couch. They are sleeping near a lamp.",
            {"cat": set(), "dog": set(), "couch": set(), "lamp": set()},
            {
                ("cat", "on", "couch"), ("dog", "on", "couch"),
                ("cat", "sleep near", "lamp"), ("dog", "sleep near", "lamp"),
            },
        ),
    ],
)  # fmt: skip
def test_reads(question, response, objects, triples):
    found = graph(response, question)
    assert things(found) == objects
    assert set(found.triples) == triples


def test_a_bare_yes_states_the_question_where_asked_for():
    found = graph("Yes.", "Is the dog next to a tree?", yes_states_the_question=True)
    assert set(found.triples) == {("dog", "next to", "tree")}
    assert not graph("No.", "Is the dog next to a tree?", yes_states_the_question=True).objects


def test_instances():
    assert [each.name for each in graph("Two men stand beside a horse.").objects] == [
        "man", "man", "horse",
    ]  # fmt: skip
    assert len(graph("A man sits. The man is tall.").objects) == 1
    assert len(graph("A man sits. Another man stands.").objects) == 2
    assert len(graph("1000000 birds fly.").objects) == 12


@pytest.mark.parametrize(
    "response", ["", " ", "???", "cat", "犬がいる。", "köttbullar", "\x00", "Yes"]
)
def test_odd_responses(response):
    assert len(graph(response).objects) <= 1


def test_a_response_of_fifty_thousand_characters_is_read_in_linear_time():
    text = "A man in a red shirt is sitting on a bench next to a dog. " * 430
    start = time.process_time()
    once = len(graph(text).objects)
    long = time.process_time() - start
    assert once == 4
    one_sentence = ("a dog and a cat, " * 3000)[:50_000]
    graph(one_sentence)
    assert long < 10
    assert time.process_time() - start < 25


def test_figures_on_the_shipped_set():
    """The figures that docs/cedi.md prints."""
    assert len(labelled_responses()) >= 50
    found = measure(Lexicon(LexiconOptions()).parse)
    print({kind: (a.precision, a.recall, a.f1) for kind, a in found.items()})
    assert found["all"].precision >= 0.95
    assert found["all"].recall >= 0.93
    assert found["objects"].f1 >= 0.97


@pytest.mark.parametrize(
    "response",
    ["I cannot confirm that from the picture.", "I don't see it.", "That is not there.",
     "I cannot say what it is.", "I am not sure about that."],
)  # fmt: skip
def test_who_refuses_by_a_pronoun_asserts_nothing(response):
    parsed = Lexicon(LexiconOptions()).parse(
        [Exchange(response, "What color is the cup next to the square?")]
    )
    assert predicted_graph("i", parsed).objects == ()


def test_what_was_named_before_a_refusal_stays():
    parsed = Lexicon(LexiconOptions()).parse(
        [Exchange("A red cup.", "What is there?"), Exchange("I can't confirm it.", "Is it small?"),
         Exchange("It is not blue.", "Is the cup blue?")]
    )  # fmt: skip
    [cup] = predicted_graph("i", parsed).objects
    assert (cup.name, cup.values) == ("cup", {"red"})
