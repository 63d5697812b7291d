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
_parser = partial(ComponentSpec, kind="scene_graph_parser")


@hookimpl
def gvqa_register(registry: Registry) -> None:
    """Add the kinds of an interview, their hooks, and `gvqa cedi`."""
    registry.add_kind("examiner", methods=("examine",))
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
