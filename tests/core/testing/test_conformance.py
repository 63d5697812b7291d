"""The conformance kit passes what is right and finds each fault by the check that guards it."""

from __future__ import annotations

import pytest
from tests.core.builtin.weights import minilm_folder

from gvqa_core.builtin.bm25 import Bm25Options, Bm25Retriever
from gvqa_core.builtin.captioner import EmbeddedCaptioner, EmbeddedCaptionerOptions
from gvqa_core.builtin.drafter import EmbeddedDrafter, EmbeddedDrafterOptions
from gvqa_core.builtin.hybrid import HybridOptions, HybridRetriever
from gvqa_core.builtin.lexical import LexicalVerifier
from gvqa_core.builtin.minilm import MiniLMOptions, MiniLMRetriever
from gvqa_core.testing import broken
from gvqa_core.testing.conformance import Checker, CheckReport, check_component, register_checker

BUILT_IN = {
    "captioner embedded": ("captioner", lambda: EmbeddedCaptioner(EmbeddedCaptionerOptions())),
    "captioner embedded without OCR": (
        "captioner",
        lambda: EmbeddedCaptioner(EmbeddedCaptionerOptions(ocr="off")),
    ),
    "retriever bm25": ("retriever", lambda: Bm25Retriever(Bm25Options())),
    "retriever minilm": (
        "retriever",
        lambda: MiniLMRetriever(MiniLMOptions(model=minilm_folder(), device="cpu")),
    ),
    "retriever hybrid": (
        "retriever",
        lambda: HybridRetriever(HybridOptions(model=minilm_folder(), device="cpu")),
    ),
    "retriever hybrid by words": (
        "retriever",
        lambda: HybridRetriever(HybridOptions(model="")),
    ),
    "drafter embedded": ("drafter", lambda: EmbeddedDrafter(EmbeddedDrafterOptions())),
    "verifier lexical": ("verifier", LexicalVerifier),
}

# The right components that the wrong ones are made from: the kit must not blame them too.
RIGHT = {
    "sampler": broken.samplers.EveryThreeSeconds,
    "captioner": broken.captioners.RedOrBlue,
    "retriever": lambda: broken.BrokenRetriever("in no way"),
    "verifier": broken.verifiers.SameWords,
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_components_keep_their_contract(name):
    kind, make = BUILT_IN[name]
    report = check_component(kind, make())
    report.raise_for_failures()
    assert len(report.checks) >= 13


@pytest.mark.parametrize("kind", RIGHT)
def test_a_right_component_passes(kind):
    check_component(kind, RIGHT[kind]()).raise_for_failures()


@pytest.mark.parametrize(
    "wrong", broken.BROKEN, ids=lambda wrong: f"{wrong.kind}-{type(wrong.make()).__name__}"
)
def test_each_fault_is_found_by_its_check(wrong):
    report = check_component(wrong.kind, wrong.make())
    assert not report.ok
    assert wrong.found_by in [check.name for check in report.failures]


def test_every_kind_has_wrong_components_that_fail():
    assert {wrong.kind for wrong in broken.BROKEN} == {
        "sampler",
        "captioner",
        "retriever",
        "drafter",
        "verifier",
    }


def test_a_component_without_the_methods_is_told_which():
    report = check_component("verifier", broken.InventingDrafter())
    first = report.failures[0]
    assert (first.name, first.detail) == (
        "it has the methods of its stage",
        "missing: needs, judge",
    )


def test_one_that_does_not_open_is_reported_and_not_used():
    class Locked(LexicalVerifier):
        def open(self, needs):
            raise OSError("no weights here")

    report = check_component("verifier", Locked())
    assert [(check.name, check.detail) for check in report.failures] == [
        ("it opens", "raised OSError: no weights here")
    ]


def test_needs_are_handed_to_open():
    given = {}

    class Needy(LexicalVerifier):
        def open(self, needs):
            given.update(needs)

    check_component("verifier", Needy(), needs={"captioner": "the captioner"})
    assert given == {"captioner": "the captioner"}


def test_a_key_from_the_environment_is_found_in_an_identity(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "correct-horse-battery")

    class Leaky(LexicalVerifier):
        @property
        def identity(self):
            return {"server": "correct-horse-battery"}

    failures = check_component("verifier", Leaky()).failures
    assert [check.name for check in failures] == ["the identity holds no secret"]


def test_a_report_says_how_many_checks_ran_and_what_failed():
    report = check_component("verifier", broken.StubbornVerifier())
    first, *others = str(report).splitlines()
    assert first == f"verifier StubbornVerifier: {len(report.checks)} checks ran, 1 failed"
    assert others == [
        "- not so: it supports a caption repeated and not an unrelated claim "
        "(a caption does not support its own words)"
    ]
    with pytest.raises(AssertionError, match="1 failed"):
        report.raise_for_failures()


def test_a_report_without_checks_is_not_ok():
    assert not CheckReport("verifier", "Nothing").ok


def test_an_unknown_kind_is_named_with_the_known_ones():
    with pytest.raises(ValueError, match=r"no checks for kind 'oracle'.*captioner"):
        check_component("oracle", LexicalVerifier())


def test_an_extension_brings_checks_for_its_own_kind():
    def check(component, checklist):
        with checklist.item("it answers 42"):
            assert component.answer() == 42

    register_checker("oracle-in-a-test", Checker({"answer": True}, check, lambda c: c.answer()))

    class Oracle(LexicalVerifier):
        def answer(self):
            return 42

    report = check_component("oracle-in-a-test", Oracle())
    report.raise_for_failures()
    assert "it answers 42" in [check.name for check in report.checks]
