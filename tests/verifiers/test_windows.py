import pytest
from tests.verifiers.tiny import NO, PERHAPS, YES, Written, WrittenScorer

from gvqa_core.types import NLILabel
from gvqa_verifiers.windows import MIN_ROOM, deciding_window, split

PLAIN = "The wall behind the counter is plain and grey. "


def spans(text):
    return WrittenScorer(lambda p, c: YES).spans(text)


def test_windows_overlap_cover_every_word_and_fit():
    text = " ".join(f"w{i}" for i in range(100))
    windows = split(text, spans(text), 20)
    assert all(len(window.split()) <= 20 for window in windows)
    assert windows[0].split()[-5:] == windows[1].split()[:5]
    assert {word for window in windows for word in window.split()} == set(text.split())


def test_a_premise_that_fits_is_not_touched():
    assert split(" a dog ", [(1, 2), (3, 6)], 2) == [" a dog "]


def test_a_text_without_spaces_is_cut_all_the_same():
    text = "x" * 30
    windows = split(text, [(i, i + 1) for i in range(30)], 12)
    assert "".join(window[:9] for window in windows).startswith("x" * 18)
    assert max(map(len, windows)) == 12


@pytest.mark.case("B16")
def test_evidence_past_the_models_limit_is_found():
    premise = PLAIN * 60 + "A brown dog jumps over the red hydrant."
    claim = "A dog jumps over a hydrant."
    seen = WrittenScorer(lambda p, c: YES if "hydrant" in " ".join(p.split()[:512]) else PERHAPS)
    found = Written(seen).judge([(premise, claim)])[0]
    assert found.supports
    assert sum(len(batch) for batch in seen.asked) == 2


@pytest.mark.case("B16")
def test_an_over_long_claim_is_a_reason_and_is_never_judged_in_part():
    scorer = WrittenScorer(lambda p, c: YES)
    found = Written(scorer).judge([("A brown dog jumps.", "word " * 600)])[0]
    assert not found.supports
    assert found.reason == f"claim too long: 600 tokens, at most {512 - 3 - MIN_ROOM}"
    assert scorer.asked == []


def test_a_claim_of_absence_must_hold_in_every_window():
    premise = PLAIN * 60 + "A red car stands there."
    scorer = WrittenScorer(lambda p, c: NO if "car" in p else YES)
    found = Written(scorer).judge([(premise, "There is no car.")])[0]
    assert found.label is NLILabel.CONTRADICTION
    assert not found.supports
    assert Written(scorer).judge([(PLAIN * 60, "There is no car.")])[0].supports


def test_a_contradicting_window_speaks_when_none_entails():
    premise = PLAIN * 60 + "The dog sleeps."
    scorer = WrittenScorer(lambda p, c: NO if "sleeps" in p else PERHAPS)
    assert Written(scorer).judge([(premise, "A dog runs.")])[0].label is NLILabel.CONTRADICTION


@pytest.mark.parametrize(
    ("entailment", "contradiction", "absence", "chosen"),
    [
        ([0.1, 0.9], [0.8, 0.0], False, 1),
        ([0.9, 0.2], [0.0, 0.1], True, 1),
        ([0.3, 0.2], [0.1, 0.7], False, 1),
        ([0.3, 0.2], [0.1, 0.2], False, 0),
        ([0.9, 0.9], [0.0, 0.0], False, 0),
    ],
)
def test_the_joining_rule(entailment, contradiction, absence, chosen):
    assert deciding_window(entailment, contradiction, absence=absence) == chosen
