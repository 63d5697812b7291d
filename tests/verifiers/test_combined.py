import pytest

from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError
from gvqa_core.types import BinaryLabel, Judgement, NLILabel
from gvqa_verifiers.cascade import Cascade, CascadeOptions
from gvqa_verifiers.ensemble import Ensemble, EnsembleOptions


class Says(BaseComponent[CascadeOptions]):
    """A verifier that gives every claim the p(entailment) written at its end."""

    needs = "caption"

    def __init__(self, shift=0.0, scored=True):
        super().__init__(CascadeOptions())
        self.shift, self.scored, self.asked, self.closed = shift, scored, [], False

    def judge(self, pairs):
        self.asked += [claim for _, claim in pairs]
        return [self._judgement(float(claim.split()[-1]) + self.shift) for _, claim in pairs]

    def _judgement(self, p):
        label = NLILabel.ENTAILMENT if p > 0.5 else NLILabel.NEUTRAL
        rest = (1 - p) / 2
        scores = {"entailment": p, "neutral": rest, "contradiction": rest} if self.scored else {}
        return Judgement(p > 0.5, label, scores)

    def close(self):
        self.closed = True


def plain(kind, **more):
    return kind(split_compound=False, guards=False, **more)


def test_the_cascade_asks_the_stronger_judge_only_inside_the_band():
    cheap, strong = Says(), Says(shift=-0.3)
    options = plain(CascadeOptions, low=0.2, high=0.9)
    with Cascade(options, {"cheap": cheap, "strong": strong}) as cascade:
        found = cascade.judge([("x", f"a dog {p}") for p in (0.1, 0.6, 0.95, 0.9)])
    assert strong.asked == ["a dog 0.6", "a dog 0.9"]
    assert [j.judge for j in found] == ["cheap", "strong", "cheap", "strong"]
    assert [j.supports for j in found] == [False, False, True, True]
    assert cheap.closed
    assert strong.closed


def test_a_first_judge_without_scores_is_never_sure():
    cheap, strong = Says(scored=False), Says()
    with Cascade(plain(CascadeOptions), {"cheap": cheap, "strong": strong}) as cascade:
        assert cascade.judge([("x", "a dog 0.99")])[0].judge == "strong"
        assert cascade.judge([]) == []


def test_a_band_turned_round_is_refused():
    with pytest.raises(ValueError, match="high must not lie below low"):
        CascadeOptions(low=0.9, high=0.2)


@pytest.mark.parametrize(
    ("rule", "shifts", "supports", "judge"),
    [
        ("all", (0.0, 0.1, -0.3), False, "c"),
        ("all", (0.0, 0.1, 0.2), True, "a"),
        ("majority", (0.0, 0.1, -0.3), True, "b"),
        ("majority", (0.0, -0.3), False, "b"),
        ("mean", (0.0, 0.1, -0.3), True, "a + b + c"),
        ("mean", (0.0, -0.4), False, "a + b"),
    ],
)
def test_the_ensembles_rules(rule, shifts, supports, judge):
    members = {name: Says(shift) for name, shift in zip("abc", shifts, strict=False)}
    with Ensemble(plain(EnsembleOptions, rule=rule), members) as ensemble:
        found = ensemble.judge([("x", "a dog 0.6")])[0]
    assert (found.supports, found.judge) == (supports, judge)


def test_the_mean_is_labelled_as_a_two_way_judgement():
    members = {"a": Says(0.0), "b": Says(0.2)}
    with Ensemble(plain(EnsembleOptions, rule="mean"), members) as ensemble:
        found = ensemble.judge([("x", "a dog 0.6")])[0]
    assert found.label is BinaryLabel.SUPPORTED
    assert found.scores["supported"] == pytest.approx(0.7)


def test_members_are_built_by_their_registered_names():
    with Ensemble(EnsembleOptions(members="nli-mini, lexical")) as ensemble:
        found = ensemble.judge([("A black dog runs on grass.", "A dog runs on grass.")])[0]
        assert list(ensemble.members) == ["nli-mini", "lexical"]
        assert ensemble.members["nli-mini"].options.guards is False
        assert "nli-mini.revision" in ensemble.identity
    assert found.supports


@pytest.mark.parametrize(
    "members", ["nli-mini,ensemble", "nli-mini,nli-mini", "nli-mini,vlm-direct"]
)
def test_members_that_cannot_judge_captions_by_themselves_are_refused(members):
    with pytest.raises(ComponentError, match="cannot be a member"):
        Ensemble(EnsembleOptions(members=members)).open({})


def test_a_single_member_is_no_ensemble():
    with pytest.raises(ValueError, match="at least two"):
        EnsembleOptions(members="nli-mini")
