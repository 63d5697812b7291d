"""The `verifiers` plugin of gvqa: what it offers, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gvqa_core.component import ComponentSpec
from gvqa_core.hookspecs import hookimpl

GVQA_HOOK_API = 1

_verifier = partial(ComponentSpec, kind="verifier")
_of_the_hub = partial(
    _verifier,
    requires=("sentence-transformers>=5.0",),
    install='pip install "gvqa-verifiers[hf]"',
)
_by_name = partial(_verifier, priority=-1)
_asking = partial(_by_name, options="gvqa_verifiers.judges:JudgeOptions")


@hookimpl
def gvqa_verifiers() -> Sequence[ComponentSpec]:
    """Declare the verifiers; those with a negative priority serve only by name."""
    return (
        _of_the_hub(
            name="nli",
            factory="gvqa_verifiers.nli:NLI",
            options="gvqa_verifiers.nli:NLIOptions",
            probe="gvqa_verifiers.nli:probe",
            priority=100,
            summary="three-way NLI cross-encoder of the hub (default: nli-deberta-v3-small)",
        ),
        _verifier(
            name="nli-mini",
            factory="gvqa_verifiers.nli_mini:NLIMini",
            options="gvqa_verifiers.nli_mini:NLIMiniOptions",
            probe="gvqa_verifiers.nli_mini:probe",
            priority=50,
            summary="small NLI model, shipped; SNLI: precision .94, recall .74 of Grounded",
        ),
        _of_the_hub(
            name="hf-binary",
            factory="gvqa_verifiers.binary:Binary",
            options="gvqa_verifiers.binary:BinaryOptions",
            probe="gvqa_verifiers.binary:probe",
            priority=-1,
            summary="two-way support classifier of the hub (default: MiniCheck-RoBERTa)",
        ),
        _by_name(
            name="cascade",
            factory="gvqa_verifiers.cascade:Cascade",
            options="gvqa_verifiers.cascade:CascadeOptions",
            summary="a cheap judge first, a stronger one for what it is not sure of",
        ),
        _by_name(
            name="ensemble",
            factory="gvqa_verifiers.ensemble:Ensemble",
            options="gvqa_verifiers.ensemble:EnsembleOptions",
            summary="several judges merged by a written rule",
        ),
        *(
            _asking(
                name=name,
                factory=judge,
                needs=(asked,),
                summary=f"asks the {asked}'s {how}; {_NOT}",
            )
            for name, judge, asked, how in _COMPARED
        ),
    )


_NOT = "for comparison; not a judge"
_JUDGES = "gvqa_verifiers.judges"
_COMPARED = (
    ("vlm-direct", f"{_JUDGES}:DirectJudge", "captioner", "VLM about the frame"),
    ("llm-judge-strict", f"{_JUDGES}:StrictJudge", "drafter", "LLM to be strict"),
    ("llm-judge-lenient", f"{_JUDGES}:LenientJudge", "drafter", "LLM to be lenient"),
)
