"""The `cedi` plugin of gvqa: kinds, hooks and commands that it adds, and what it offers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gvqa_cedi import hookspecs
from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl
from gvqa_core.registry import Registry

GVQA_HOOK_API = 1

_grader = partial(ComponentSpec, kind="grader")
_judge = partial(
    _grader,
    options="gvqa_cedi.grading.judging:JudgeOptions",
    needs=("drafter",),
    priority=-1,
)
_examiner = partial(ComponentSpec, kind="examiner")
_evaluatee = partial(ComponentSpec, kind="evaluatee")
_on_a_model = partial(_evaluatee, options="gvqa_cedi.interview.speaking:ChatOptions", priority=-1)
_parser = partial(ComponentSpec, kind="scene_graph_parser")


@hookimpl
def gvqa_register(registry: Registry) -> None:
    """Add the kinds of an interview, their hooks, and `gvqa cedi`."""
    registry.add_kind("examiner", methods=("ask",))
    registry.add_kind("evaluatee", methods=("answer",))
    registry.add_kind("grader", methods=("grade",))
    registry.add_kind("scene_graph_parser", methods=("parse",))
    registry.add_hookspecs(hookspecs)
    registry.add_commands("cedi", "gvqa_cedi.cli:app", "Find and grade a model's hallucinations.")


@hookimpl
def gvqa_graders() -> Sequence[ComponentSpec]:
    """Declare the graders; those that ask a judge model serve only by name."""
    return (
        _grader(
            name="scene-graph",
            factory="gvqa_cedi.grading.scene_graph:SceneGraphGrader",
            options="gvqa_cedi.grading.scene_graph:SceneGraphOptions",
            priority=40,
            summary="GED, GED_hal, GED_cov, SG DeltaCon",
        ),
        _grader(
            name="chair",
            factory="gvqa_cedi.grading.chair:Chair",
            options="gvqa_cedi.grading.chair:ChairOptions",
            priority=30,
            summary="CHAIR_S, CHAIR_I, n_hall, Coverage",
        ),
        _grader(
            name="valor",
            factory="gvqa_cedi.grading.valor:Valor",
            options="gvqa_cedi.grading.valor:ValorOptions",
            priority=20,
            summary="VALOR faithfulness and coverage by WordNet; the per-turn signal",
        ),
        _grader(
            name="pope",
            factory="gvqa_cedi.grading.pope:Pope",
            options="gvqa_cedi.grading.pope:PopeOptions",
            priority=10,
            summary="accuracy on yes/no questions",
        ),
        _judge(
            name="valor-llm",
            factory="gvqa_cedi.grading.valor_judge:ValorJudge",
            summary="VALOR with a judge model",
        ),
        _judge(
            name="mmhal",
            factory="gvqa_cedi.grading.mmhal:MMHal",
            summary="ratings from 0 to 6 by a judge model",
        ),
        _judge(
            name="haelm",
            factory="gvqa_cedi.grading.haelm:HaELM",
            summary="HaELM-style: accurate or not, by a judge model",
        ),
    )


@hookimpl
def gvqa_scene_graph_parsers() -> Sequence[ComponentSpec]:
    """Declare the parsers; the one that asks a model serves only by name."""
    return (
        _parser(
            name="lexicon",
            factory="gvqa_cedi.parsing.lexicon:Lexicon",
            options="gvqa_cedi.parsing.lexicon:LexiconOptions",
            priority=10,
            summary="English, by word lists and WordNet, no model",
        ),
        _parser(
            name="llm",
            factory="gvqa_cedi.parsing.llm:LLMParser",
            options="gvqa_cedi.parsing.llm:LLMParserOptions",
            needs=("drafter",),
            priority=-1,
            summary="sentence by sentence by the drafter's chat model",
        ),
    )


@hookimpl
def gvqa_examiners() -> Sequence[ComponentSpec]:
    """Declare the examiners."""
    return (
        _examiner(
            name="template",
            factory="gvqa_cedi.interview.template:TemplateExaminer",
            options="gvqa_cedi.interview.walk:WalkOptions",
            priority=10,
            summary="four types of questions from templates over the graph, no model",
        ),
        _examiner(
            name="llm",
            factory="gvqa_cedi.interview.llm:LLMExaminer",
            options="gvqa_cedi.interview.llm:LLMOptions",
            needs=("drafter",),
            priority=-1,
            summary="the same walk in the words of the drafter's LLM",
        ),
        _examiner(
            name="llm-seeing",
            factory="gvqa_cedi.interview.llm:SeeingExaminer",
            options="gvqa_cedi.interview.llm:LLMOptions",
            needs=("captioner",),
            priority=-1,
            summary="the same, shown the picture: the captioner's VLM asks",
        ),
        _examiner(
            name="prompt-only",
            factory="gvqa_cedi.interview.prompt_only:PromptOnlyExaminer",
            options="gvqa_cedi.interview.prompt_only:PromptOnlyOptions",
            needs=("drafter",),
            priority=-1,
            summary="a baseline: a prompt with examples; the drafter's LLM asks what it likes",
        ),
        _examiner(
            name="contextual-pope",
            factory="gvqa_cedi.interview.contextual_pope:ContextualPopeExaminer",
            options="gvqa_cedi.interview.contextual_pope:ContextualPopeOptions",
            priority=-1,
            summary="a baseline: is there a …?, about the context, hard to guess",
        ),
        _examiner(
            name="caption",
            factory="gvqa_cedi.interview.baselines:CaptionExaminer",
            options="gvqa_cedi.interview.baselines:CaptionOptions",
            priority=-1,
            summary="a baseline: asks for a caption, in context or without",
        ),
        _examiner(
            name="pope",
            factory="gvqa_cedi.interview.baselines:PopeExaminer",
            options="gvqa_cedi.interview.baselines:PopeOptions",
            priority=-1,
            summary="a baseline: is there a …?, random, popular or adversarial",
        ),
    )


@hookimpl
def gvqa_evaluatees() -> Sequence[ComponentSpec]:
    """Declare the evaluatees; all serve only by name."""
    return (
        _on_a_model(
            name="chat",
            factory="gvqa_cedi.interview.speaking:ChatEvaluatee",
            needs=("captioner",),
            summary="the captioner's vision-language model",
        ),
        _on_a_model(
            name="verified",
            factory="gvqa_cedi.interview.speaking:VerifiedEvaluatee",
            needs=("captioner", "verifier"),
            summary="the same, each sentence checked against a blind caption first",
        ),
        _evaluatee(
            name="simulated",
            factory="gvqa_cedi.interview.simulated:Simulated",
            options="gvqa_cedi.interview.simulated:SimulatedOptions",
            priority=-1,
            summary="no model: answers from the graph with set rates of faults, to test graders",
        ),
    )
